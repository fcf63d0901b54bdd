import Blocking
import Foundation
import MediaModel
import Worker

/// Explains where the values of items come from: by a process of its own, because the files are read for it.
final class Explanations: Sendable {
    /// Why there is none.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let library: String
    /// As many files are read at once.
    private let threads = BlockingThreads(name: "explanations", count: 2)
    /// A file that hangs its reader holds nothing up for longer.
    private static let longest = DispatchTimeInterval.seconds(30)

    init(library: String) { self.library = library }

    /// The explanation of an item as a JSON object.
    ///
    /// - Parameter user: The name of the user who asks.
    /// - Throws: ``Failure``.
    func json(of item: MediaItemID, for user: String) async throws -> String {
        try await threads.perform { [library] in
            let program: MediaPath
            do {
                program = try InstalledProgram.media.path()
            } catch {
                throw Failure(description: "\(error)")
            }
            return try Self.run(
                program,
                [
                    "show", item.description, "--explain", "--format", "jsonl", "--library",
                    library, "--user", user,
                ])
        }
    }

    private static func run(_ program: MediaPath, _ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program.description)
        process.arguments = words
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let id = process.processIdentifier
        let end = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + longest, execute: end)
        defer { end.cancel() }
        // An error is one line, which any pipe holds.
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let line = String(decoding: complaint, as: UTF8.self).split(separator: "\n").last
            throw Failure(description: line.map(String.init) ?? "reading the file took too long")
        }
        return String(decoding: printed, as: UTF8.self)
    }
}
