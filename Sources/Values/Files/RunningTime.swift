internal import Synchronization

/// How long this process has run since the value was made: time spent stopped (Ctrl-Z), frozen, or asleep with the
/// machine does not count, so that no limit of time strikes after a pause.
///
/// The system does not report pauses. So the owner looks often, and a longer gap between two looks counts as
/// `longestGap`.
package final class RunningTime: Sendable {
    private struct State {
        var elapsed = Duration.zero
        /// When the last pause ended; the beginning where there was none.
        var resumed: ContinuousClock.Instant
        var looked: ContinuousClock.Instant
    }

    private let state: Mutex<State>
    private let longestGap: Duration

    package init(longestGap: Duration = .seconds(2), now: ContinuousClock.Instant = .now) {
        self.longestGap = longestGap
        state = Mutex(State(resumed: now, looked: now))
    }

    /// Looks: how long the process has run.
    package func elapsed(now: ContinuousClock.Instant = .now) -> Duration {
        look(now).elapsed
    }

    /// Looks: how long the process has run without a pause.
    package func sincePause(now: ContinuousClock.Instant = .now) -> Duration {
        look(now).resumed.duration(to: now)
    }

    private func look(_ now: ContinuousClock.Instant) -> State {
        state.withLock { state in
            let gap = state.looked.duration(to: now)
            if gap > longestGap { state.resumed = now }
            state.elapsed += max(.zero, min(gap, longestGap))
            state.looked = max(state.looked, now)
            return state
        }
    }
}
