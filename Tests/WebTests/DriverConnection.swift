import Foundation
import Glibc

/// Requests to the driver of a browser, each over a connection of its own.
struct DriverConnection: Sendable {
    let port: UInt16

    /// The value of an answer.
    @discardableResult
    func ask(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
        let data = try await send(
            method, path, try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data())
        let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        let value = answer["value"] ?? NSNull()
        if let problem = value as? [String: Any], let error = problem["error"] {
            throw Browser.Failure(description: "\(error): \(problem["message"] ?? "")")
        }
        return value
    }

    /// Sends a request, and waits for its answer on another thread.
    ///
    /// - Returns: The body of the answer.
    private func send(_ method: String, _ path: String, _ body: Data) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try exchange(method, path, body) })
            }
        }
    }

    private func exchange(_ method: String, _ path: String, _ body: Data) throws -> Data {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard connection >= 0 else { throw failure("socket") }
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw failure("connect") }
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        try write(Data(head.utf8) + body, to: connection)
        return try answer(from: connection)
    }

    private func write(_ data: Data, to connection: Int32) throws {
        var rest = Array(data)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw failure("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// The body: as long as its header says.
    private func answer(from connection: Int32) throws -> Data {
        var received = Data()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = received.range(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.firstMatch(of: /content-length: *([0-9]+)/).flatMap { Int($0.1) }
                let body = received[end.upperBound...]
                if body.count >= length ?? .max { return Data(body.prefix(length ?? 0)) }
            }
            let count = recv(connection, &piece, piece.count, 0)
            guard count > 0 else { throw failure("recv") }
            received += piece.prefix(count)
        }
    }

    private func failure(_ call: String) -> Browser.Failure {
        Browser.Failure(description: "chromedriver: \(call): \(String(cString: strerror(errno)))")
    }
}
