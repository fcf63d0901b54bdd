import Foundation
import PhonolithTestSupport

/// `phonolith-server`, run as a program. Ended with this value.
final class ServerProgram {
    private let process: Program
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-program-\(UUID().uuidString)")
    private let output: URL
    private let errorOutput: URL

    /// Starts the program.
    ///
    /// - Parameter environment: Variables beside those of the tests.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = BuiltProgram.url(of: "phonolith-server")
        output = folder.appendingPathComponent("output")
        errorOutput = folder.appendingPathComponent("errors")
        process = try Program(
            [server.path] + arguments, environment: environment,
            output: .file(output), errors: .file(errorOutput))
    }

    deinit {
        process.send(SIGKILL)
        process.waitUntilExit()
        // Nothing of the test depends on it.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The first lines that it prints.
    func lines(_ count: Int) async throws -> [String] {
        var lines: [String] = []
        try await eventually("the program prints \(count) lines") {
            let text = try String(contentsOf: output, encoding: .utf8)
            lines = text.split(separator: "\n").map(String.init)
            if lines.count < count, !process.isRunning {
                throw Ended(errors: try String(contentsOf: errorOutput, encoding: .utf8))
            }
            return lines.count >= count && text.hasSuffix("\n")
        }
        return lines
    }

    /// The program ended early.
    private struct Ended: Error { var errors: String }

    /// The address that it listens on.
    func address() async throws -> String {
        String(try await lines(1)[0].dropFirst("listening on ".count))
    }

    /// Sends it a signal.
    func send(_ signal: Int32) { process.send(signal) }

    /// Asks it to end.
    func terminate() { process.terminate() }

    var isRunning: Bool { process.isRunning }

    /// How it ended, and what it wrote to its error output.
    func end() async throws -> (code: Int32, isExit: Bool, errors: String) {
        try await eventually("the program ends") { !process.isRunning }
        return (
            process.terminationStatus, process.terminationReason == .exit,
            try String(contentsOf: errorOutput, encoding: .utf8)
        )
    }
}
