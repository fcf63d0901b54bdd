// The output: opening it, losing it, and making another.

extension EngineWork {
    mutating func openOutput() throws {
        guard source == nil, reconnectTime == nil, let information = feeding?.reader.information
        else { return }
        let output = makeOutput()
        self.output = output
        outputNumber += 1
        let (engine, number) = (engine, outputNumber)
        let format = output.format(for: information.source)
        let source = OutputSource(
            ring: AudioRing(format: format, duration: 0.3), stage: engine.stage,
            form: information.source
        ) { engine.send(.output($0, outputNumber: number)) }
        try output.open(source)
        self.source = source
        timeline.sampleRate = format.sampleRate
        mixer = EngineMixer(format: format, crossfade: crossfade, tempo: rate)
        if information.format != format, let feed = feeding {
            // It was opened in its own form, before that of the output was known.
            let time = feed.reader.position
            feed.reader.close()
            feeding = makeFeed(feed.entry, at: time)
            announced = announced == feed.number ? feedCount : announced
        }
    }

    mutating func closeOutput() {
        setRunning(false)
        do { try output?.close() } catch { fail(error) }
        (output, source, mixer) = (nil, nil, nil)
    }

    mutating func fail(_ error: any Error) {
        let failure = error as? AudioOutputError ?? AudioOutputError("\(error)")
        engine.emit(.outputFailed(failure, generation: generation))
        (wantsToPlay, isRunning) = (false, false)
        let broken = output
        (output, source, mixer) = (nil, nil, nil)
        // What cannot be written to cannot be closed properly either; the first failure was told.
        try? broken?.close()
        closeReaders()
        feeding = nil
    }

    mutating func setRunning(_ shouldRun: Bool) {
        guard shouldRun != isRunning else { return }
        isRunning = shouldRun
        if shouldRun { output?.resume() } else { output?.pause() }
        engine.emit(.running(shouldRun))
    }

    mutating func handle(_ event: OutputEvent, of number: Int) {
        guard number == outputNumber else { return }
        switch event {
        case .interruptionBegan, .deviceLost:
            wantsToPlay = false
            setRunning(false)
        case .serverLost, .streamLost:
            loseServer()
        case .interruptionEnded, .serverFound: break
        }
        engine.emit(.output(event))
    }

    /// The output has to be made anew, and what it took is lost.
    mutating func loseServer() {
        let heard = timeline.current
        let time = engine.snapshot.time
        halt()
        let lost = output
        (output, source, mixer) = (nil, nil, nil)
        // It is closed already, by the other side.
        try? lost?.close()
        timeline.removeAll()
        if let entry = heard?.entry ?? feeding?.entry {
            start(entry, at: time)
            announced = feeding?.number ?? 0
        }
        reconnectTime = Self.now + 0.5
    }

    mutating func reconnectIfDue() {
        guard let time = reconnectTime, Self.now >= time else { return }
        guard feeding?.reader.information != nil else {
            reconnectTime = feeding == nil ? nil : Self.now + 0.5
            return
        }
        reconnectTime = nil
        do {
            try openOutput()
            engine.emit(.output(.serverFound))
        } catch {
            // Not back yet; it is tried again until it is, or until somebody stops.
            let unavailable = output
            (output, source, mixer) = (nil, nil, nil)
            try? unavailable?.close()
            reconnectTime = Self.now + 1
        }
    }
}
