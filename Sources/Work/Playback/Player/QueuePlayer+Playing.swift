import PhonolithMediaModel

// Playing, pausing, going from item to item, and to other places in an item.

extension QueuePlayer {
    /// Opens the current item without playing it.
    public func prepareToPlay() {
        queue.begin()
        loadIfNeeded(plays: false)
    }

    /// Plays, from where it was paused or from the item's beginning.
    public func play() { play(at: nil, atRate: defaultRate) }

    /// Plays at a time by ``deviceCurrentTime``, so that several players begin together.
    public func play(atTime time: Double) { play(at: time, atRate: defaultRate) }

    /// Plays what there is of the item, at a speed, without waiting for as much as makes stalls unlikely.
    ///
    /// - Parameter rate: As of ``setRate(_:)``.
    public func playImmediately(atRate rate: Double = 1) {
        play(at: nil, atRate: rate, isImmediate: true)
    }

    private func play(at time: Double?, atRate rate: Double?, isImmediate: Bool = false) {
        guard !isClosed else { return }
        if let rate, playbackState != .playing || isImmediate { setRate(rate) }
        endSeeking()
        if playbackState == .stopped { session.forgetFailures() }
        let wasAtEnd = queue.current == nil
        queue.begin()
        guard let entry = queue.current else { return }
        if wasAtEnd { tell(.nowPlayingItemDidChange(entry)) }
        loadIfNeeded(plays: time == nil)
        engine.send(.resume(at: time, isImmediate: isImmediate))
        setState(.playing)
    }

    /// Pauses immediately, and keeps the position.
    public func pause() {
        endSeeking()
        wasPlayingBeforeInterruption = false
        guard playbackState != .stopped else { return }
        engine.send(.pause)
        setState(.paused)
        keepBookmark()
    }

    /// Toggles between playing and paused.
    public func togglePlayPause() {
        if playbackState == .playing { pause() } else { play() }
    }

    /// Stops, releases the output, and goes to the item's beginning.
    public func stop() { stop(at: nil) }

    func stop(at time: Double?) {
        endSeeking()
        keepBookmark()
        // An item that is continued later is listened to once.
        if time == nil { endListening(.other) } else { noteHeard() }
        wasPlayingBeforeInterruption = false
        // It is not waited for any more.
        hasLostServer = false
        unload(from: time)
        setState(.stopped)
    }

    /// Skips to the next item; after the last one the queue ends.
    public func skipToNextItem() {
        change(ending: .skip) { $0.skipToNext() }
    }

    /// Goes back to the item's beginning when it has played for more than 3 s, else to the item before.
    public func skipToPreviousItem() {
        let time = currentPlaybackTime
        guard time <= 3, let entry = queue.predecessor, entry.id != queue.current?.id else {
            return skipToBeginning()
        }
        change(ending: .skip) { $0.skipToPrevious(elapsed: time) }
    }

    /// Goes back to the item's beginning.
    public func skipToBeginning() { seek(to: 0) }

