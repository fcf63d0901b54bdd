import Catalog
import MediaModel

// Playing, pausing, going from item to item, and to other places in an item.

extension QueuePlayer {
    /// Opens the item that is to play, without playing it.
    public func prepareToPlay() {
        queue.begin()
        loadIfNeeded()
    }

    /// Plays, from where it was paused or from the item's beginning.
    public func play() { play(at: nil) }

    /// Plays at a time by ``deviceCurrentTime``, so that several players begin together.
    public func play(atTime time: Double) { play(at: time) }

    private func play(at time: Double?) {
        endSeeking()
        let wasAtEnd = queue.current == nil
        queue.begin()
        guard let entry = queue.current else { return }
        if wasAtEnd { tell(.nowPlayingItemDidChange(entry)) }
        loadIfNeeded()
        engine.send(.resume(at: time))
        setState(.playing)
    }

    /// Stops sounding at once, and keeps the place.
    public func pause() {
        endSeeking()
        wasPlayingBeforeInterruption = false
        guard playbackState != .stopped else { return }
        engine.send(.pause)
        setState(.paused)
        keepBookmark()
    }

    /// Plays what is paused, and pauses what plays.
    public func togglePlayPause() {
        if playbackState == .playing { pause() } else { play() }
    }

    /// Stops, gives back the output, and goes to the item's beginning.
    public func stop() { stop(at: 0) }

    func stop(at time: Double) {
        endSeeking()
        keepBookmark()
        endListening(.other)
        wasPlayingBeforeInterruption = false
        unload()
        startTime = time
        setState(.stopped)
    }

    /// Goes on to the next item; behind the last one, stops.
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
    public func skipToBeginning() { goTo(0, isExact: true, completion: nil) }

    /// Makes an entry the one that plays.
    ///
    /// - Throws: ``PlayQueueError/noSuchEntry(_:)``.
    public func skip(to entry: PlayQueue.Entry.ID) throws(PlayQueueError) {
        guard queue.entry(entry) != nil else { throw .noSuchEntry(entry) }
        statuses[entry] = nil
        change(ending: .skip) { queue in
            // It is in the queue, as was just seen.
            try? queue.skip(to: entry)
        }
    }

    /// Goes elsewhere in the item.
    ///
    /// - Parameters:
    ///   - time: In seconds from the item's beginning; beyond its end the next item plays.
    ///   - isExact: To the sample; else to wherever near it is quick to go.
    /// - Returns: Whether it was done; not, when another seek took its place or the item changed.
    @discardableResult
    public func seek(to time: Double, isExact: Bool = true) async -> Bool {
        await withCheckedContinuation { goTo(time, isExact: isExact, completion: $0) }
    }

    func goTo(
        _ time: Double, isExact: Bool, completion: CheckedContinuation<Bool, Never>?
    ) {
        let time = max(0, time.isFinite ? time : 0)
        guard isLoaded else {
            startTime = time
            completion?.resume(returning: queue.current != nil)
            return tell(.timeJumped(time))
        }
        if let verdict = listening?.play(to: currentPlaybackTime) { note(verdict) }
        listening?.jump(to: time)
        lastTime = time
        seekCount += 1
        if let completion { seeks[seekCount] = completion }
        engine.send(.seek(time, isExact: isExact, id: seekCount))
        for observer in observers.values { observer.turned(at: time) }
        tell(.timeJumped(time))
        keepPosition(time)
    }

    // MARK: - Going fast

    /// Goes forward fast, with sound in between, until ``endSeeking()``.
    public func beginSeekingForward() { beginSeeking(.seekingForward, step: 2) }

    /// Goes back fast, with sound in between, until ``endSeeking()``.
    public func beginSeekingBackward() { beginSeeking(.seekingBackward, step: -2) }

    /// Ends going fast, and goes on as before.
    public func endSeeking() {
        guard let scanning else { return }
        scanning.cancel()
        self.scanning = nil
        if [.seekingForward, .seekingBackward].contains(playbackState) { setState(.playing) }
    }

    private func beginSeeking(_ state: PlaybackState, step: Double) {
        guard playbackState != .stopped, queue.current != nil else { return }
        scanning?.cancel()
        loadIfNeeded()
        engine.send(.resume(at: nil))
        setState(state)
        scanning = Task { [weak self] in
            while !Task.isCancelled {
                guard let self, await self.scan(step) else { return }
                do { try await Task.sleep(for: .milliseconds(250)) } catch { return }
            }
        }
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
        goTo(time, isExact: false, completion: nil)
        return true
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

    /// The current entry is another.
    func startCurrent() {
        let wasPlaying = playbackState == .playing
        unload(keepsOutput: queue.current != nil && wasPlaying)
        startTime = queue.current.map(beginning) ?? 0
        streamTitle = nil
        tell(.nowPlayingItemDidChange(queue.current))
        if queue.current == nil {
            setState(.stopped)
        } else if wasPlaying {
            loadIfNeeded()
            engine.send(.resume(at: nil))
        } else if playbackState == .paused {
            loadIfNeeded()
        }
        keepPosition()
    }

    func loadIfNeeded() {
        guard !isLoaded, let entry = queue.current else { return }
        if startTime == 0 { startTime = beginning(of: entry) }
        isLoaded = true
        generation += 1
        (feeding, named) = (nil, nil)
        loopsLeft = numberOfLoops
        lastTime = startTime
        listening = Listening(duration: entry.item.duration, from: startTime)
        engine.send(.load(entry, time: startTime, generation: generation))
    }

    func unload(keepsOutput: Bool = false) {
        guard isLoaded else { return }
        isLoaded = false
        generation += 1
        if !keepsOutput { engine.send(.stop) }
    }

    /// Where an entry begins: where it was left, if it is something spoken and not nearly at its end.
    func beginning(of entry: PlayQueue.Entry) -> Double {
        guard entry.item.keepsBookmark, let time = entry.item.bookmarkTime, time > 0,
            time < (entry.item.duration ?? .infinity) - 5
        else { return 0 }
        return time
    }
}
