import Blocking
import MediaModel
import Worker

/// Explains where the values of items come from: by a process of its own, because the files are read for it.
final class Explanations: Sendable {
    /// Why there is none.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private let program: MediaProgram
    private let library: String
    /// As many files are read at once.
    private let threads = BlockingThreads(name: "explanations", count: 2)
    /// A file that hangs its reader holds nothing up for longer.
    private static let longest = Duration.seconds(30)

    init(_ program: MediaProgram, library: String) {
        self.program = program
        self.library = library
    }

    /// The explanation of an item as a JSON object.
    ///
    /// - Parameter user: The name of the user who asks.
    /// - Throws: ``Failure``.
    func json(of item: MediaItemID, for user: String) async throws -> [UInt8] {
        let words = [
            "show", item.description, "--explain", "--format", "jsonl", "--library", library,
            "--user", user,
        ]
        return try await threads.perform { [program] in
            let worker: WorkerProcess
            do throws(WorkerError) {
                worker = try WorkerProcess.start(
                    words.map { Array($0.utf8) }, program: program.opened())
            } catch {
                throw Failure(description: error.description)
            }
            return try Self.answer(of: worker)
        }
    }

    private static func answer(of worker: WorkerProcess) throws(Failure) -> [UInt8] {
        switch worker.next(within: longest) {
        case .line(let line), .bytes(let line): return line
        case .silence:
            _ = worker.kill()
            throw Failure(
                description: "reading the file took longer than \(longest.components.seconds) s")
        case .ended(let ending):
            // What it refuses it says in its last line.
            let said = String(decoding: worker.errorText(), as: UTF8.self).split(separator: "\n")
            if case .exited = ending, let reason = said.last {
                throw Failure(description: String(reason))
            }
            throw Failure(description: "the process that reads the file \(ending)")
        }
    }
}
