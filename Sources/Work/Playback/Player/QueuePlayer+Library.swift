import PhonolithMediaModel
internal import PhonolithSound

// The library's record of playing: counts, bookmarks, and the queue itself.

extension QueuePlayer {
    /// Stops, saves the position for ``resumeKeptQueue()``, waits until all that was played is noted, and gives
    /// everything back. Nothing can be played afterwards.
    public func close() async {
        if !isClosed {
            let time = currentPlaybackTime
            stop(at: time)
            loading = .closed(at: time)
            requests?.cancel()
            engine.send(.end)
        }
        await engine.waitForEnd()
        playsLost = await library?.finish()
        for listener in listeners.values { listener.finish() }
        for observer in observers.values { observer.continuation.finish() }
        (listeners, observers) = ([:], [:])
    }

    /// Restores the queue saved in the library, at its position, without playing it.
    ///
    /// - Parameters:
    ///   - shuffleMode: Shuffles the queue, or restores its order; `nil` keeps its mode. A queue without a position begins with
    ///     the first entry of that order.
    ///   - seed: The same seed gives the same order; random by default.
    /// - Returns: Whether there was a saved queue.
    /// - Throws: ``QueuePlayerError`` for a library that cannot be read. Not typed: Swift 6.3.1 crashes where it optimises a caller.
    @discardableResult
    public func resumeKeptQueue(
        shuffleMode: PlayQueue.ShuffleMode? = nil, seed: UInt64 = .random(in: 0 ... .max)
    ) async throws -> Bool {
        guard let library else { return false }
        let kept: KeptQueue
        do {
            kept = try await library.keptQueue()
        } catch {
            throw QueuePlayerError.libraryFailed(error)
        }
        if library.keepsQueue { takeRequests() }
        var queue = kept.queue
        guard !queue.isEmpty else { return false }
        if let shuffleMode { queue.shuffle(shuffleMode, seed: seed) }
        queue.begin()
        replaceQueue(
            queue, from: kept.time > 0 ? kept.time : nil, isCounted: kept.isCounted)
        return true
    }

    /// Remembers the devices as the choice of the library's user, after what was to be written before.
    ///
    /// - Returns: Whether there is a library.
    /// - Throws: `CatalogError`.
    package func rememberOutputDevices() async throws -> Bool {
        guard let library else { return false }
        try await library.rememberOutputDevices(outputDevices)
        return true
    }

    // MARK: - Counts

    func endListening(_ ending: Listening.Ending) {
        if ending != .end { noteHeard() }
        // An item that cannot be played is not skipped.
        let couldPlay = queue.current.map { !session.isFailed($0) } ?? true
        if let verdict = listening?.end(couldPlay ? ending : .other) { note(verdict) }
        listening = nil
    }

    /// Notes what was heard up to now.
    func noteHeard() {
        guard isLoaded, let verdict = listening?.play(to: currentPlaybackTime) else { return }
        note(verdict)
    }

    func note(_ verdict: Listening.Verdict) {
        guard let id = queue.current?.item.persistentID else { return }
        library?.note(NotedPlay(item: id, verdict: verdict), onFailure: tellFailure)
    }

    /// Reports a failed write to the listeners.
    var tellFailure: PlayerLibrary.FailureHandler {
        { [weak self] error in await self?.tell(.libraryFailed(String(describing: error))) }
    }

    /// Spoken things continue where they were left.
    func keepBookmark() {
        guard isLoaded, let entry = queue.current, entry.item.keepsBookmark,
            let id = entry.item.persistentID
        else { return }
        let time = currentPlaybackTime
        queue.update(entry.id) { $0.bookmarkTime = time }
        library?.keepBookmark(time, of: id, onFailure: tellFailure)
    }

    // MARK: - The queue

    func keepQueue() {
        guard let library, library.keepsQueue, !isClosed else { return }
        takeRequests()
        keepingCount += 1
        var kept = keptQueue()
        let requests = doneRequests.map(\.id)
        if let program = doneRequests.last?.program { kept.changedBy = program }
        doneRequests = []
        library.keep(kept, for: requests, onFailure: tellFailure)
    }

    /// - Parameter time: Where playing will be, where that is not known to the engine yet.
    func keepPosition(_ time: Double? = nil) {
        guard let library, library.keepsQueue, !isClosed else { return }
        lastKeepingTime = AudioClock.now
        library.keepPosition(keptQueue(time), onFailure: tellFailure)
    }

    /// The queue as the library keeps it: without sounds that are nowhere but in memory.
    private func keptQueue(_ time: Double? = nil) -> KeptQueue {
        var kept = KeptQueue(queue.withoutBytes, time: keptTime(time))
        if kept.queue.current?.id == queue.current?.id {
            kept.isCounted = listening?.wasPlayed ?? false
        } else {
            kept.time = 0
        }
        kept.changedBy = programName
        return kept
    }

    /// Where playing is to continue: a stream without end continues live.
    private func keptTime(_ time: Double? = nil) -> Double {
        if let entry = queue.current, case .readyToPlay(let information) = status(of: entry.id),
            !information.isSeekable, information.duration == nil
        {
            return 0
        }
        return time ?? currentPlaybackTime
    }

    /// Keeps the place now and then while it moves, so that a player that is killed loses seconds only.
    func keepPlaceIfDue() {
        guard AudioClock.now - lastKeepingTime >= 5 else { return }
        lastKeepingTime = AudioClock.now
        keepBookmark()
        keepPosition()
    }
}
