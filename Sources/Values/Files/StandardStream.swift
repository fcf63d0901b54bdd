internal import Glibc

/// One of the streams that each program is started with and writes to.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes a text at once, past what others keep to be written. The rest is lost where the stream takes no more.
    package func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
