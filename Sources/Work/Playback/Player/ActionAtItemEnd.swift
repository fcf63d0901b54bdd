/// The action of a player at the end of an item; the counterpart of `AVPlayer.ActionAtItemEnd`.
public enum ActionAtItemEnd: String, Hashable, Sendable, CaseIterable {
    /// It plays the item that follows in the queue.
    case advance
    /// It pauses at the end of the item, which stays current.
    case pause
    /// It stays at the end of the item as a player that plays; a seek plays on from there.
    case none
}

extension QueuePlayer {
    /// Sets ``actionAtItemEnd``.
    public func setActionAtItemEnd(_ action: ActionAtItemEnd) { actionAtItemEnd = action }

    /// Whether the current item was played to its end and is to stay there.
    var staysAtEnd: Bool {
        guard actionAtItemEnd != .advance, let entry = queue.current else { return false }
        return !session.isFailed(entry)
    }

    /// Stays at the end of the current item, which was played.
    func stayAtEnd() {
        let end = currentDuration ?? lastTime
        unload(from: end, keepsOutput: true)
        lastTime = end
        if actionAtItemEnd == .pause { setState(.paused) }
        // A player that resumes the kept queue begins the item again.
        keepPosition(0)
    }
}
