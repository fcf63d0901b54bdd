import Foundation
import PhonolithMediaModel
import PhonolithWorker
import Testing

/// Workers for several jobs at once.
@Suite(.timeLimit(.minutes(20))) struct WorkerPoolTests {
    private func pool(_ program: MediaPath, limit: Int = 1) -> WorkerPool {
        WorkerPool(
            program: program, arguments: ["worker"], limit: limit, silenceLimit: .seconds(60),
            idleTime: .zero)
    }

    private func answer(to job: String, by pool: WorkerPool) async throws -> String {
        try await pool.run(job) { job in
            let answer = try await job.next(String.self)
            // The last one, for a worker that lives.
            _ = try await job.next(String.self)
            return answer
        }
    }

    @Test("an upgrade does not change the program of workers that are started after it")
    func upgrade() async throws {
        let copy = try FakeWorker.Copy()
        let pool = pool(copy.path)
        try copy.replace()
        #expect(try await answer(to: "one", by: pool) == "one")
        // Another worker.
        await #expect(throws: JobFailure.ended(.signalled(SIGSEGV), said: nil)) {
            try await answer(to: "crash", by: pool)
        }
        #expect(try await answer(to: "two", by: pool) == "two")
    }

    @Test("a job that its worker dies of leaves room for the next")
    func death() async throws {
        let pool = pool(FakeWorker.path)
        for _ in 0..<3 {
            await #expect(throws: JobFailure.ended(.exited(7), said: "no room")) {
                try await answer(to: "exit", by: pool)
            }
        }
        #expect(try await answer(to: "next", by: pool) == "next")
    }

    @Test("a program that is not there is an error that names it")
    func absent() async throws {
        await #expect(throws: WorkerError.self) {
            try await answer(to: "one", by: pool("/nowhere/worker"))
        }
    }
}
