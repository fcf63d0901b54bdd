/// Whether a player plays, or why it does not; the counterpart of `AVPlayer.TimeControlStatus`.
public enum TimeControlStatus: Hashable, Sendable {
    /// Stopped, paused or interrupted.
    case paused
    /// It would play, but waits.
    case waiting(Reason)
    /// Playing, or going fast forward or back.
    case playing

    /// The reason why a player waits; the counterpart of `AVPlayer.WaitingReason`.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The item is being opened (`evaluatingBufferingRate`).
        case opening
        /// The buffer is empty, and is filled for two seconds of sound (`toMinimizeStalls`).
        case buffering
    }
}

extension QueuePlayer {
    /// Whether it plays, or why it does not.
    public var timeControlStatus: TimeControlStatus {
        switch playbackState {
        case .stopped, .paused, .interrupted: .paused
        case .seekingForward, .seekingBackward: .playing
        case .playing: waitingReason.map(TimeControlStatus.waiting) ?? .playing
        }
    }

    private var waitingReason: TimeControlStatus.Reason? {
        guard let entry = queue.current else { return nil }
        if status(of: entry.id) == .unknown { return .opening }
        return session.isStalled ? .buffering : nil
    }

    /// Whether it would play, but waits for the item to be opened, or for more of it.
    public var isWaiting: Bool {
        if case .waiting = timeControlStatus { true } else { false }
    }

    /// The ranges of the current item that support seeking, in seconds from its beginning; empty for radio, and for what a
    /// server sends only as a whole.
    public var seekableTimeRanges: [ClosedRange<Double>] {
        guard canSeek, let duration = currentDuration, duration > 0 else { return [] }
        return [0...duration]
    }
}
