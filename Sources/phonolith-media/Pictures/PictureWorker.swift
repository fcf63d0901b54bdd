import ArgumentParser
import Blocking
import Foundation
import Synchronization
import Worker

/// What ``PictureSupervisor`` starts: takes jobs, a line of JSON each, and answers in lines of JSON.
struct PictureWorker: ParsableCommand {
    static let name = "make-pictures"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Make pictures for another process.", shouldDisplay: false)

    /// Frames of 8K in 10 bits on several threads stay below this.
    private static let memoryLimit: UInt64 = 6 << 30

    func run() throws {
        WorkerSide.begin(memoryLimit: Self.memoryLimit)
        let threads = BlockingThreads(name: "pictures", count: 1)
        defer { threads.end() }
        let work = Task(executorPreference: threads) { try await Self.work() }
        let interruption = Interruption { work.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        if WorkerSide.interruptions > 0 { work.cancel() }
        try Program.waiting { try await work.value }
    }

    @concurrent private static func work() async throws {
        while true {
            let line = WorkerSide.nextLine()
            let job = try JSONDecoder().decode(PictureJob.self, from: Data(line))
            let work = PictureWork(job) { answer in
                WorkerSide.send(Array(try JSONEncoder().encode(answer)))
            }
            try await work.run()
        }
    }
}
