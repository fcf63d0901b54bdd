import ArgumentParser
import FoundationEssentials
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScanning
import PhonolithTagReading
import PhonolithThumbnails
import PhonolithWorker

/// The worker of `JobSupervisor`: takes jobs, one after the other.
struct MediaWorker: ParsableCommand {
    static let name = MediaJob.commandName
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Open media files for another process.", shouldDisplay: false)

    /// Frames of 8K in 10 bits on several threads stay below this.
    private static let memoryLimit: UInt64 = 6 << 30

    func run() throws {
        WorkerSide.begin(memoryLimit: Self.memoryLimit)
        let threads = BlockingThreads(name: "media", count: 1)
        defer { threads.end() }
        let work = Task(executorPreference: threads) { try await Self.work() }
        let interruption = Interruption(endsAtSecond: false) { work.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        if WorkerSide.interruptions > 0 { work.cancel() }
        try MainThread.waiting { try await work.value }
    }

    @concurrent private static func work() async throws {
        while true {
            let line = Data(WorkerSide.nextLine())
            switch try JSONDecoder().decode(MediaJob.self, from: line) {
            case .pictures(let job): try await PictureWork(job, answer: send).run()
            case .artwork(let job): try send(job.answer())
            case .transcode(let job):
                try TranscodeWork(job).run()
            case .loudness(let job): try LoudnessWork(job: job, answer: send).run()
            case .explanation(let job): try send(job.answer())
            case .file(let job): try send(job.answer())
            }
        }
    }

    private static func send(_ answer: some Encodable) throws {
        WorkerSide.send(Array(try JSONEncoder().encode(answer)))
    }
}

extension ArtworkJob {
    /// Makes the smaller picture. Blocks its thread.
    func answer() -> ArtworkAnswer {
        do throws(ArtworkThumbnailError) {
            let made = try ArtworkThumbnails(cacheFolder: nil).shrunk(
                Array(picture), to: PixelSize(width: longestEdge, height: longestEdge))
            return .made(made.map { .init(bytes: Data($0.bytes), mimeType: $0.mimeType) })
        } catch {
            return .failed(error.description)
        }
    }
}

extension ExplanationJob {
    /// Reads the file. Blocks its thread.
    func answer() throws -> ExplanationAnswer {
        let reader = TagReader(options: try Configuration.read().tagReading)
        do throws(MediaFileError) {
            return .explained(try location.explanation(by: reader).properties)
        } catch {
            return .failed("\(error); its values can only be explained while the file exists")
        }
    }
}

extension FileJob {
    /// Reads the file. Blocks its thread.
    func answer() throws -> FileAnswer {
        let reader = TagReader(options: try Configuration.read().tagReading)
        do throws(MediaFileError) {
            switch wish {
            case .facts:
                let file = try reader.read(place)
                return .facts(
                    file.facts, artwork: file.pictures.map(\.artwork),
                    explanation: try reader.explain(place).properties)
            case .picture(let kind):
                let pictures =
                    try place.isAddress
                    ? reader.pictures(at: place.description) : reader.read(place).pictures
                let picture =
                    kind.map { kind in pictures.first { $0.kind == kind } } ?? pictures.preferred
                return .picture(picture?.artwork, picture?.data ?? Data())
            }
        } catch {
            return .failed(error.description)
        }
    }
}

extension Configuration {
    var tagReading: TagReadingOptions {
        var options = TagReadingOptions()
        if let artistSeparators { options.artistSeparators = artistSeparators }
        if let artistExceptions { options.artistExceptions = artistExceptions }
        if let genreSeparators { options.genreSeparators = genreSeparators }
        return options
    }
}
