import Foundation

/// A server of files on this machine that behaves as badly as it is told.
public final class MusicServer: @unchecked Sendable {
    // Sendable by proof: `connections` is only touched while the lock is held; the rest never changes.

    /// Its reaction to a request.
    public enum Behaviour: Sendable {
        /// Sends all, at once.
        case good
        /// Sends a number of bytes, then nothing for some seconds, then the rest.
        case stalling(after: Int, seconds: Double)
        /// Closes the connection after so much, each time.
        case breakingOff(after: Int)
        /// Has no such file.
        case missing
        /// Accepts and says nothing.
        case silent
        /// A radio station that names what it plays.
        case radio(title: String)
        /// A radio station that plays what it has again and again, and names the first part of it and the
        /// rest, from a byte on.
        case station(titles: [String], change: Int)
        /// A radio station that plays what it has twenty times, and names it only in what it plays.
        case namelessStation
        /// Sends all, from the beginning, whatever part is asked for.
        case withoutRanges
        /// The same, but says not how much it is: the end of the connection is the end.
        case withoutLength
        /// Sends so much of the whole, whatever part is asked for, and closes the connection.
        case withoutRangesBreakingOff(after: Int)
        /// Sends so much, closes the connection and as many after it without an answer, and then sends what is asked for,
        /// or the whole without ranges.
        case away(Kind, after: Int, calls: Int)
        /// Has a list of four parts of the whole, which lasts so long (RFC 8216). After two of them it closes as many connections without an answer.
        case awayInParts(calls: Int, seconds: Double)
    }

    /// What a server that goes away can do.
    public enum Kind: Sendable { case file, fileWithoutRanges, radio }

    private let socket: Int32
    private let content: [UInt8]
    private let behaviour: Behaviour
    private let contentType: String?
    private let lock = NSLock()
    private var connections: [Int32] = []
    private var requestTotal = 0
    private var refusals = 0
    private var sentParts = 0
    /// The port, chosen by the system.
    public let port: Int

