import Foundation
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// The configurations of web servers in docs/service.md, run as they are but for ports and certificates.
    @Suite(.timeLimit(.minutes(20))) final class ProxySampleTests {
        private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-proxy-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        /// The block of the page that begins with these words.
        private static func sample(_ beginning: String) throws -> String {
            let page = try String(
                contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    .deletingLastPathComponent().deletingLastPathComponent()
                    .appendingPathComponent("docs/service.md"), encoding: .utf8)
            let blocks = page.components(separatedBy: "```").enumerated()
                .filter { $0.offset % 2 == 1 }.map(\.element)
            let block = try #require(
                blocks.first { $0.drop { $0 != "\n" }.dropFirst().hasPrefix(beginning) })
            return String(block.drop { $0 != "\n" })
        }

        /// A port that no program listens on.
        private static func freePort() throws -> Int {
            let text = try output(
                of: [
                    "python3", "-c",
                    "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); print(s.getsockname()[1])",
                ])
            return try #require(
                Int(String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)))
        }

        private func makeCertificate() throws {
            _ = try output(
                of: [
                    "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                    "-subj", "/CN=music.example.org", "-addext",
                    "subjectAltName=DNS:music.example.org", "-keyout", path("privkey.pem"), "-out",
                    path("fullchain.pem"),
                ])
        }

        /// Starts the service, and a web server with a sample, and asks through it.
        private func check(
            _ sample: String, _ start: (_ configuration: String, _ port: Int) throws -> Program
        ) async throws {
            try makeCertificate()
            let server = try ServerProgram([
                "serve", "--quiet", "--library", path("library.sqlite"), "--listen",
                "127.0.0.1:0", "--trust-proxy", "127.0.0.1",
            ])
            let address = try await server.address()
            let behind = try #require(address.split(separator: ":").last)
            let port = try Self.freePort()
            let text = sample.replacing("4533", with: behind).replacing("443", with: "\(port)")
                .replacing("/etc/letsencrypt/live/music.example.org", with: folder.path)
            let program = try start(text, port)
            defer {
                program.terminate()
                program.waitUntilExit()
            }
            let curl = [
                "curl", "-s", "--cacert", path("fullchain.pem"), "--resolve",
                "music.example.org:\(port):127.0.0.1",
            ]
            let origin = "https://music.example.org:\(port)"
            func ask(_ words: String...) async throws -> String {
                String(decoding: try await answer(to: curl + words).output, as: UTF8.self)
            }
            try await eventually("the web server answers") {
                guard program.isRunning else { throw CocoaError(.executableLoad) }
                return try await ask("\(origin)/healthz") == "ok\n"
            }
            // A user logs in on the page, from its own origin, and shares an item.
            let token = try #require(
                try await server.lines(2)[1].split(separator: "token=").last.map(String.init))
            let password = #"{"token":"\#(token)","password":"long-enough"}"#
            let setUp = try await ask(
                "-X", "POST", "-H", "Content-Type: application/json", "-H", "Origin: \(origin)",
                "-c", path("cookies"), "-d", password, "\(origin)/api/v1/setup")
            #expect(setUp.contains("owner"), "\(setUp)")
            let shares = try await ask(
                "-b", path("cookies"), "-H", "Origin: \(origin)", "\(origin)/api/v1/shares")
            #expect(shares.contains("\"total\":0"), "\(shares)")
            // Live events arrive, though no more follow them.
            let events = try await ask(
                "-b", path("cookies"), "--max-time", "5", "\(origin)/api/v1/events")
            #expect(events.contains("retry: 5000"), "\(events)")
            server.terminate()
            _ = try await server.end()
        }

        @Test("nginx passes on logins, links and events")
        func nginx() async throws {
            try await check(try Self.sample("server {")) { [self] text, _ in
                let configuration = """
                    daemon off;
                    pid \(path("nginx.pid"));
                    error_log \(path("errors.log"));
                    events {}
                    http {
                        access_log off;
                        client_body_temp_path \(path("body"));
                        proxy_temp_path \(path("proxy"));
                        fastcgi_temp_path \(path("fastcgi"));
                        uwsgi_temp_path \(path("uwsgi"));
                        scgi_temp_path \(path("scgi"));
                    \(text)
                    }
                    """
                try configuration.write(
                    toFile: path("nginx.conf"), atomically: true, encoding: .utf8)
                return try Program(
                    [
                        "nginx", "-e", path("errors.log"), "-p", folder.path, "-c",
                        path("nginx.conf"),
                    ],
                    errors: .inherited)
            }
        }

        @Test("Caddy passes on logins, links and events")
        func caddy() async throws {
            try await check(try Self.sample("music.example.org {")) { [self] text, port in
                // It would ask an authority for a certificate, and listen on the usual port.
                let site = text.replacing(
                    "music.example.org {",
                    with: """
                        music.example.org:\(port) {
                            tls \(path("fullchain.pem")) \(path("privkey.pem"))
                        """)
                let configuration = "{\n    admin off\n    auto_https off\n}\n\(site)"
                try configuration.write(
                    toFile: path("Caddyfile"), atomically: true, encoding: .utf8)
                return try Program(
                    ["caddy", "run", "--config", path("Caddyfile"), "--adapter", "caddyfile"],
                    environment: ["HOME": folder.path, "XDG_DATA_HOME": nil], errors: .inherited)
            }
        }
    }
}
