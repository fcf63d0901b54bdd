import Foundation
import FoundationNetworking
import Glibc
import TestSupport
import Testing

/// The program itself: its options, its configuration file, and its end.
@Suite(.timeLimit(.minutes(15))) struct ServerProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "phonolith-program-\(UUID().uuidString)")

    /// Beside the tests' own program.
    private static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("phonolith-server")

    private func run(_ words: [String]) throws -> (Process, Pipe, Pipe) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = Self.program
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.start()
        return (process, output, errors)
    }

    private func write(_ name: String, _ text: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private var library: String { folder.appendingPathComponent("library.sqlite").path }

    /// The first lines that a program prints.
    private func lines(_ count: Int, _ pipe: Pipe) -> [String] {
        var text = ""
        while text.count(where: { $0 == "\n" }) < count {
            let piece = pipe.fileHandleForReading.availableData
            if piece.isEmpty { break }
            text += String(decoding: piece, as: UTF8.self)
        }
        return text.split(separator: "\n").map(String.init)
    }

    @Test("A file gives options, the command line goes before it, and SIGTERM is a good end")
    func configuration() async throws {
        let file = try write(
            "config.json",
            #"{"listen":"127.0.0.1:1","base-path":"/music","quiet":true,"watch":false,"#
                + #""cache-size":"500 MB","max-transcodes":2,"trust-proxy":["127.0.0.1"],"#
                + #""proxy-user-header":"Remote-User"}"#)
        let (process, output, _) = try run([
            "serve", "--config", file, "--library", library, "--listen", "127.0.0.1:0",
        ])
        let printed = lines(2, output)
        let first = try #require(printed.first)
        #expect(first.hasPrefix("listening on http://127.0.0.1:") && first.hasSuffix("/music"))
        #expect(printed.last?.contains("/music/setup?token=") == true)
        let url = try #require(URL(string: first.dropFirst("listening on ".count) + "/healthz"))
        let (data, _) = try await URLSession.shared.data(from: url)
        #expect(String(decoding: data, as: UTF8.self) == "ok\n")
        kill(process.processIdentifier, SIGTERM)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        try FileManager.default.removeItem(at: folder)
    }

    @Test(
        "Wrong configurations are refused in one line",
        arguments: [
            (#"{"colour":"red"}"#, "colour"), (#"{"listen":"x"}"#, "listen"), ("[1]", "JSON"),
            (#"{"config":"x"}"#, "config"), (#"{"scan-every":"soon"}"#, "scan-every"),
            (#"{"cache-size":"much"}"#, "cache-size"), (#"{"cache-size":1}"#, "cache-size"),
            (#"{"max-transcodes":0}"#, "max-transcodes"),
            (#"{"cache-limit":5}"#, "cache-limit"), (#"{"transcodes":5}"#, "transcodes"),
            (#"{"proxy-user-header":"Remote-User"}"#, "trust-proxy"),
            (#"{"proxy-user-header":"Cookie","trust-proxy":"::1"}"#, "proxy-user-header"),
        ])
    func refusals(text: String, word: String) throws {
        let file = try write("config.json", text)
        let (process, _, errors) = try run(["serve", "--config", file, "--library", library])
        let printed = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let message = String(decoding: printed, as: UTF8.self)
        #expect(process.terminationStatus == 2)
        #expect(message.contains(word) && message.contains("config.json"), "\(message)")
        #expect(message.split(separator: "\n").count == 1, "\(message)")
        try FileManager.default.removeItem(at: folder)
    }

    @Test("A port in use ends the program with code 2")
    func portInUse() throws {
        let (first, output, _) = try run([
            "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:0",
        ])
        let line = try #require(lines(1, output).first)
        let port = try #require(line.split(separator: ":").last)
        let (second, _, errors) = try run([
            "serve", "--quiet", "--library", library, "--listen", "127.0.0.1:\(port)",
        ])
        let printed = errors.fileHandleForReading.readDataToEndOfFile()
        second.waitUntilExit()
        #expect(second.terminationStatus == 2)
        #expect(String(decoding: printed, as: UTF8.self).contains("the port is in use"))
        kill(first.processIdentifier, SIGTERM)
        first.waitUntilExit()
        try FileManager.default.removeItem(at: folder)
    }
}