    /// Starts a server that has this, under any name.
    ///
    /// - Parameter contentType: The type that it states.
    public init(_ content: [UInt8], _ behaviour: Behaviour, contentType: String? = nil) {
        self.contentType = contentType
        self.content = content
        self.behaviour = behaviour
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(socket, $0, size)
                _ = listen(socket, 8)
                _ = getsockname(socket, $0, &size)
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [self] in serve() }.start()
    }

    /// Where the server has something of this name.
    public func address(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    /// Ends it, and every connection.
    public func stop() {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
        lock.withLock { connections.forEach { _ = shutdown($0, Int32(SHUT_RDWR)) } }
    }

    /// How many requests there were.
    public var requestCount: Int { lock.withLock { requestTotal } }

    private func serve() {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return }
            lock.withLock { connections.append(connection) }
            Thread { [self] in
                answer(connection)
                // Another connection of the process may get its number at once.
                lock.withLock {
                    connections.removeAll { $0 == connection }
                    _ = close(connection)
                }
            }.start()
        }
    }

    private func answer(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return }
        lock.withLock { requestTotal += 1 }
        let request = String(decoding: buffer[..<count], as: UTF8.self)
        let start =
            request.firstRange(of: "bytes=").flatMap { range in
                Int(request[range.upperBound...].prefix { $0.isNumber })
            } ?? 0
        let body = content[min(start, content.count)...]
        let head =
            "HTTP/1.1 \(start > 0 ? "206 Partial Content" : "200 OK")\r\nContent-Length: \(body.count)\r\n"
            + "Accept-Ranges: bytes\r\nConnection: close\r\nContent-Range: bytes "
            + "\(start)-\(content.count - 1)/\(content.count)\r\n"
            + (contentType.map { "Content-Type: \($0)\r\n" } ?? "") + "\r\n"
        switch behaviour {
        case .good: send(Array(head.utf8) + body, connection)
        case .stalling(let after, let seconds):
            let count = max(0, after - start)
            send(Array(head.utf8) + body.prefix(count), connection)
            Thread.sleep(forTimeInterval: start < after ? seconds : 0)
            send(Array(body.dropFirst(count)), connection)
        case .breakingOff(let after): send(Array(head.utf8) + body.prefix(after), connection)
        case .missing:
            send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8), connection)
        case .silent: _ = recv(connection, &buffer, buffer.count, 0)
        case .radio(let title): sendRadio([title], change: 0, content, connection)
        case .station(let titles, let change):
            sendRadio(titles, change: change, (0..<20).flatMap { _ in content }, connection)
        case .namelessStation:
            let head = "HTTP/1.0 200 OK\r\nContent-Type: \(stationType)\r\nicy-name: Test\r\n\r\n"
            send(Array(head.utf8) + (0..<20).flatMap { _ in content }, connection)
        case .withoutRanges:
            send(Array("\(Self.plain)Content-Length: \(content.count)\r\n\r\n".utf8), connection)
            send(content, connection)
        case .withoutLength:
            send(Array("\(Self.plain)\r\n".utf8) + content, connection)
        case .withoutRangesBreakingOff(let after):
            send(Array("\(Self.plain)Content-Length: \(content.count)\r\n\r\n".utf8), connection)
            send(Array(content.prefix(after)), connection)
        case .away(let kind, let after, let calls):
            // Players look for a tag at the end first.
            if kind == .file, start > 0, start >= content.count - 1024 {
                lock.withLock { requestTotal -= 1 }
                return send(Array(head.utf8) + body, connection)
            }
            let number = requestCount
            guard number == 1 || number > calls + 1 else { return }
            let part = number == 1 ? after : content.count
            switch kind {
            case .file: send(Array(head.utf8) + body.prefix(part), connection)
            case .fileWithoutRanges:
                let head = "\(Self.plain)Content-Length: \(content.count)\r\n\r\n"
                send(Array(head.utf8) + content.prefix(part), connection)
            case .radio:
                let head =
                    "HTTP/1.0 200 OK\r\nContent-Type: \(stationType)\r\nicy-name: Test\r\n\r\n"
                send(Array(head.utf8) + content.prefix(part), connection)
            }
        case .awayInParts(let calls, let seconds): sendPart(request, calls, seconds / 4, connection)
        }
    }

    private func sendPart(
        _ request: String, _ calls: Int, _ seconds: Double, _ connection: Int32
    ) {
        let isRefused = lock.withLock {
            guard sentParts >= 2, refusals < calls else { return false }
            refusals += 1
            return true
        }
        if isRefused { return }
        let body: [UInt8]
        if let name = request.firstMatch(of: /part(\d)\.ts/), let number = Int(name.1) {
            // Packets of transport streams.
            let size = content.count / 4 / 188 * 188
            let end = number == 3 ? content.count : (number + 1) * size
            body = Array(content[number * size..<end])
            lock.withLock { sentParts += 1 }
        } else {
            let parts = (0..<4).map { "#EXTINF:\(seconds),\npart\($0).ts\n" }.joined()
            let head = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:\(Int(seconds) + 1)\n"
            body = Array((head + parts + "#EXT-X-ENDLIST\n").utf8)
        }
        let type =
            body.starts(with: "#EXTM3U".utf8) ? "application/vnd.apple.mpegurl" : "video/mp2t"
        send(
            Array(
                "\(Self.plain)Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
                + body, connection)
    }

    private var stationType: String { contentType ?? "audio/mpeg" }

    private static let plain = "HTTP/1.1 200 OK\r\nConnection: close\r\n"

    /// ICY: after every so many bytes comes a length in sixteenths, and what is played.
    private func sendRadio(
        _ titles: [String], change: Int, _ content: [UInt8], _ connection: Int32
    ) {
        let interval = 4096
        send(
            Array(
                "HTTP/1.0 200 OK\r\nContent-Type: \(stationType)\r\nicy-name: Test\r\nicy-metaint: \(interval)\r\n\r\n"
                    .utf8),
            connection)
        let marks = titles.map { title in
            var words = Array("StreamTitle='\(title)';".utf8)
            words += [UInt8](repeating: 0, count: (16 - words.count % 16) % 16)
            return [UInt8(words.count / 16)] + words
        }
        for place in stride(from: 0, to: content.count, by: interval) {
            let part = content[place..<min(place + interval, content.count)]
            guard part.count == interval else { return send(Array(part), connection) }
            send(Array(part) + marks[place < change ? 0 : marks.count - 1], connection)
        }
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
