package import ArgumentParser
import CommandLineInterface
import Foundation
import Libav
import Synchronization
import TagReading

/// Where `phonolith-media` begins.
@main
enum Program {
    static func main() {
        TagReader.silenceTagLib()
        FFmpegLog.takeOver()
        Phonolith<AllCommands>.runCommand()
    }

    /// Runs asynchronous work to its end. Blocks the main thread, which is none of the cooperative pool.
    static func waiting<Value: Sendable>(
        for body: sending @escaping () async throws -> Value
    ) throws -> Value {
        let outcome = Outcome<Value>()
        Task {
            do {
                outcome.set(.success(try await body()))
            } catch {
                outcome.set(.failure(error))
            }
        }
        return try outcome.wait().get()
    }

    /// What a task gives, for a thread that waits.
    private final class Outcome<Value: Sendable>: Sendable {
        private let result = Mutex<Result<Value, any Error>?>(nil)
        private let end = DispatchSemaphore(value: 0)

        func set(_ value: Result<Value, any Error>) {
            result.withLock { $0 = value }
            end.signal()
        }

        func wait() -> Result<Value, any Error> {
            while true {
                end.wait()
                if let value = result.withLock({ $0 }) { return value }
            }
        }
    }
}

/// The commands of this program, in which all of them run.
package enum AllCommands: MediaCommands {
    package static var check: any ParsableCommand.Type { Check.self }
    package static var show: any ParsableCommand.Type { ShowOrExplain.self }
    package static var artwork: any ParsableCommand.Type { Artwork.self }
    package static var thumbnails: any ParsableCommand.Type { MakeThumbnails.self }
    package static var loudness: any ParsableCommand.Type { MeasureLoudness.self }
    package static var play: any ParsableCommand.Type { PlayItems.self }
    package static var queue: any ParsableCommand.Type { Queue.self }
    package static var outputs: any ParsableCommand.Type { Outputs.self }
    package static var inputs: any ParsableCommand.Type { Inputs.self }
    package static var record: any ParsableCommand.Type { RecordSound.self }
    package static var sound: any ParsableCommand.Type { PlaySound.self }
    package static var prune: any ParsableCommand.Type { Prune.self }
    package static var completions: any ParsableCommand.Type { Completions.self }
    package static var hidden: [any ParsableCommand.Type] {
        [MediaWorker.self, ScanWork.self, JukeboxWork.self]
    }
}
