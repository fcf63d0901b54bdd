import PhonolithUsers
import Synchronization

/// Holds up who guesses passwords: after some failures from one address for one name, or for any names, tries are
/// refused for a while, whatever their password. Each call carries credentials, so that only failures count.
///
/// A try that is being checked counts as a failure until its outcome is known: tries beyond the free ones wait for
/// that, so that many at once are no more guesses than one after another.
package final class LoginThrottle: Sendable {
    /// The proof in a try: a right one forgets only failures of its kind, else the owner of an app password
    /// could guess the main one between uses of it.
    package enum Proof: Hashable, Sendable { case password, token }

    /// A client that tries to be a user.
    package struct Client: Hashable, Sendable {
        package let address: AddressPrefix
        /// `nil` for text that is no name: all of it is counted together.
        let name: UserName?
        let proof: Proof

        package init(address: String, name: String, proof: Proof = .password) {
            self.address = AddressPrefix(address)
            self.name = UserName(name)
            self.proof = proof
        }

        /// The keys under which failures are counted together. Tokens are too long to be guessed: an app with
        /// an old one holds up only that user's.
        fileprivate var keys: [Key] {
            let own = Key(address: address, client: self)
            return proof == .password ? [own, Key(address: address)] : [own]
        }
    }

    fileprivate struct Key: Hashable {
        var address: AddressPrefix
        /// `nil` for all clients of the address.
        var client: Client?

        var free: Int { client == nil ? LoginThrottle.freeOfAddress : LoginThrottle.free }
    }

    /// The result of a try.
    package enum Outcome: Sendable {
        case success, failure
        /// The password was not compared.
        case unknown
    }

    fileprivate struct Failures {
        var count: Int
        var last: Int
    }

    fileprivate struct State {
        var failures: [Key: Failures] = [:]
        /// How many are being checked.
        var tries: [Key: Int] = [:]
        /// Logins that wait for the end of another one of their address.
        var waiting: [AddressPrefix: [CheckedContinuation<Void, Never>]] = [:]
    }

    /// Failures of a client without a wait.
    package static let free = 5
    /// Failures of an address without a wait, whatever the names.
    package static let freeOfAddress = 20
    /// Largest number of tries of an address that wait for others.
    package static let mostWaiting = 32
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
    /// - Throws: `throttled` until a try counts, `crowded` where too many wait.
    package func begin(_ client: Client, now: () -> Int) async throws(AccessRefusal) {
        let keys = client.keys
        while true {
            let moment = now()
            let entry = state.withLock { $0.enter(client.address, keys, now: moment) }
            if try entry.get() { return }
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let waits = state.withLock { state in
                    guard state.isOccupied(keys) else { return false }
                    state.waiting[client.address, default: []].append(continuation)
                    return true
                }
                if !waits { continuation.resume() }
            }
        }
    }

    /// Ends a try that has begun.
    package func end(_ client: Client, _ outcome: Outcome, now: Int) {
        let keys = client.keys
        let waiting = state.withLock { state in
            switch outcome {
            case .success: state.failures[keys[0]] = nil
            case .failure: for key in keys { state.noteFailure(key, now: now) }
            case .unknown: break
            }
            for key in keys {
                let left = state.tries[key, default: 1] - 1
                state.tries[key] = left > 0 ? left : nil
            }
            return state.waiting.removeValue(forKey: client.address) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Forgets the failures before a right proof that was not begun.
    func noteSuccess(_ client: Client) {
        state.withLock { $0.failures[client.keys[0]] = nil }
    }
}

extension LoginThrottle.State {
    /// The seconds until a try counts; `nil` for one that does.
    fileprivate func wait(_ keys: [LoginThrottle.Key], now: Int) -> Int? {
        keys.compactMap { key -> Int? in
            guard let known = failures[key], known.count >= key.free else { return nil }
            // 1 s after the last free one, then twice as long after each.
            let pause = min(LoginThrottle.longest, 1 << min(known.count - key.free, 16))
            let left = known.last + pause - now
            return left > 0 ? left : nil
        }.max()
    }

    /// Whether a try has begun; `false` for one that has to wait.
    fileprivate mutating func enter(
        _ address: AddressPrefix, _ keys: [LoginThrottle.Key], now: Int
    ) -> Result<Bool, AccessRefusal> {
        if let seconds = wait(keys, now: now) { return .failure(.throttled(seconds)) }
        if isOccupied(keys) {
            let count = waiting[address]?.count ?? 0
            return count < LoginThrottle.mostWaiting ? .success(false) : .failure(.crowded)
        }
        for key in keys { tries[key, default: 0] += 1 }
        return .success(true)
    }

    /// Whether as many are being checked as may fail without a wait.
    fileprivate func isOccupied(_ keys: [LoginThrottle.Key]) -> Bool {
        keys.contains { key in
            (tries[key] ?? 0) >= max(1, key.free - (failures[key]?.count ?? 0))
        }
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
