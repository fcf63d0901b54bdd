import Foundation
import Glibc

/// A connection that sends and reads what a test wants, also what no client would.
final class RawConnection: Sendable {
    private let descriptor: CInt

    /// Connects to a server on this machine; every read waits so long at most.
    ///
    /// - Parameter address: The client's, one of this machine.
    init(port: Int, from address: String? = nil, seconds: Int = 60) throws {
        // A worker of the server in this process would keep it open.
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        descriptor = socket(AF_INET, type, 0)
        var timeout = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if let address {
            try Self.with(address, port: 0) { bind(descriptor, $0, $1) }
        }
        try Self.with("127.0.0.1", port: port) { connect(descriptor, $0, $1) }
    }

    private static func with(
        _ text: String, port: Int, _ use: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result != 0 { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        _ = text.withCString { Glibc.send(descriptor, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
    }

    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Closes this side, as a client does that has said all.
    func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    /// Reads until a text has come, or until the other side closes.
    ///
    /// Waits on a thread of its own: the server's handlers need those of the cooperative pool.
    func read(until text: String? = nil) async -> String { await received(until: text).text }

    /// Reads until the other side closes; `nil` where it stays open.
    func readToEnd() async -> String? {
        let (text, isAtEnd) = await received(until: nil)
        return isAtEnd ? text : nil
    }

    private func received(until text: String?) async -> (text: String, isAtEnd: Bool) {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: self.waited(until: text)) }.start()
        }
    }

    private func waited(until text: String?) -> (text: String, isAtEnd: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 { return (String(decoding: bytes, as: UTF8.self), count == 0) }
            bytes += buffer[..<count]
            guard let text else { continue }
            let received = String(decoding: bytes, as: UTF8.self)
            if received.contains(text) { return (received, false) }
        }
    }
}
