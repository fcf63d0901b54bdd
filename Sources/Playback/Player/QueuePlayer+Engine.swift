import Catalog
import MediaModel

// What the engine tells, and what follows from it.

extension QueuePlayer {
    func handle(_ event: EngineEvent) {
        switch event {
        case .feeding(let entry, let generation) where generation == self.generation:
            // Loops are counted where they are decoded, which may be well before they are heard.
            loopsLeft =
                entry.id == feeding?.id ? loopsLeft - (loopsLeft > 0 ? 1 : 0) : numberOfLoops
            feeding = entry
            named = nil
            nameNext(always: true)
        case .ready(let entry, let information, let generation) where generation == self.generation:
            ready(entry, information)
        case .failed(let entry, let error, let generation) where generation == self.generation:
            statuses[entry.id] = .failed(error)
            tell(.itemStatusDidChange(entry, .failed(error)))
        case .ended(let entry, let generation) where generation == self.generation:
            ended(entry)
        case .began(let entry, let generation) where generation == self.generation:
            began(entry)
        case .finished(let generation) where generation == self.generation: finished()
        case .stalled(let generation) where generation == self.generation: tell(.playbackStalled)
        case .keptUp(let generation) where generation == self.generation:
            tell(.playbackLikelyToKeepUp)
        case .seekEnded(let id, let isFinished):
            seeks.removeValue(forKey: id)?.resume(returning: isFinished)
        case .streamTitle(let title, let entry, let generation)
        where generation == self.generation && entry.id == queue.current?.id:
            streamTitle = title
            tell(.streamTitleDidChange(title))
        case .progress(let generation):
            engine.readProgress()
            if generation == self.generation { progressed() }
        case .output(let event): handle(event)
        case .outputFailed(let error, let generation) where generation == self.generation:
            isLoaded = false
            tell(.outputFailed(error))
            setState(.stopped)
        default: break
        }
    }

    /// Tells the engine what follows what it decodes, where that has changed.
    func nameNext(always: Bool = false) {
        guard isLoaded, let feeding else { return }
        if feeding.id != queue.current?.id, !isFollowing(feeding) { return reload() }
        let next = follower(of: feeding)
        guard always || next != named else { return }
        named = next
        engine.send(
            .setNext(next, time: next.map(beginning) ?? 0, generation: generation))
    }

    /// Whether the entry that is being decoded may still come next.
    ///
    /// Entries that failed in between do not matter: the one that is being decoded may be one of them.
    private func isFollowing(_ entry: PlayQueue.Entry) -> Bool {
        var copy = queue
        // Readers are ahead of what is heard by some short items at most.
        var left = 8
        while left > 0 {
            let before = copy.current
            if copy.repeatMode != .one || before.map(isFailed) == true {
                copy.skipToNextWithoutRepeat()
            }
            guard let next = copy.current else { return false }
            if next.id == entry.id { return true }
            if !isFailed(next) || next.id == queue.current?.id { left -= 1 }
        }
        return false
    }

    /// What is played after an entry; what failed is passed over.
    ///
    /// An item that is to be played again follows itself.
    private func follower(of entry: PlayQueue.Entry) -> PlayQueue.Entry? {
        var copy = queue
        guard (try? copy.skip(to: entry.id)) != nil else {
            // It was taken out of the queue while it played: what is current then follows it.
            return queue.current
        }
        let hasFailed = isFailed(entry)
        if loopsLeft != 0, !hasFailed { return entry }
        if !hasFailed, copy.repeatMode == .one { return entry }
        for _ in 0..<copy.count {
            copy.skipToNextWithoutRepeat()
            guard let next = copy.current else { return nil }
            if !isFailed(next) { return next }
        }
        return nil
    }

    private func isFailed(_ entry: PlayQueue.Entry) -> Bool {
        if case .failed = status(of: entry.id) { true } else { false }
    }

    /// What the engine has decoded already is not what follows any more: it begins again where it is.
    private func reload() {
        startTime = currentPlaybackTime
        isLoaded = false
        let heard = listening
        loadIfNeeded()
        listening = heard
        if playbackState == .playing { engine.send(.resume(at: nil)) }
    }

    private func ready(_ entry: PlayQueue.Entry, _ information: ItemReader.Information) {
        let status = PlayerItemStatus.readyToPlay(
            PlayerItemInformation(
                duration: information.duration, codec: information.source.codecName,
                format: information.source.format, bitDepth: information.source.bitDepth,
                isSeekable: information.isSeekable))
        if entry.id == queue.current?.id, listening?.duration == nil {
            listening?.duration = information.duration
        }
        guard statuses[entry.id] != status else { return }
        statuses[entry.id] = status
        tell(.itemStatusDidChange(entry, status))
    }

    private func ended(_ entry: PlayQueue.Entry) {
        endListening(isFailed(entry) ? .other : .end)
        if entry.item.keepsBookmark, let id = entry.item.persistentID {
            queue.update(entry.id) { $0.bookmarkTime = nil }
            keep { try $0.setBookmark(nil, of: id) }
        }
        if !isFailed(entry) { tell(.itemDidPlayToEnd(entry)) }
    }

    private func began(_ entry: PlayQueue.Entry) {
        // An entry that was just taken out of the queue plays on for the fraction of a second.
        try? queue.skip(to: entry.id)
        lastTime = beginning(of: entry)
        listening = Listening(duration: entry.item.duration, from: lastTime)
        if case .readyToPlay(let information) = status(of: entry.id), listening?.duration == nil {
            listening?.duration = information.duration
        }
        streamTitle = nil
        tell(.nowPlayingItemDidChange(queue.current))
        keepPosition()
        nameNext()
    }

    private func finished() {
        endListening(.other)
        isLoaded = false
        startTime = 0
        feeding = nil
        queue.end()
        tell(.nowPlayingItemDidChange(nil))
        setState(.stopped)
        keepPosition()
    }

    private func progressed() {
        let snapshot = engine.snapshot
        guard isLoaded, snapshot.generation == generation, snapshot.entry == queue.current?.id,
            snapshot.time != lastTime
        else { return }
        for observer in observers.values { observer.moved(from: lastTime, to: snapshot.time) }
        lastTime = snapshot.time
        if let verdict = listening?.play(to: snapshot.time) { note(verdict) }
    }

    // MARK: - The output

    private func handle(_ event: OutputEvent) {
        switch event {
        case .interruptionBegan:
            wasPlayingBeforeInterruption = playbackState == .playing
            guard playbackState != .stopped else { return }
            endSeeking()
            setState(.interrupted)
            tell(.interruptionBegan)
        case .interruptionEnded:
            guard playbackState == .interrupted else { return }
            let resumes = wasPlayingBeforeInterruption
            if resumes { engine.send(.resume(at: nil)) }
            setState(resumes ? .playing : .paused)
            tell(.interruptionEnded(resumed: resumes))
        case .deviceLost, .streamLost: lose(.device)
        case .serverLost: lose(.server)
        case .serverFound: tell(.outputFound)
        }
    }

    private func lose(_ loss: PlayerEvent.OutputLoss) {
        endSeeking()
        wasPlayingBeforeInterruption = false
        if playbackState != .stopped {
            setState(.paused)
            keepBookmark()
        }
        tell(.outputLost(loss))
    }
}
