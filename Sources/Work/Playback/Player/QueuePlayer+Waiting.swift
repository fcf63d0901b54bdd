// Waiting for the sound of a place.

/// A task that waits for sound.
struct SoundWaiter: Sendable {
    /// Whether it waits for as much as makes stalls unlikely.
    let wantsToKeepUp: Bool
    let continuation: AsyncStream<Bool>.Continuation
}

extension QueuePlayer {
    /// Goes elsewhere in the item, as ``seek(to:isExact:)`` does, and returns when its sound is there; a player that does not play
    /// opens the item. The counterpart of `AVPlayer.seek(to:completionHandler:)`.
    ///
    /// - Returns: Whether it is there; not where the item cannot be sought or played, and where something else came first: another
    ///   seek or item, a stop, the end of the task.
    public func seekUntilReady(to time: Double, isExact: Bool = true) async -> Bool {
        guard seek(to: time, isExact: isExact) else { return false }
        loadIfNeeded(plays: plays)
        return await waitForSound(keepingUp: false)
    }

    /// Opens the current item without playing it, and returns when ``play()`` is heard at once; the counterpart of
    /// `AVPlayer.preroll(atRate:completionHandler:)`.
    ///
    /// - Returns: Whether it can be played now; as of ``seekUntilReady(to:isExact:)``.
    public func preroll() async -> Bool {
        prepareToPlay()
        return await waitForSound(keepingUp: true)
    }

    /// Whether a task waits for sound.
    package var isWaitedFor: Bool { !waiting.isEmpty }

    private func waitForSound(keepingUp: Bool) async -> Bool {
        guard isLoaded, let entry = queue.current, !session.isFailed(entry) else { return false }
        listenerCount += 1
        let number = listenerCount
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        waiting[number] = SoundWaiter(wantsToKeepUp: keepingUp, continuation: continuation)
        answerWaiting()
        defer { waiting[number] = nil }
        // It ends without an element when the task is cancelled.
        for await isReady in stream { return isReady }
        return false
    }

    /// Answers those whose sound is there.
    func answerWaiting() {
        let snapshot = engine.snapshot
        guard !waiting.isEmpty, isLoaded, snapshot.generation == session.generation,
            snapshot.hasSound
        else { return }
        for (number, waiter) in waiting
        where !waiter.wantsToKeepUp || snapshot.isLikelyToKeepUp {
            waiter.continuation.yield(true)
            waiting[number] = nil
        }
    }

    /// The sound that was waited for does not come, or does not matter any more.
    func endWaiting(isReady: Bool) {
        for waiter in waiting.values { waiter.continuation.yield(isReady) }
        waiting = [:]
    }
}
