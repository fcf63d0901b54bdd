import Foundation
import PhonolithTestSupport
import Testing

extension WholePrograms {
    /// Counts and log lines of failed logins.
    @Suite(.timeLimit(.minutes(20))) struct FailedLoginTests {
        @Test("Wrong keys are counted and logged without their text, but hold nobody up")
        func keys() async throws {
            let server = try await TestServer.start([:])
            for _ in 0..<7 { #expect(try await server.pingError("apiKey=not-a-key") == 44) }
            let answer = try await server.send(
                "GET", "/api/v1/session", headers: ["Authorization": "Bearer not-a-key"])
            #expect(answer.status == 401)
            #expect(try await server.error("ping") == nil)
            let metrics = try await server.send(
                "GET", "/metrics", headers: ["Authorization": "Bearer \(server.secret)"])
            #expect(metrics.text.contains("\nphonolith_failed_logins_total 8\n"))
            #expect(server.log.lines.count { $0.hasPrefix("login failed") } == 8)
            #expect(!server.log.lines.contains { $0.contains("not-a-key") })
            await server.stop()
        }

        @Test("The filter of fail2ban in the documentation matches failed logins, by their address")
        func filter() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "phonolith-logins-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let program = try ServerProgram([
                "serve", "--listen", "127.0.0.1:0", "--library",
                folder.appendingPathComponent("library.sqlite").path,
            ])
            let address = try await program.address()
            let forged = "login failed address=8.8.8.8 phonolith: address=8.8.8.8"
                .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
            for query in [
                "u=ben&p=x", "u=\(forged ?? "")&p=x", "apiKey=wrong", "u=ben&p=x&c=login",
            ] {
                _ = try await answer(to: ["curl", "-sf", "\(address)/rest/ping?\(query)"])
            }
            program.terminate()
            let log = try await program.end().errors
            let filter = try Self.filter
            let found = try log.split(separator: "\n").compactMap {
                try filter.firstMatch(in: $0)?.output[1].substring.map(String.init)
            }
            #expect(found == ["127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"], "\(log)")
        }

        /// The filter as the documentation has it, with the expression for addresses in place of its name.
        private static var filter: Regex<AnyRegexOutput> {
            get throws {
                let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    .deletingLastPathComponent().deletingLastPathComponent()
                    .appendingPathComponent("docs/service.md")
                let line = try #require(
                    try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
                        .first { $0.hasPrefix("failregex = ") })
                return try Regex(
                    String(line.dropFirst("failregex = ".count))
                        .replacing("<HOST>", with: "([0-9a-fA-F.:]+)"))
            }
        }
    }
}

extension TestServer {
    /// The code of the error that `ping` answers to these parameters.
    fileprivate func pingError(_ query: String) async throws -> Int? {
        try await send("GET", "/rest/ping?f=json&\(query)").json()
            .object("subsonic-response", "error")["code"] as? Int
    }
}
