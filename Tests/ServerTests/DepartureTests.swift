import Foundation
import PhonolithTestSupport
import Testing

/// The end of work for clients that leave.
@Suite(.timeLimit(.minutes(20))) struct DepartureTests {
    @Test("A search is given up when its client leaves")
    func search() async throws {
        var files: [String: String] = [:]
        for number in 0..<200 { files["\(number).mp3"] = "full/full.mp3" }
        let server = try await TestServer.start(files, over: .socket)
        // To its end it takes many seconds.
        let pattern = "path matches '(.*)*(.*)*(.*)*(.*)*N!'"
        let filter = Array(repeating: pattern, count: 300).joined(separator: " or ")
        let query = try #require(
            filter.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        do {
            let connection = try RawConnection(port: try #require(server.url.port))
            connection.send(
                """
                GET /api/v1/items?where=\(query) HTTP/1.1\r\nHost: x\r\n\
                Authorization: Bearer \(server.secret)\r\n\r\n
                """)
        }
        func line() -> String? { server.log.lines.first { $0.contains("/api/v1/items") } }
        try await eventually("the request is over") { line() != nil }
        #expect(line()?.contains("503") == true, "\(line() ?? "")")
        await server.stop()
    }
}
