import Foundation
import FoundationNetworking
import PhonolithTestSupport
import Testing

extension WholePrograms {
    /// The program itself: its options, its configuration file, and its end.
    @Suite(.timeLimit(.minutes(20))) struct ServerProgramTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phonolith-program-\(UUID().uuidString)")

        private func write(_ name: String, _ text: String) throws -> String {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent(name)
            try text.write(to: file, atomically: true, encoding: .utf8)
            return file.path
        }

        private var library: String { folder.appendingPathComponent("library.sqlite").path }

        @Test("A file gives options, the command line goes before it, and SIGTERM is a good end")
        func configuration() async throws {
            let file = try write(
                "config.json",
                #"{"listen":"127.0.0.1:1","base-path":"/music","quiet":true,"watch":false,"#
                    + #""cache-size":"500 MB","max-transcodes":2,"trust-proxy":["127.0.0.1"],"#
                    + #""proxy-user-header":"Remote-User"}"#)
            let program = try ServerProgram([
                "serve", "--config", file, "--library", library, "--listen", "127.0.0.1:0",
            ])
            let printed = try await program.lines(2)
            let first = try #require(printed.first)
            #expect(first.hasPrefix("listening on http://127.0.0.1:") && first.hasSuffix("/music"))
            #expect(printed.last?.contains("/music/setup?token=") == true)
            let url = try #require(URL(string: first.dropFirst("listening on ".count) + "/healthz"))
            let (data, _) = try await URLSession.shared.data(from: url)
            #expect(String(decoding: data, as: UTF8.self) == "ok\n")
            program.terminate()
            let end = try await program.end()
            #expect(end.isExit && end.code == 0)
            try FileManager.default.removeItem(at: folder)
        }

        @Test("Another file in the library's place ends the server with an error")
        func replacedLibrary() async throws {
            _ = try write("library.sqlite.other", "")
            let program = try ServerProgram([
                "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:0",
            ])
            _ = try await program.lines(2)
            // Again and again, as the first may come before the server looks for the first time.
            let other = library + ".other"
            try await eventually("the server ends") {
                guard program.isRunning else { return true }
                try FileManager.default.removeItem(atPath: library)
                try FileManager.default.copyItem(atPath: other, toPath: library)
                try await Task.sleep(for: .milliseconds(100))
                return !program.isRunning
            }
            let end = try await program.end()
            #expect(end.isExit && end.code == 2)
            #expect(
                end.errors.contains("another file has taken the library's place"), "\(end.errors)")
            try FileManager.default.removeItem(at: folder)
        }

        @Test(
            "Wrong configurations are refused in one line",
            arguments: [
                (#"{"colour":"red"}"#, "colour"), (#"{"listen":"x"}"#, "listen"), ("[1]", "JSON"),
                (#"{"public-url":"foo"}"#, "--public-url takes a URL like"),
                (#"{"config":"x"}"#, "config"), (#"{"scan-every":"soon"}"#, "scan-every"),
                (#"{"cache-size":"much"}"#, "cache-size"), (#"{"cache-size":1}"#, "cache-size"),
                (#"{"max-transcodes":0}"#, "max-transcodes"),
                (#"{"cache-limit":5}"#, "cache-limit"), (#"{"transcodes":5}"#, "transcodes"),
                (#"{"proxy-user-header":"Remote-User"}"#, "trust-proxy"),
                (#"{"proxy-user-header":"Cookie","trust-proxy":"::1"}"#, "proxy-user-header"),
            ])
        func refusals(text: String, word: String) async throws {
            let file = try write("config.json", text)
            let program = try ServerProgram(["serve", "--config", file, "--library", library])
            let (code, _, message) = try await program.end()
            #expect(code == 2)
            #expect(message.contains(word) && message.contains("config.json"), "\(message)")
            #expect(message.split(separator: "\n").count == 1, "\(message)")
            try FileManager.default.removeItem(at: folder)
        }

        @Test("A folder for caches that cannot be made is named, with what to do")
        func wrongCache() async throws {
            let file = try write("afile", "")
            let program = try ServerProgram([
                "serve", "--cache", file, "--library", library, "--listen", "127.0.0.1:0",
            ])
            let end = try await program.end()
            #expect(end.code == 2)
            #expect(
                end.errors.contains(
                    "phonolith: \(file)/server: cannot be used for converted files: Not a directory; choose another folder with --cache\n"
                ), "\(end.errors)")
            try FileManager.default.removeItem(at: folder)
        }

        @Test("A host that does not exist is named, with what to do")
        func unknownHost() async throws {
            let address = "300.1.1.1:1"
            let program = try ServerProgram(["serve", "--library", library, "--listen", address])
            let end = try await program.end()
            #expect(end.code == 2)
            #expect(
                end.errors
                    == "phonolith: \(address): the name cannot be resolved; check it and the network, or choose another address with --listen\n"
            )
        }

        @Test("A port in use ends the program with code 2, and makes no library")
        func portInUse() async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let first = try ServerProgram([
                "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:0",
            ])
            let port = try #require(try await first.address().split(separator: ":").last)
            let new = library + ".new"
            for library in [library, new] {
                let second = try ServerProgram([
                    "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:\(port)",
                ])
                let end = try await second.end()
                #expect(end.code == 2 && end.errors.contains("the port is in use"), "\(end)")
            }
            #expect(!FileManager.default.fileExists(atPath: new))
            first.terminate()
            _ = try await first.end()
            try FileManager.default.removeItem(at: folder)
        }
    }
}
