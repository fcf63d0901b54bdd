// Sound heard from the ring, and the reports to the player.

internal import PhonolithSound

extension EngineWork {
    mutating func track() {
        guard let source, let feeding else { return }
        let played = source.ring.readFrames - (output?.pendingFrames ?? 0)
        announceBeginning(of: timeline.current, played: played)
        for change in timeline.advance(to: played) {
            announced = change.began.feed
            engine.emit(
                .ended(
                    change.ended.entry,
                    time: timeline.time(in: change.ended, atFrame: change.began.start),
                    generation: generation))
            engine.emit(.began(change.began.entry, generation: generation))
            showTitle(of: change.began.entry)
        }
        for title in timeline.titles(until: played) {
            engine.emit(.streamTitle(title.text, title.entry, generation: generation))
            showTitle(of: title.entry, song: title.text)
        }
        if let time = timeline.time(played: played, end: source.ring.writtenFrames) {
            publish(entry: timeline.current?.entry.id ?? feeding.entry.id, time: time)
        } else if end != nil {
            publish(entry: feeding.entry.id, time: timeTold)
        }
        guard let end, played >= end.frame, wantsToPlay else {
            self.end?.time = nil
            return
        }
        let since = end.time ?? AudioClock.now
        self.end?.time = since
        guard AudioClock.now - since >= output?.tail ?? 0 else { return }
        if end.leadsOn { leaveOutput() } else { finish() }
    }

    /// The first entry may be another than was requested, where that could not be played.
    mutating func announceBeginning(of segment: Timeline.Segment?, played: Int) {
        guard let segment, segment.feed != announced, segment.start <= played else { return }
        announced = segment.feed
        engine.emit(.began(segment.entry, generation: generation))
        showTitle(of: segment.entry)
    }

    /// Names the sound as mixers show it.
    ///
    /// - Parameter song: The title that a radio station reports as playing.
    func showTitle(of entry: PlayQueue.Entry, song: String? = nil) {
        let texts = feeding?.entry.id == entry.id ? feeding?.information?.texts : nil
        let title = entry.item.title ?? texts?.title ?? entry.item.name
        let artist = entry.item.artist ?? texts?.artist
        output?.show(title: song ?? artist.map { "\($0) – \(title)" } ?? title)
    }

    mutating func finish() {
        wantsToPlay = false
        feeding?.reader.close()
        feeding = nil
        leaveOutput()
        engine.emit(.finished(generation: generation))
    }

    /// All that the output had to play was heard.
    mutating func leaveOutput() {
        let heard = timeline.current
        let last = end?.frame
        end = nil
        output?.noteEnd()
        closeOutput()
        timeline.removeAll()
        if let heard {
            let time = timeline.time(in: heard, atFrame: last ?? heard.start)
            engine.emit(.ended(heard.entry, time: time, generation: generation))
        }
    }

    mutating func publish(entry: PlayQueue.Entry.ID?, time: Double) {
        timeTold = time
        let isHeard = feeding?.entry.id == entry
        engine.publish(
            EngineSnapshot(
                generation: generation, entry: entry, time: time,
                decodedTime: isHeard
                    ? max(
                        time,
                        (feeding?.reader.position ?? 0)
                            + (feeding?.reader.bufferedDuration ?? 0)) : time,
                isLikelyToKeepUp: feeding?.reader.isLikelyToKeepUp() ?? false,
                isBufferEmpty: (feeding?.reader.bufferedDuration ?? 0) == 0,
                hasSound: timeline.current != nil || end != nil,
                isRunning: isRunning, rate: timeline.current?.rate ?? 1,
                origin: timeline.current?.origin,
                liveOffset: isHeard ? feeding?.reader.liveOffset : nil, moment: AudioClock.now,
                format: source?.format))
    }
}
