import PhonolithMediaModel
internal import PhonolithSound

// Messages of the engine, and their effects.

extension QueuePlayer {
    func handle(_ event: EngineEvent) {
        switch event {
        case .feeding(let entry, let generation) where generation == session.generation:
            if session.feed(entry, loops: numberOfLoops) {
                sendNext(session.following(in: queue))
            } else {
                nameNext(always: true)
            }
        case .ready(let entry, let information, let generation)
        where generation == session.generation:
            ready(entry, information)
        case .failed(let entry, let error, let generation) where generation == session.generation:
            session.statuses[entry.id] = .failed(error)
            session.logs[entry.id, default: PlayerItemLog()].note(error)
            tell(.itemStatusDidChange(entry, .failed(error)))
            if entry.id == queue.current?.id { endWaiting(isReady: false) }
        case .requesting(let entry, let transfer):
            session.logs[entry.id, default: PlayerItemLog()].note(transfer)
        case .ended(let entry, let time, let generation) where generation == session.generation:
            ended(entry, at: time)
        case .began(let entry, let generation) where generation == session.generation:
            began(entry)
        case .finished(let generation) where generation == session.generation: finished()
        case .stalled(let generation) where generation == session.generation:
            session.isStalled = true
            if let entry = queue.current { session.logs[entry.id]?.noteStall() }
            tell(.playbackStalled)
        case .keptUp(let generation) where generation == session.generation:
            session.isStalled = false
            tell(.playbackLikelyToKeepUp)
        case .outage(let reason, let entry, let generation) where generation == session.generation:
            tell(reason.map { .connectionLost(entry, reason: $0) } ?? .connectionRestored(entry))
        case .rate(let rate): noteRate(rate)
        case .streamTitle(let title, let entry, let generation)
        where generation == session.generation && entry.id == queue.current?.id:
            streamTitle = title
            tell(.streamTitleDidChange(title))
        case .progress(let generation):
            engine.readProgress()
            if generation == session.generation { progressed() }
        case .output(let event): handle(event)
        case .outputFailed(let error, let generation) where generation == session.generation:
            unload(from: currentPlaybackTime)
            tell(.outputFailed(error))
            setState(.stopped)
        default: break
        }
    }

    /// Tells the engine what follows what it decodes, where that has changed.
    func nameNext(always: Bool = false) {
        guard isLoaded, session.feeding != nil else { return }
        if !session.isInOrder(in: queue) {
            // The entry that the engine has decoded already does not follow any more: it begins again where it is.
            return reload(at: currentPlaybackTime)
        }
        let next = session.following(in: queue)
        if always || next != session.named { sendNext(next) }
    }

    private func sendNext(_ next: PlayQueue.Entry?) {
        session.named = next
        engine.send(
            .setNext(next, time: next.map(beginning) ?? 0, generation: session.generation))
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
        guard session.statuses[entry.id] != status else { return }
        session.statuses[entry.id] = status
        tell(.itemStatusDidChange(named(entry, by: information.texts), status))
        // An item that cannot be sought plays from where it can, whatever was requested before that was known.
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

    private func ended(_ entry: PlayQueue.Entry, at time: Double) {
        if session.isFailed(entry) { noteHeard() } else { endListening(.end) }
        if !session.isFailed(entry), entry.item.keepsBookmark, let id = entry.item.persistentID {
            queue.update(entry.id) { $0.bookmarkTime = nil }
            library?.keepBookmark(nil, of: id, onFailure: tellFailure)
        }
        if !session.isFailed(entry) {
            tell(.itemDidPlayToEnd(queue.entry(entry.id) ?? entry), at: time)
        }
    }

    private func began(_ entry: PlayQueue.Entry) {
        // An entry that was just taken out of the queue plays on for the fraction of a second.
        try? queue.skip(to: entry.id)
        lastTime = beginning(of: entry)
        beginListening(to: entry, at: nil)
        if case .readyToPlay(let information) = status(of: entry.id), listening?.duration == nil {
            listening?.duration = information.duration
        }
        streamTitle = nil
        // The engine shows its first place a moment later.
        tell(.nowPlayingItemDidChange(queue.current), at: lastTime)
        keepPosition()
        nameNext()
    }

    private func finished() {
        noteHeard()
        if staysAtEnd { return stayAtEnd() }
        if actionAtItemEnd != .advance, let next = session.following(in: queue) {
            // A failed item is no end: that was not known yet when the engine was told that nothing follows.
            try? queue.skip(to: next.id)
            return startCurrent()
        }
        if let current = queue.current, session.isFailed(current) {
            // As when a disk is not there: the place is kept for the next time.
            unload(from: lastTime, keepsOutput: true)
        } else {
            endListening(.other)
            queue.end()
            unload(from: nil, keepsOutput: true)
            tell(.nowPlayingItemDidChange(nil))
        }
        setState(.stopped)
        keepPosition()
        tell(.queueDidEnd)
    }

    private func progressed() {
        answerWaiting()
        let snapshot = engine.snapshot
        guard isLoaded, snapshot.generation == session.generation,
            snapshot.entry == queue.current?.id,
            snapshot.time != lastTime
        else { return }
        for observer in observers.values { observer.moved(from: lastTime, to: snapshot.time) }
        lastTime = snapshot.time
        if let verdict = listening?.play(to: snapshot.time) {
            note(verdict)
            keepPosition()
        }
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
        case .memberLost(let name, _): tell(.outputDeviceLost(name))
        case .deviceAppeared(let name): tell(.outputDeviceFound(name))
        case .serverLost:
            hasLostServer = true
            lose(.server)
        case .serverFound:
            hasLostServer = false
            tell(.outputFound)
        case .deviceChanged(let name): if outputDevices.count < 2 { noteDevices([name]) }
        case .wishesChanged: break
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
        if loss == .device, outputDevices.count < 2 { noteDevices([]) }
    }
}
