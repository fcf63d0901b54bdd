import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

extension ByTheClock.WholePrograms {
    /// The program as systemd runs it, with clients that are other programs, too.
    @Suite(.timeLimit(.minutes(20))) final class RunningServerTests {
        private let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-running-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: music, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: folder)
        }

        private var music: URL { folder.appendingPathComponent("music") }

        private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        /// Makes a certificate of this machine and its key, in place of those before.
        private func makeCertificate(_ name: String = "first") async throws {
            let made = try await answer(
                to: [
                    "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost/O=\(name)", "-addext",
                    "subjectAltName=DNS:localhost", "-keyout", path("new-key.pem"), "-out",
                    path("new-certificate.pem"),
                ])
            try #require(made.code == 0)
            for name in ["certificate.pem", "key.pem"] {
                try #require(rename(path("new-\(name)"), path(name)) == 0)
            }
        }

        @Test("A certificate that is renewed is served without a restart, and SIGHUP ends nothing")
        func renewal() async throws {
            try await makeCertificate()
            let server = try start(
                "--tls-certificate", path("certificate.pem"), "--tls-key", path("key.pem"))
            let address = try await server.address()
            let port = try #require(address.split(separator: ":").last)
            func isServed() async throws -> Bool {
                try await answer(
                    to: [
                        "curl", "-sf", "--cacert", path("certificate.pem"),
                        "https://localhost:\(port)/healthz",
                    ]
                ).code == 0
            }
            #expect(try await isServed())
            try await makeCertificate("second")
            try await eventually("the second certificate is served") { try await isServed() }
            // At once.
            try await makeCertificate("third")
            server.send(SIGHUP)
            try await eventually("the third certificate is served") { try await isServed() }
            // A certificate without its key leaves the one before.
            let third = try Data(contentsOf: URL(fileURLWithPath: path("certificate.pem")))
            try Data("nonsense".utf8).write(to: URL(fileURLWithPath: path("certificate.pem")))
            server.send(SIGHUP)
            try third.write(to: URL(fileURLWithPath: path("certificate.pem")))
            #expect(try await isServed())
            server.terminate()
            #expect(try await server.end().code == 0)
        }

        @Test("SIGHUP ends no service without a certificate either")
        func hangUp() async throws {
            let server = try start()
            let address = try await server.address()
            server.send(SIGHUP)
            let health = try await answer(to: ["curl", "-sf", "\(address)/healthz"])
            #expect(health.code == 0)
            #expect(server.isRunning)
            server.terminate()
            #expect(try await server.end().code == 0)
        }

        @Test("With a certificate it speaks TLS, and nothing else")
        func secure() async throws {
            try await makeCertificate()
            let server = try start(
                "--tls-certificate", path("certificate.pem"), "--tls-key", path("key.pem"))
            let address = try await server.address()
            #expect(address.hasPrefix("https://"))
            let port = try #require(address.split(separator: ":").last)
            let health = try await answer(
                to: [
                    "curl", "-sf", "--cacert", path("certificate.pem"),
                    "https://localhost:\(port)/healthz",
                ])
            #expect(String(decoding: health.output, as: UTF8.self) == "ok\n")
            let plain = try await answer(to: ["curl", "-sf", "http://127.0.0.1:\(port)/healthz"])
            #expect(plain.code != 0)
            server.terminate()
            _ = try await server.end()
        }

        @Test(
            "It is the first command of a new account, and listens by both families",
            arguments: [":0", "[::]:0", "127.0.0.1:0"])
        func firstCommand(listen: String) async throws {
            let server = try ServerProgram(
                ["serve", "--quiet", "--listen", listen],
                environment: ["HOME": folder.path, "XDG_DATA_HOME": "", "PHONOLITH_LIBRARY": ""])
            let lines = try await server.lines(2)
            #expect(
                FileManager.default.fileExists(
                    atPath: path(".local/share/phonolith/library.sqlite")))
            let port = try #require(
                lines[0].split(separator: ":").last?.split(separator: "/").first)
            let hosts = listen.hasPrefix("127") ? ["127.0.0.1"] : ["127.0.0.1", "[::1]"]
            for host in hosts {
                let health = try await answer(to: ["curl", "-sf", "http://\(host):\(port)/healthz"])
                #expect(health.code == 0, "\(host)")
            }
            // The link leads to the service, also from another machine: not to an address that stands for all.
            let link = try #require(lines[1].split(separator: " ").last)
            #expect(!link.contains("0.0.0.0") && !link.contains("[::]"), "\(link)")
            #expect(try await answer(to: ["curl", "-sfg", String(link)]).code == 0, "\(link)")
            server.terminate()
            #expect(try await server.end().code == 0)
        }

        @Test("SIGTERM ends it when what it sends has been sent")
        func endsAfterStream() async throws {
            let made = try await answer(
                to: [
                    "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "anoisesrc=duration=120", "-ac",
                    "2",
                    music.appendingPathComponent("noise.wav").path,
                ])
            try #require(made.code == 0)
            _ = try await phonolith("scan", "--quiet", music.path)
            let secret = try await phonolith("app-password", "add", "owner")
            let server = try start()
            let address = try await server.address()
            let target = folder.appendingPathComponent("copy.wav")
            async let copy = answer(
                to: [
                    "curl", "-sf", "--limit-rate", "8M", "-H", "Authorization: Bearer \(secret)",
                    "-o",
                    target.path, "\(address)/api/v1/items/1/stream",
                ])
            try await eventually("the copy begins") { size(of: target) > 0 }
            server.terminate()
            #expect(try await copy.code == 0)
            #expect(size(of: target) == size(of: music.appendingPathComponent("noise.wav")))
            let end = try await server.end()
            #expect(end.isExit && end.code == 0)
        }

        private func size(of file: URL) -> Int {
            (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
        }

        /// The command's output.
        private func phonolith(_ words: String...) async throws -> String {
            let program = BuiltProgram.url(of: "phonolith").path
            let (output, code) = try await answer(
                to: ["env", "PHONOLITH_LIBRARY=\(path("library.sqlite"))", program] + words)
            #expect(code == 0, "\(words)")
            return String(decoding: output, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// Starts the server on a free port.
        private func start(_ options: String...) throws -> ServerProgram {
            try ServerProgram(
                [
                    "serve", "--quiet", "--library", path("library.sqlite"), "--listen",
                    "127.0.0.1:0",
                ] + options)
        }
    }
}
