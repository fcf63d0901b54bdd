import ArgumentParser
import FoundationEssentials
import PhonolithFiles
import PhonolithMediaModel
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
            }
        }
    }

    private static func send(_ answer: some Encodable) throws {
        WorkerSide.send(Array(try JSONEncoder().encode(answer)))
    }
}
