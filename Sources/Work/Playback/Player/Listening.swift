import PhonolithMediaModel

/// For how long an item was listened to, and what that counts for.
///
/// An item was *played* when it came to its end, or when enough of it was heard. It was *skipped* when the user went on to
/// another item soon after its beginning, before it counted as played.
package struct Listening: Hashable, Sendable {
    /// In seconds; `nil` if unknown.
    package var duration: Double?
    /// How much of it was heard, in seconds; repeated parts count twice.
    package private(set) var heard = 0.0
    private var time: Double
    package private(set) var wasPlayed = false

    /// Begins to listen.
    ///
    /// - Parameter wasPlayed: Whether it continues a listening that was noted as a play.
    package init(duration: Double?, from time: Double = 0, wasPlayed: Bool = false) {
        self.duration = duration
        self.time = time
        self.wasPlayed = wasPlayed
    }

    /// The result to be noted.
    package enum Verdict: Hashable, Sendable {
        case played, skipped
    }

    package enum Ending: Hashable, Sendable {
        /// It came to its end.
        case end
        /// The user continued to another item.
        case skip
        /// The player was stopped, or could not continue.
        case other
    }

    /// Played on to a time.
    ///
    /// - Returns: ``Verdict/played`` when it counts as that from now on.
    package mutating func play(to time: Double) -> Verdict? {
        heard += max(0, time - self.time)
        self.time = time
        guard !wasPlayed, ListeningRule.isPlayed(heard: heard, of: duration) else { return nil }
        wasPlayed = true
        return .played
    }

    package mutating func jump(to time: Double) { self.time = time }

    package mutating func end(_ ending: Ending) -> Verdict? {
        guard !wasPlayed else { return nil }
        wasPlayed = true
        switch ending {
        case .end: return .played
        case .skip: return ListeningRule.isSkipped(heard: heard) ? .skipped : nil
        case .other: return nil
        }
    }
}
