/// An observer of certain times in playing.
struct TimeObserver: Sendable {
    let times: Times
    let continuation: AsyncStream<Double>.Continuation

    enum Times: Hashable, Sendable {
        /// All multiples of so many seconds, and every start, stop and jump.
        case periodic(Double)
        /// These, in seconds; only when playing comes by, not when it jumps over them.
        case boundaries([Double])
    }

    /// Playing continued from a time to another.
    func moved(from old: Double, to new: Double) {
        guard times.areMet(from: old, to: new) else { return }
        continuation.yield(new)
    }

    /// Playing started, stopped or jumped.
    func turned(at time: Double) {
        if case .periodic = times { continuation.yield(time) }
    }
}

extension TimeObserver.Times {
    /// Whether one of the times is after `old` and not after `new`.
    func areMet(from old: Double, to new: Double) -> Bool {
        switch self {
        case .periodic(let interval):
            (new / interval).rounded(.down) > (old / interval).rounded(.down)
        case .boundaries(let times): times.contains { $0 > old && $0 <= new }
        }
    }
}
