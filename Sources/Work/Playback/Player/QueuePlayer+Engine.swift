import Catalog
import MediaModel

// Messages of the engine, and their effects.

extension QueuePlayer {
    func handle(_ event: EngineEvent) {
        switch event {
        case .feeding(let entry, let generation) where generation == self.generation:
            // Loops are counted where they are decoded, which may be well before they are heard.
            loopsLeft =
                entry.id == feeding?.id ? loopsLeft - (loopsLeft > 0 ? 1 : 0) : numberOfLoops
            let wasNamed = entry == named || feeding == nil
            (feeding, named) = (entry, nil)
            if wasNamed { sendNext(follower(of: entry)) } else { nameNext(always: true) }
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
        case .stalled(let generation) where generation == self.generation:
            isStalled = true
            tell(.playbackStalled)
        case .keptUp(let generation) where generation == self.generation:
            isStalled = false
            tell(.playbackLikelyToKeepUp)
        case .rate(let rate): noteRate(rate)
        case .streamTitle(let title, let entry, let generation)
        where generation == self.generation && entry.id == queue.current?.id:
            streamTitle = title
            tell(.streamTitleDidChange(title))
        case .progress(let generation):
            engine.readProgress()
            if generation == self.generation { progressed() }
        case .output(let event): handle(event)
        case .outputFailed(let error, let generation) where generation == self.generation:
            unload(from: currentPlaybackTime)
            tell(.outputFailed(error))
            setState(.stopped)
        default: break
        }
    }

    /// Tells the engine what follows what it decodes, where that has changed.
    func nameNext(always: Bool = false) {
        guard isLoaded, let feeding else { return }
        if feeding.id != queue.current?.id, !isFollowing(feeding) {
            // What the engine has decoded already does not follow any more: it begins again where it is.
            return reload(at: currentPlaybackTime)
        }
        let next = follower(of: feeding)
        if always || next != named { sendNext(next) }
    }

    private func sendNext(_ next: PlayQueue.Entry?) {
        named = next
        engine.send(
            .setNext(next, time: next.map(beginning) ?? 0, generation: generation))
    }

    /// Whether the entry that is being decoded may still come next.
    ///
    /// Entries that failed in between do not matter: the one that is being decoded may be one of them.
    private func isFollowing(_ entry: PlayQueue.Entry) -> Bool {
        guard var index = queue.currentIndex else { return false }
        // Readers are ahead of what is heard by some short items at most.
        var left = 8
        for _ in 0..<2 * queue.count where left > 0 {
            let before = queue.entries[index]
            if queue.repeatMode != .one || isFailed(before) {
                guard let following = queue.index(following: index) else { return false }
                index = following
            }
            let next = queue.entries[index]
            if next.id == entry.id { return true }
            if !isFailed(next) || next.id == queue.current?.id { left -= 1 }
        }
        return false
    }

    /// What is played after an entry; what failed is skipped.
    ///
    /// An item that is to be played again follows itself.
    private func follower(of entry: PlayQueue.Entry) -> PlayQueue.Entry? {
        guard var index = queue.index(of: entry.id) else {
            // It was taken out of the queue while it played: what is current then follows it.
            return queue.current
        }
        let hasFailed = isFailed(entry)
        if loopsLeft != 0 || queue.repeatMode == .one, !hasFailed { return entry }
        for _ in 0..<queue.count {
            guard let following = queue.index(following: index) else { return nil }
            index = following
            if !isFailed(queue.entries[index]) { return queue.entries[index] }
        }
        return nil
    }

    func isFailed(_ entry: PlayQueue.Entry) -> Bool {
        if case .failed = status(of: entry.id) { true } else { false }
    }

    private func ready(_ entry: PlayQueue.Entry, _ information: SoundReader.Information) {
        let status = PlayerItemStatus.readyToPlay(
            PlayerItemInformation(
                duration: information.duration, codec: information.source.codecName,
                format: information.source.format, bitDepth: information.source.bitDepth,
                isSeekable: information.isSeekable, isStation: information.isStation))
        if entry.id == queue.current?.id, listening?.duration == nil {
            listening?.duration = information.duration
        }
        guard statuses[entry.id] != status else { return }
        statuses[entry.id] = status
        tell(.itemStatusDidChange(named(entry, by: information.texts), status))
        // What cannot be sought plays from where it can, whatever was requested before that was known.
        guard !information.isSeekable, entry.id == queue.current?.id, lastTime != 0 else { return }
        jumped(to: currentPlaybackTime)
    }

    /// The entry with what its stream is called, as far as nobody has named it.
    private func named(
        _ entry: PlayQueue.Entry, by texts: SoundReader.Texts
    ) -> PlayQueue.Entry {
        guard texts != SoundReader.Texts() else { return entry }
        queue.update(entry.id) { item in
            item.title = item.title ?? texts.title
            item.artist = item.artist ?? texts.artist
            item.albumTitle = item.albumTitle ?? texts.albumTitle
        }
        return queue.entry(entry.id) ?? entry
    }

    private func ended(_ entry: PlayQueue.Entry) {
        endListening(isFailed(entry) ? .other : .end)
        if entry.item.keepsBookmark, let id = entry.item.persistentID {
            queue.update(entry.id) { $0.bookmarkTime = nil }
            keep { try $0.setBookmark(nil, of: id) }
        }
        if !isFailed(entry) { tell(.itemDidPlayToEnd(queue.entry(entry.id) ?? entry)) }
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
        queue.end()
        unload(from: nil, keepsOutput: true)
        tell(.nowPlayingItemDidChange(nil))
        setState(.stopped)
        keepPosition()
        tell(.queueDidEnd)
    }

    private func progressed() {
        let snapshot = engine.snapshot
        guard isLoaded, snapshot.generation == generation, snapshot.entry == queue.current?.id,
            snapshot.time != lastTime
        else { return }
        for observer in observers.values { observer.moved(from: lastTime, to: snapshot.time) }
        lastTime = snapshot.time
        if let verdict = listening?.play(to: snapshot.time) { note(verdict) }
        keepPlaceIfDue()
    }

    // MARK: - The output

    private func handle(_ event: OutputEvent) {
        switch event {
        case .interruptionBegan:
            guard playbackState != .stopped, playbackState != .interrupted else { return }
            endSeeking()
            wasPlayingBeforeInterruption = playbackState == .playing
            // The engine has paused by itself, but it may have been asked to play since.
            engine.send(.pause)
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
            engine.send(.pause)
            setState(.paused)
            keepBookmark()
        }
        tell(.outputLost(loss))
    }
}
