import Synchronization

/// Holds up who guesses passwords: after some failures from one address for one name, tries are refused for a while,
/// whatever their password. Each call carries credentials, so that only failures count.
///
/// A try that is being checked counts as a failure until its outcome is known: tries beyond the free ones wait for
/// that, so that many at once are no more guesses than one after another.
package final class LoginThrottle: Sendable {
    /// Whose failures are counted together.
    package struct Key: Hashable, Sendable {
        package var address: String
        package var name: String

        package init(address: String, name: String) {
            self.address = address
            self.name = name
        }
    }

    /// What became of a try.
    package enum Outcome: Sendable {
        case success, failure
        /// The password was not compared.
        case unknown
    }

    fileprivate struct Failures {
        var count: Int
        var last: Int
    }

    /// Tries that are being checked, and what waits for their outcome.
    fileprivate struct Tries {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    fileprivate enum Entry {
        case admitted, occupied
        case refused(Int)
    }

    fileprivate struct State {
        var failures: [Key: Failures] = [:]
        var tries: [Key: Tries] = [:]
    }

    /// So many failures are free.
    package static let free = 5
    /// The longest wait, in seconds; also how long failures are remembered.
    package static let longest = 900
    /// An attacker with many addresses or names must not fill the memory.
    package static let most = 10_000

    private let state = Mutex(State())

    package init() {}

    /// Begins a try, once those that are being checked leave room for it. Each one that is begun must be ended with
    /// ``end(_:_:now:)``.
    ///
    /// - Parameter now: In seconds, by any clock that does not go back.
    /// - Returns: `nil` for a try that has begun; otherwise the seconds until one counts.
    package func begin(_ key: Key, now: () -> Int) async -> Int? {
        while true {
            let moment = now()
            switch state.withLock({ $0.enter(key, now: moment) }) {
            case .admitted: return nil
            case .refused(let seconds):
                // So are all that wait.
                let waiting = state.withLock { $0.waiting(of: key) }
                for continuation in waiting { continuation.resume() }
                return seconds
            case .occupied: await turn(of: key)
            }
        }
    }

    /// Ends a try that has begun.
    package func end(_ key: Key, _ outcome: Outcome, now: Int) {
        let waiting = state.withLock { state in
            switch outcome {
            case .success: state.failures[key] = nil
            case .failure: state.noteFailure(key, now: now)
            case .unknown: break
            }
            return state.leave(key)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The seconds until a try counts; `nil` for one that does.
    ///
    /// - Parameter now: In seconds, by any clock that does not go back.
    package func wait(_ key: Key, now: Int) -> Int? {
        state.withLock { $0.wait(key, now: now) }
    }

    package func noteFailure(_ key: Key, now: Int) {
        state.withLock { $0.noteFailure(key, now: now) }
    }

    /// Forgets the failures before a right one.
    func noteSuccess(_ key: Key) { state.withLock { $0.failures[key] = nil } }

    /// Returns when a try of the same has ended.
    private func turn(of key: Key) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isWaiting = state.withLock { state in
                guard state.tries[key] != nil else { return false }
                state.tries[key]?.waiting.append(continuation)
                return true
            }
            if !isWaiting { continuation.resume() }
        }
    }
}

extension LoginThrottle.State {
    fileprivate func wait(_ key: LoginThrottle.Key, now: Int) -> Int? {
        guard let known = failures[key], known.count >= LoginThrottle.free else { return nil }
        // 1 s after the fifth, then twice as long after each.
        let pause = min(LoginThrottle.longest, 1 << min(known.count - LoginThrottle.free, 16))
        let left = known.last + pause - now
        return left > 0 ? left : nil
    }

    fileprivate mutating func enter(_ key: LoginThrottle.Key, now: Int) -> LoginThrottle.Entry {
        if let seconds = wait(key, now: now) { return .refused(seconds) }
        guard (tries[key]?.count ?? 0) < room(of: key) else { return .occupied }
        tries[key, default: LoginThrottle.Tries()].count += 1
        return .admitted
    }

    /// How many tries may be checked at once.
    private func room(of key: LoginThrottle.Key) -> Int {
        max(1, LoginThrottle.free - (failures[key]?.count ?? 0))
    }

    /// Returns those whose turn it is, which are no more than there is room for: each leaves in turn.
    fileprivate mutating func leave(
        _ key: LoginThrottle.Key
    ) -> [CheckedContinuation<Void, Never>] {
        guard var left = tries[key] else { return [] }
        left.count -= 1
        let turn = Array(left.waiting.prefix(max(0, room(of: key) - left.count)))
        left.waiting.removeFirst(turn.count)
        tries[key] = left.count > 0 || !left.waiting.isEmpty ? left : nil
        return turn
    }

    fileprivate mutating func waiting(
        of key: LoginThrottle.Key
    ) -> [CheckedContinuation<Void, Never>] {
        guard var left = tries[key] else { return [] }
        let waiting = left.waiting
        left.waiting = []
        tries[key] = left.count > 0 ? left : nil
        return waiting
    }

    fileprivate mutating func noteFailure(_ key: LoginThrottle.Key, now: Int) {
        if failures.count >= LoginThrottle.most, failures[key] == nil,
            let oldest = failures.min(by: { $0.value.last < $1.value.last })
        {
            failures[oldest.key] = nil
        }
        var known = failures[key] ?? LoginThrottle.Failures(count: 0, last: now)
        if now - known.last >= LoginThrottle.longest { known.count = 0 }
        failures[key] = LoginThrottle.Failures(count: known.count + 1, last: now)
    }
}
