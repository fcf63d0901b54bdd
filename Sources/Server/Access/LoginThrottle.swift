import Synchronization

/// Holds up who guesses passwords: after some failures from one address for one name, tries are refused for a while,
/// whatever their password. Each call carries credentials, so that only failures count.
package final class LoginThrottle: Sendable {
    /// Whose failures are counted together.
    package struct Key: Hashable {
        package var address: String
        package var name: String

        package init(address: String, name: String) {
            self.address = address
            self.name = name
        }
    }

    private struct Failures {
        var count: Int
        var last: Int
    }

    /// So many failures are free.
    package static let free = 5
    /// The longest wait, in seconds; also how long failures are remembered.
    static let longest = 900
    /// An attacker with many addresses or names must not fill the memory.
    package static let most = 10_000

    private let failures = Mutex<[Key: Failures]>([:])

    package init() {}

    /// The seconds until a try counts; `nil` for one that does.
    ///
    /// - Parameter now: In seconds, by any clock that does not go back.
    package func wait(_ key: Key, now: Int) -> Int? {
        failures.withLock { failures in
            guard let known = failures[key], known.count >= Self.free else { return nil }
            // 1 s after the fifth, then twice as long after each.
            let pause = min(Self.longest, 1 << min(known.count - Self.free, 16))
            let left = known.last + pause - now
            return left > 0 ? left : nil
        }
    }

    package func noteFailure(_ key: Key, now: Int) {
        failures.withLock { failures in
            if failures.count >= Self.most, failures[key] == nil,
                let oldest = failures.min(by: { $0.value.last < $1.value.last })
            {
                failures[oldest.key] = nil
            }
            var known = failures[key] ?? Failures(count: 0, last: now)
            if now - known.last >= Self.longest { known.count = 0 }
            failures[key] = Failures(count: known.count + 1, last: now)
        }
    }

    /// Forgets all failures.
    func forget() { failures.withLock { $0.removeAll() } }

    func noteSuccess(_ key: Key) {
        failures.withLock { $0[key] = nil }
    }
}
