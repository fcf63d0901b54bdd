import Foundation
import PhonolithMediaModel
import PhonolithWorker
import Testing

/// One job costs one worker at most.
@Suite(.timeLimit(.minutes(20))) struct JobSupervisorTests {
    private let supervisor = JobSupervisor(
        program: WorkerProgram(FakeWorker.path), arguments: ["worker"], silenceLimit: .seconds(60))

    /// The answers to a job, without the last, and why it failed.
    private func run(
        _ job: String, by supervisor: JobSupervisor? = nil
    ) throws -> (answers: [String], failure: JobFailure?) {
        var answers: [String] = []
        let failure = try (supervisor ?? self.supervisor).run(job) { (answer: String) in
            if answer == "done" { return true }
            answers.append(answer)
            return false
        }
        return (answers, failure)
    }

    @Test("jobs are answered one after the other by one worker")
    func jobs() throws {
        for job in ["one", "two"] { #expect(try run(job) == ([job], nil)) }
    }

    @Test(
        "a job that its worker dies of fails with the reason, and the next has another worker",
        arguments: [
            ("crash", "the decoder process crashed (Segmentation fault)"),
            (
                "kill",
                "the decoder process was killed, possibly because the system ran out of memory"
            ),
            ("exit", "the decoder process ended with code 7: no room"),
            ("garbage", "the decoder process sent an invalid message: 'no JSON  [2J'"),
            ("half", "the decoder process sent an invalid message: '\"half'"),
        ])
    func death(job: String, reason: String) throws {
        #expect(try run(job).failure?.description == reason)
        #expect(try run("next") == (["next"], nil))
    }

    @Test("a job that hangs fails when nothing has come for long enough")
    func hang() throws {
        let impatient = JobSupervisor(
            program: WorkerProgram(FakeWorker.path), arguments: ["worker"],
            silenceLimit: .seconds(2))
        #expect(try run("spin", by: impatient).failure == .silence(.seconds(2)))
        #expect(try run("next", by: impatient) == (["next"], nil))
    }

    @Test("an interruption ends a worker that does not listen, and later jobs are not begun")
    func interruption() throws {
        let failure = try supervisor.run("deaf") { (_: String) in
            supervisor.interrupt()
            return false
        }
        #expect(failure == .interrupted)
        #expect(try run("next").failure == .interrupted)
    }

    @Test("a job whose answer is refused is given up, and the next has another worker")
    func refusal() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            _ = try supervisor.run("one") { (_: String) in throw Refusal() }
        }
        #expect(try run("next") == (["next"], nil))
    }

    @Test("a program that is not there is an error, not a job that fails")
    func absent() {
        let supervisor = JobSupervisor(
            program: WorkerProgram("/nowhere/worker"), arguments: [], silenceLimit: .seconds(60))
        #expect(throws: WorkerError.self) { try run("one", by: supervisor) }
    }
}