    /// Skips to an entry.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public func skip(to entry: PlayQueue.Entry.ID) throws(PlayQueueError) {
        guard queue.entry(entry) != nil else { throw .noSuchEntry(entry) }
        session.statuses[entry] = nil
        change(ending: .skip) { queue in
            // It is in the queue, as was just seen.
            try? queue.skip(to: entry)
        }
    }

    /// Skips to the entry of an item, the first if there are several; the counterpart of setting
    /// `MPMusicPlayerController.nowPlayingItem`.
    ///
    /// - Throws: ``PlayQueueError/Code/noSuchItem``.
    public func setNowPlayingItem(_ item: PlayerItem) throws(PlayQueueError) {
        guard let entry = queue.entry(of: item) else { throw .noSuchItem(item) }
        try skip(to: entry.id)
    }

    /// Goes elsewhere in the item; done at once, whatever the sound waits for. A later seek replaces an
    /// earlier one.
    ///
    /// - Parameters:
    ///   - time: In seconds from the item's beginning; beyond its end the next item plays.
    ///   - isExact: To the sample; else to wherever near it is quick to go.
    /// - Returns: Whether playing continues there; not in what cannot be sought, which plays on where it is.
    @discardableResult
    public func seek(to time: Double, isExact: Bool = true) -> Bool {
        guard !isClosed, let entry = queue.current, !session.isFailed(entry) else { return false }
        var time = max(0, time.isFinite ? time : 0)
        if case .readyToPlay(let information) = status(of: entry.id) {
            guard information.isSeekable else { return begin(again: time, information) }
            time = min(time, information.duration ?? .infinity)
        }
        guard isLoaded else {
            unload(from: time)
            jumped(to: time)
            // It was at the end of an item.
            if plays { loadIfNeeded(plays: true) }
            return true
        }
        noteHeard()
        session.begin()
        place(entry, at: time)
        engine.send(
            .seek(
                entry,
                EnginePlace(
                    time: time, isExact: isExact, plays: plays, generation: session.generation)))
        jumped(to: time)
        return true
    }

    /// An item that is sent only as a whole can be sent again.
    private func begin(again time: Double, _ information: PlayerItemInformation) -> Bool {
        guard time == 0, information.duration != nil else { return false }
        if isLoaded { reload(at: 0) } else { unload(from: 0) }
        jumped(to: 0)
        if plays { loadIfNeeded(plays: true) }
        return true
    }

    /// The engine begins with the entry again.
    func reload(at time: Double) {
        guard isLoaded else { return }
        noteHeard()
        loading = .unloaded(from: time)
        loadIfNeeded(plays: plays)
    }

    func jumped(to time: Double) {
        listening?.jump(to: time)
        lastTime = time
        for observer in observers.values { observer.turned(at: time) }
        tell(.timeJumped(time))
        keepPosition(time)
    }

    // MARK: - Going fast

    /// Fast-forwards, with audible parts, until ``endSeeking()``.
    public func beginSeekingForward() { beginSeeking(.seekingForward, step: 2) }

    /// Rewinds, with audible parts, until ``endSeeking()``.
    public func beginSeekingBackward() { beginSeeking(.seekingBackward, step: -2) }

    /// Stops fast-forwarding or rewinding, and continues as before.
    public func endSeeking() {
        guard let scanning else { return }
        scanning.task.cancel()
        self.scanning = nil
        guard [.seekingForward, .seekingBackward].contains(playbackState) else { return }
        if scanning.wasPaused { engine.send(.pause) }
        setState(scanning.wasPaused ? .paused : .playing)
    }

    struct Scanning {
        let task: Task<Void, Never>
        /// Whether the player was paused when it began.
        let wasPaused: Bool
    }

    private func beginSeeking(_ state: PlaybackState, step: Double) {
        guard playbackState != .stopped, playbackState != .interrupted, queue.current != nil
        else { return }
        let wasPaused = scanning?.wasPaused ?? (playbackState == .paused)
        scanning?.task.cancel()
        loadIfNeeded(plays: true)
        engine.send(.resume(at: nil))
        setState(state)
        let task = Task { [weak self] in
            while !Task.isCancelled {
                guard let self, await self.scan(step) else { return }
                do { try await Task.sleep(for: .milliseconds(250)) } catch { return }
            }
        }
        scanning = Scanning(task: task, wasPaused: wasPaused)
    }

    /// - Returns: Whether there is more.
    private func scan(_ step: Double) -> Bool {
        let time = currentPlaybackTime + step
        if time <= 0 {
            skipToBeginning()
            endSeeking()
            return false
        }
        if let duration = currentDuration, time >= duration {
            endSeeking()
            skipToNextItem()
            return false
        }
        return seek(to: time, isExact: false)
    }

    // MARK: - Changing what plays

    /// Changes the queue, and plays what is current then, if something played.
    func change(ending: Listening.Ending, _ body: (inout PlayQueue) -> Void) {
        endSeeking()
        keepBookmark()
        endListening(ending)
        body(&queue)
        startCurrent()
    }

    /// The current entry is another; a playing player plays on with it, a waiting one waits with it.
    func startCurrent() {
        let wasActive = playbackState != .stopped
        let isEnd = queue.current == nil
        unload(from: nil, keepsOutput: wasActive && !isEnd)
        streamTitle = nil
        tell(.nowPlayingItemDidChange(queue.current))
        if isEnd {
            setState(.stopped)
        } else if wasActive {
            loadIfNeeded(plays: plays)
        }
        keepPosition()
        if isEnd, wasActive { tell(.queueDidEnd) }
    }

    /// Whether the engine is to play.
    var plays: Bool {
        switch playbackState {
        case .playing, .seekingForward, .seekingBackward: true
        case .stopped, .paused, .interrupted: false
        }
    }

    func loadIfNeeded(plays: Bool) {
        guard case .unloaded(let start) = loading, let entry = queue.current else { return }
        let time = start ?? beginning(of: entry)
        loading = .loaded
        session.begin()
        session.loopsLeft = numberOfLoops
        lastTime = time
        beginListening(to: entry, at: start)
        place(entry, at: time)
        engine.send(
            .load(entry, EnginePlace(time: time, plays: plays, generation: session.generation)))
    }

    /// Begins to listen, or continues what was not ended.
    ///
    /// - Parameter time: The place where playing begins; `nil` for the item's own.
    func beginListening(to entry: PlayQueue.Entry, at time: Double?) {
        let duration = entry.item.duration
        if listening != nil, let time {
            listening?.jump(to: time)
        } else if let time {
            listening = Listening(duration: duration, from: time)
        } else {
            listening = Listening(duration: duration, from: beginning(of: entry))
        }
    }

    /// - Parameters:
    ///   - time: Where playing will begin; `nil` for where the item does.
    ///   - keepsOutput: Whether something else is loaded at once.
    func unload(from time: Double?, keepsOutput: Bool = false) {
        guard !isClosed else { return }
        if isLoaded, !keepsOutput { engine.send(.stop) }
        loading = .unloaded(from: time)
        place(queue.current, at: time ?? queue.current.map(beginning) ?? 0)
    }

    /// Playing is there from now on, for all who look; the engine comes to it when it can.
    private func place(_ entry: PlayQueue.Entry?, at time: Double) {
        session.generation += 1
        endWaiting(isReady: false)
        session.isStalled = false
        engine.place(entry?.id, at: time, generation: session.generation)
    }

    /// Where an entry begins: where it was left, if it is something spoken and not nearly at its end.
    func beginning(of entry: PlayQueue.Entry) -> Double {
        guard entry.item.keepsBookmark, let time = entry.item.bookmarkTime, time > 0,
            time < (entry.item.duration ?? .infinity) - 5
        else { return 0 }
        return time
    }
}
