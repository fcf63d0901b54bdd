import Foundation
import PhonolithFiles
import Synchronization
import Testing

@Suite("Threads and what they wait for") struct ThreadTests {
    @Test(
        "a thread has its name, of which the system shows 15 bytes",
        arguments: [("play", "play"), ("a-name-that-is-too-long", "a-name-that-is-")])
    func name(given: String, shown: String) async {
        let name = await withCheckedContinuation { continuation in
            BlockingThread.start(named: given) {
                let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
                continuation.resume(returning: text)
            }
        }
        #expect(name == shown + "\n")
    }

    @Test("a condition hands over what one thread has to another, in order")
    func handOver() async {
        let condition = ThreadCondition()
        let inbox = Shared<[Int]>([])
        let taken = await withCheckedContinuation { continuation in
            BlockingThread.start(named: "takes") {
                var taken: [Int] = []
                condition.withLock {
                    while taken.count < 100 {
                        let new = inbox.value.withLock { inbox in
                            defer { inbox = [] }
                            return inbox
                        }
                        taken += new
                        condition.broadcast()
                        if new.isEmpty { condition.wait() }
                    }
                }
                continuation.resume(returning: taken)
            }
            BlockingThread.start(named: "gives") {
                for number in 0..<100 {
                    condition.withLock {
                        inbox.value.withLock { $0.append(number) }
                        condition.signal()
                    }
                }
            }
        }
        #expect(taken == Array(0..<100))
    }

    @Test("nobody signals: the wait ends at its time, and not before", arguments: [-1, 0, 0.05])
    func timeout(seconds: Double) {
        let condition = ThreadCondition()
        let end = SuspendingClock.now + .seconds(seconds)
        let wasSignalled = condition.withLock { condition.wait(until: end) }
        #expect(!wasSignalled)
        #expect(SuspendingClock.now >= end)
    }

    @Test("a lock is one thread's, which may take it again")
    func recursion() async {
        let lock = RecursiveLock()
        let count = Shared(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<1_000 {
                        lock.withLock {
                            let before = count.value.withLock(\.self)
                            lock.withLock { count.value.withLock { $0 = before + 1 } }
                        }
                    }
                }
            }
        }
        #expect(count.value.withLock(\.self) == 4_000)
    }
}

@Suite("The local clock", .serialized) struct LocalClockTests {
    /// Moments of both halves of the year, and of the hours that a clock skips or shows twice, as `date` of GNU shows them.
    @Test(
        "shows what the system's own program shows",
        arguments: [0, 1_711_846_799, 1_711_846_800, 1_730_000_000, 1_729_990_800, 1_900_000_000])
    func local(second: Int) throws {
        let date = Process()
        let output = Pipe()
        date.executableURL = URL(filePath: "/usr/bin/date")
        date.arguments = ["-d", "@\(second)", "+%Y-%m-%d %H.%M.%S"]
        date.standardOutput = output
        try date.run()
        let shown = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        date.waitUntilExit()
        #expect(Date(timeIntervalSince1970: Double(second)).localFileName + "\n" == shown)
    }

    @Test(
        "has the name of its zone in every form that tzset(3) takes",
        arguments: [
            (nil, "/usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"), (nil, nil, "UTC"),
            ("", "/usr/share/zoneinfo/Etc/UTC", "Etc/UTC"), ("Asia/Tokyo", nil, "Asia/Tokyo"),
            (":Asia/Tokyo", "/usr/share/zoneinfo/Europe/Berlin", "Asia/Tokyo"),
            ("/usr/share/zoneinfo/Asia/Tokyo", nil, "Asia/Tokyo"),
            (":/etc/localtime", "../usr/share/zoneinfo/Europe/Berlin", "Europe/Berlin"),
            ("CET-1CEST", "/usr/share/zoneinfo/Asia/Tokyo", "CET-1CEST"), (nil, "/srv/zone", "UTC"),
        ] as [(String?, String?, String)])
    func zoneName(variable: String?, localTime: String?, name: String) {
        #expect(WallClock.zoneName(of: variable, localTime: localTime) == name)
    }

    @Test("is read as it shows", arguments: [0, 1_700_000_000, 1_720_000_000, 1_900_000_000])
    func roundTrip(second: Double) {
        let moment = Date(timeIntervalSince1970: second)
        let written = moment.addingTimeInterval(
            Double(TimeZone.current.secondsFromGMT(for: moment)))
        #expect(Date(localTime: written) == moment)
    }
}

private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}
