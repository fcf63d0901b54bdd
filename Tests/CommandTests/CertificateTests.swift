import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// A server of the test's own, with certificates of an authority of the test's own.
private final class SecureServer {
    let folder: URL
    let port: Int
    private let process: Program

    /// - Parameter certificate: One of those that are made: `good`, `other`, `self`.
    init(_ certificate: String, in folder: URL) throws {
        self.folder = folder
        let program = """
            import http.server, ssl
            class Handler(http.server.SimpleHTTPRequestHandler):
                def log_message(self, *arguments): pass
                extensions_map = {'': 'audio/x-mpegurl', '.m3u': 'audio/x-mpegurl'}
            server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain('\(certificate).pem', 'key.pem')
            server.socket = context.wrap_socket(server.socket, server_side=True)
            open('port.part', 'w').write(str(server.server_port))
            import os; os.rename('port.part', 'port')
            server.serve_forever()
            """
        let file = folder.appendingPathComponent("port")
        try? FileManager.default.removeItem(at: file)
        process = try Program(["python3", "-c", program], directory: folder)
        var written: Int?
        try eventually("the server has a port") {
            // It has none until the file is there.
            written = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) }
            return written != nil
        }
        port = try #require(written)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    func address(_ name: String) -> String { "https://127.0.0.1:\(port)/\(name)" }
}

extension ByTheClock {
    @Suite("What phonolith believes of servers", .timeLimit(.minutes(20)))
    struct CertificateTests {
        private let tool: CommandLineTool

        /// Makes an authority, a certificate of it for this machine, one for another, and one that is its own
        /// authority.
        init() throws {
            tool = try CommandLineTool()
            try tool.add("sweep/1.flac", as: "1.flac")
            let script = """
                cd '\(tool.music.path)'
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
                    -keyout ca.key -out ca.pem -days 2 -subj /CN=Authority
                openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
                    -keyout key.pem -out request -subj /CN=127.0.0.1
                for name in good:IP:127.0.0.1 other:DNS:example.org; do
                    echo "subjectAltName=${name#*:}" > extension
                    openssl x509 -req -in request -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
                        -extfile extension -out "${name%%:*}.pem"
                done
                openssl req -x509 -key key.pem -out self.pem -days 2 -subj /CN=127.0.0.1 \
                    -addext subjectAltName=IP:127.0.0.1
                """
            let made = try tool.finish(
                tool.start(["-c", script], executable: URL(fileURLWithPath: "/bin/bash")))
            #expect(made.code == 0, "\(made.problems)")
        }

        private func play(_ arguments: String...) throws -> CommandLineTool.Result {
            try tool.run(
                ["play"] + arguments + ["--output", "null:1000"],
                environment: ["SSL_CERT_FILE": tool.music.appendingPathComponent("ca.pem").path])
        }

        @Test("is that of a certificate that the system's authorities have signed")
        func good() throws {
            let server = try SecureServer("good", in: tool.music)
            let result = try play(server.address("1.flac"))
            #expect(result.code == 0, "\(result.problems)")
        }

        @Test(
            "is nothing of any other certificate, unless it is told to",
            arguments: ["other", "self"])
        func bad(_ certificate: String) throws {
            let server = try SecureServer(certificate, in: tool.music)
            let result = try play(server.address("1.flac"))
            #expect(result.code == 2)
            #expect(result.problems.contains("certificate"))
            #expect(result.problems.contains("--insecure"))
            #expect(try play(server.address("1.flac"), "--insecure").code == 0)
        }

        @Test("holds for playlists and for what they lead to", arguments: ["list", "list.m3u"])
        func playlists(_ name: String) throws {
            try "1.flac\n".write(
                to: tool.music.appendingPathComponent(name), atomically: false, encoding: .utf8)
            let bad = try SecureServer("self", in: tool.music)
            let refused = try play(bad.address(name))
            #expect(refused.code == 2)
            #expect(refused.problems.contains("certificate"))
            let good = try SecureServer("good", in: tool.music)
            let played = try play(good.address(name))
            #expect(played.code == 0, "\(played.problems)")
        }

        @Test("holds for the pieces of a stream as for its list")
        func pieces() throws {
            let bad = try SecureServer("self", in: tool.music)
            let list = """
                #EXTM3U
                #EXT-X-TARGETDURATION:6
                #EXTINF:6,
                \(bad.address("piece.aac"))
                #EXT-X-ENDLIST
                """
            let server = MusicServer(
                Array(list.utf8), .good, contentType: "application/vnd.apple.mpegurl")
            defer { server.stop() }
            let piece = tool.music.appendingPathComponent("piece.aac")
            let made = try output(of: [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", piece.path,
            ])
            #expect(made.isEmpty)
            #expect(FileManager.default.fileExists(atPath: piece.path))
            let refused = try play(server.address("live.m3u8"))
            #expect(refused.code == 2)
            let played = try play(server.address("live.m3u8"), "--insecure")
            #expect(played.code == 0, "\(played.problems)")
        }
    }
}
