import Synchronization

/// The token of the link that sets the owner's password, once.
final class SetupToken: Sendable {
    private let token = Mutex<String?>(nil)

    /// Makes a token instead of the one before.
    func renew() -> String {
        let word = SecretBytes.word()
        token.withLock { $0 = word }
        return word
    }

    func matches(_ text: String) -> Bool {
        guard let known = token.withLock({ $0 }) else { return false }
        return SecretBytes.areEqual(Array(known.utf8), Array(text.utf8))
    }

    /// Uses the token up.
    ///
    /// - Returns: Whether it was this one, and not used yet.
    func use(_ text: String) -> Bool {
        token.withLock { known in
            guard let word = known, SecretBytes.areEqual(Array(word.utf8), Array(text.utf8)) else {
                return false
            }
            known = nil
            return true
        }
    }
}
