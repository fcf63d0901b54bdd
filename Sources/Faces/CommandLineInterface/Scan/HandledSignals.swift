import Dispatch
import Glibc
import Synchronization

/// Signals that the process handles itself, instead of what they do by themselves.
package struct HandledSignals: Sendable {
    private let numbers: [Int32]
    private let id: Int
    private static let count = Atomic(0)

    /// Handles signals from now on. Blocks its thread until the system passes them on, some milliseconds on a busy machine.
    ///
    /// Until that moment the signals do what they did: none is lost. (Ignored meanwhile, a Ctrl-C would be.) Several values can handle
    /// the same signal: all of them are told of it.
    ///
    /// - Parameter handler: Called on a thread of its own queue, with the number of the signal.
    package init(_ numbers: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        self.numbers = numbers
        id = Self.count.add(1, ordering: .relaxed).newValue
        for number in numbers { TakenSignal.add(handler, id, of: number) }
    }

    /// Has the signals do what they did before, unless another value handles them.
    package func release() {
        for number in numbers { TakenSignal.remove(id, of: number) }
    }
}

/// A signal that Dispatch takes from the system, as long as anybody handles it.
///
/// Unchecked, because it is only used with the lock of `all`; the queue of the source has the handlers, which have their own.
private final class TakenSignal: @unchecked Sendable {
    private let number: Int32
    /// Kept as long as the process runs: Dispatch would give the signal back later than it is told to, and a source that is made
    /// meanwhile would lose it. Without handlers it is told of nothing, because the signal does what it did before.
    private let source: any DispatchSourceSignal
    private let handlers = Handlers()
    /// The action of the signal without handlers.
    private var own = sigaction()
    /// The action of Dispatch, once Dispatch has taken the signal.
    private var taken = sigaction()
    private var wasTaken = false

    private final class Handlers: Sendable {
        let byID = Mutex<[Int: @Sendable (Int32) -> Void]>([:])
    }

    private static let all = Mutex<[Int32: TakenSignal]>([:])

    static func add(_ handler: @escaping @Sendable (Int32) -> Void, _ id: Int, of number: Int32) {
        all.withLock { all in
            let signal = all[number] ?? TakenSignal(number)
            all[number] = signal
            let isFirst = signal.handlers.byID.withLock { handlers in
                defer { handlers[id] = handler }
                return handlers.isEmpty
            }
            if isFirst { signal.take() }
        }
    }

    static func remove(_ id: Int, of number: Int32) {
        all.withLock { all in
            guard let signal = all[number] else { return }
            let isLast = signal.handlers.byID.withLock { handlers in
                handlers.removeValue(forKey: id) != nil && handlers.isEmpty
            }
            if isLast { sigaction(number, &signal.own, nil) }
        }
    }

    private init(_ number: Int32) {
        self.number = number
        source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler { [handlers] in
            for handle in handlers.byID.withLock({ Array($0.values) }) { handle(number) }
        }
    }

    private func take() {
        if wasTaken {
            sigaction(number, &taken, &own)
            return
        }
        sigaction(number, nil, &own)
        let isTaken = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { isTaken.signal() }
        source.resume()
        isTaken.wait()
        sigaction(number, nil, &taken)
        wasTaken = true
    }
}

/// How often the user has interrupted the process, or the system wanted it to end; nothing else happens then.
final class InterruptionCount {
    private let signals: HandledSignals
    private let count = Count()

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    var value: Int { count.value.load(ordering: .relaxed) }

    init() {
        let count = count
        signals = HandledSignals([SIGINT, SIGTERM]) { _ in count.value.add(1, ordering: .relaxed) }
    }

    deinit { signals.release() }
}
