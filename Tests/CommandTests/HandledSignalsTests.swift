import Foundation
import PhonolithCommandLineInterface
import PhonolithTestSupport
import Synchronization
import Testing

/// Signals that are handled and given back, again and again. That of urgent data does nothing by itself, so that one that is lost is
/// only not counted.
@Suite("Handled signals", .serialized, .timeLimit(.minutes(5))) struct HandledSignalsTests {
    private static let signal = SIGURG

    /// Counts the signals that a handler is told of.
    private final class Counter: Sendable {
        let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }

        func handled() -> HandledSignals {
            HandledSignals([HandledSignalsTests.signal]) { [self] _ in
                count.add(1, ordering: .relaxed)
            }
        }
    }

    /// Sends the signal, and waits until the counter has it.
    private func expectHandled(by counter: Counter, _ name: String) throws {
        let before = counter.value
        kill(getpid(), Self.signal)
        try eventually(within: .seconds(30), "\(name) is told") { counter.value > before }
    }

    /// What the signal does where nobody handles it.
    private var action: UInt {
        var action = sigaction()
        sigaction(Self.signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }

    /// Values that begin (positive) and end (negative) to handle the signal, in this order.
    @Test(
        "those that handle a signal are told of it, and no others, in whatever order they begin and end",
        arguments: [
            [1, -1], [1, -1, 2, -2], [1, 2, -2, -1], [1, 2, -1, -2], [1, 2, -1, 3, -2, -3],
            [1, 2, 3, -2, -1, -3], [1, 1, -1, 2, -2],
        ])
    func orders(_ steps: [Int]) throws {
        let before = action
        let counters = (0...3).map { _ in Counter() }
        var handling: [Int: [HandledSignals]] = [:]
        for step in steps {
            let number = abs(step)
            if step > 0 {
                handling[number, default: []].append(counters[number].handled())
            } else {
                handling.removeValue(forKey: number)?.forEach { $0.release() }
            }
            let others = (1...3).filter { handling[$0] == nil }.map { counters[$0] }
            let before = others.map(\.value)
            for number in handling.keys { try expectHandled(by: counters[number], "\(number)") }
            if handling.isEmpty { kill(getpid(), Self.signal) }
            #expect(others.map(\.value) == before)
        }
        #expect(action == before)
    }

    @Test("a signal that was given back is handled again at once, in each of many rounds")
    func rounds() throws {
        let before = action
        for round in 1...2000 {
            let counter = Counter()
            let signals = counter.handled()
            try expectHandled(by: counter, "round \(round)")
            signals.release()
            #expect(action == before)
        }
    }

    @Test("a value that is released twice takes nothing from the others")
    func twice() throws {
        let counter = Counter()
        let (first, second) = (Counter().handled(), counter.handled())
        first.release()
        first.release()
        try expectHandled(by: counter, "the other")
        second.release()
    }

    @Test("values that begin and end on several threads at once lose no signal")
    func threads() async throws {
        let before = action
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask {
                    for round in 1...200 {
                        let counter = Counter()
                        let signals = counter.handled()
                        try expectHandled(by: counter, "round \(round)")
                        signals.release()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(action == before)
    }
}
