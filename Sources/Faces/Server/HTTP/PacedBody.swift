import Hummingbird
import NIOCore

extension ResponseBody {
    /// Bodies that are longer have some parts under way at a time.
    private static let longest = 256 << 10

    /// The same, written no faster than its connection sends it.
    ///
    /// A connection that has enough to send says so on its event loop. While that is busy, all that is written is taken,
    /// and 200 clients that load files would have hundreds of megabytes under way. So each part waits until the
    /// connection knows of the one before.
    ///
    /// - Parameter eventLoop: That of the connection.
    func paced(by eventLoop: any EventLoop) -> ResponseBody {
        if let contentLength, contentLength <= Self.longest { return self }
        let body = map { part in
            try await eventLoop.submit {}.get()
            return part
        }
        return ResponseBody(contentLength: contentLength) { writer in try await body.write(writer) }
    }
}
