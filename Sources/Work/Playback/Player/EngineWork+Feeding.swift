// Samples on their way from the readers to the ring, item after item.

internal import PhonolithSound

extension EngineWork {
    /// Moves samples from the readers to the ring, until it is full or there are none.
    mutating func feed() {
        noteOutage()
        guard let ring = source?.ring else { return describe() }
        while end == nil, let feed = feeding {
            mixer?.write(to: ring)
            guard mixer?.isEmpty ?? false, ring.space >= 1024 else { break }
            describe()
            // Asked before the samples are taken: the reader may add its last ones and end in between.
            let status = feed.reader.status
            if takeSamples(from: feed) { continue }
            switch status {
            case .opening, .reading:
                // Where samples came meanwhile, the reader wakes us.
                return
            case .failed(let error):
                if !feed.hasFailed {
                    feeding?.hasFailed = true
                    engine.emit(.failed(feed.entry, error, generation: generation))
                }
            case .ended: break
            }
            guard goOn() else { break }
        }
        mixer?.write(to: ring)
        prepareNext()
    }

    /// Reports to the player when a server is called again, and when it answers.
    private mutating func noteOutage() {
        guard let feed = feeding, feed.reader.outage != feed.outage else { return }
        feeding?.outage = feed.reader.outage
        engine.emit(.outage(feed.reader.outage, feed.entry, generation: generation))
    }

    mutating func takeSamples(from feed: Feed) -> Bool {
        guard let source else { return false }
        let position = feed.reader.position
        let loudness = feed.entry.item.loudness
        let start = source.ring.writtenFrames
        guard
            mixer?.take(
                1024 * source.format.channelCount, from: feed.reader,
                gain: replayGain.factor(for: loudness), mayClip: replayGain.mayClip(loudness))
                ?? false
        else { return false }
        noteTitle(of: feed)
        guard !feed.hasBegun else {
            noteSpeed(of: feed)
            return true
        }
        feeding?.hasBegun = true
        timeline.append(
            Timeline.Segment(
                start: start, feed: feed.number, entry: feed.entry, time: position,
                rate: mixer?.speed ?? 1, origin: feed.reader.information?.origin))
        return true
    }

    /// The title of what was just taken is reported when it is heard.
    private mutating func noteTitle(of feed: Feed) {
        guard let source, let mixer, feed.reader.streamTitle != feed.streamTitle else { return }
        feeding?.streamTitle = feed.reader.streamTitle
        let held = Int(bounded: mixer.heldDuration * Double(source.format.sampleRate))
        timeline.append(
            Timeline.Title(
                start: mixer.nextFrame(in: source.ring) + held, entry: feed.entry,
                text: feed.reader.streamTitle))
    }

    /// Where the tempo filter gave up, sound continues at its own speed, and time with it.
    private mutating func noteSpeed(of feed: Feed) {
        guard let source, let mixer, let rate = timeline.segments.last?.rate, rate != mixer.speed,
            timeline.segments.last?.feed == feed.number
        else { return }
        timeline.append(
            Timeline.Segment(
                start: mixer.nextFrame(in: source.ring), feed: feed.number, entry: feed.entry,
                time: feed.reader.position - mixer.heldDuration, rate: mixer.speed,
                origin: feed.reader.information?.origin))
        noteFailedRate()
    }

    /// Goes over to what follows.
    ///
    /// - Returns: Whether something does.
    mutating func goOn() -> Bool {
        guard let source else { return false }
        switch next {
        case .unknown: return false
        case .nothing:
            mixer?.finish()
            mixer?.write(to: source.ring)
            guard mixer?.isEmpty ?? true else { return false }
            end = End(frame: source.ring.writtenFrames)
            return false
        case .entry(let entry, let time, let feed):
            feeding?.reader.close()
            let opened = feed?.reader.information?.duration
            mixer?.beginNext(lasting: opened ?? entry.item.duration)
            feeding = feed ?? makeFeed(entry, at: time)
            next = .unknown
            engine.emit(.feeding(entry, generation: generation))
            return true
        }
    }

    /// Opens what follows some time before it is needed, and decodes it where the output is good enough.
    mutating func prepareNext() {
        guard case .entry(let entry, let time, let prepared) = next, let feeding else { return }
        if var feed = prepared {
            guard !feed.isFormed, let source, let information = feed.reader.information,
                !needsOther(than: source, information)
            else { return }
            feed.reader.begin(as: source.format)
            feed.isFormed = true
            next = .entry(entry, time: time, feed)
            return
        }
        if case .ended = feeding.reader.status {
        } else {
            guard let duration = feeding.reader.information?.duration,
                duration - feeding.reader.position < 15
            else { return }
        }
        next = .entry(entry, time: time, makeFeed(entry, at: time))
    }

    /// Tells the player what the reader found out.
    mutating func describe() {
        guard let feed = feeding else { return }
        if let information = feed.reader.information, information != feed.information {
            feeding?.information = information
            if !information.isSeekable, !feed.hasBegun, feed.number == announced {
                // It plays from where it can, not from where it was asked to.
                publish(entry: feed.entry.id, time: feed.reader.position)
            }
            engine.emit(.ready(feed.entry, information, generation: generation))
        }
        if source == nil, case .failed(let error) = feed.reader.status, !feed.hasFailed {
            feeding?.hasFailed = true
            engine.emit(.failed(feed.entry, error, generation: generation))
        }
        if source == nil, feeding?.hasFailed == true { goOnWithoutOutput() }
    }

    /// The first entries cannot be played, so that there is no output yet.
    mutating func goOnWithoutOutput() {
        switch next {
        case .unknown: break
        case .nothing:
            feeding?.reader.close()
            feeding = nil
            wantsToPlay = false
            engine.emit(.finished(generation: generation))
        case .entry(let entry, let time, let feed):
            feeding?.reader.close()
            feeding = feed ?? makeFeed(entry, at: time)
            next = .unknown
            engine.emit(.feeding(entry, generation: generation))
        }
    }

    /// Begins to play when there is enough, and waits when there is nothing left.
    mutating func startOrStall() {
        guard wantsToPlay, let source, let feeding else { return }
        if let startTime {
            guard AudioClock.now >= startTime else { return }
            self.startTime = nil
        }
        let buffered = source.ring.writtenFrames - source.ring.readFrames
        // While nothing plays, the ring takes from the reader what is waited for.
        let held = source.format.seconds(of: buffered)
        let keepsUp = end != nil || feeding.reader.isLikelyToKeepUp(besides: isRunning ? 0 : held)
        if !isRunning {
            let takesAny = (startsAtOnce || !waits) && buffered > 0
            guard keepsUp || takesAny || !isStalled && source.ring.space < 2048 else { return }
            startsAtOnce = false
            if isStalled {
                isStalled = false
                engine.emit(.keptUp(generation: generation))
            }
            setRunning(true)
        } else if buffered == 0, !keepsUp, output?.waits == false, announced == feeding.number {
            isStalled = true
            engine.emit(.stalled(generation: generation))
            setRunning(false)
        }
    }
}
