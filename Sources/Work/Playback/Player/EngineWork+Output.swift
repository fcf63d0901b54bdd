// The output: opening it, losing it, and making another.

internal import PhonolithSound

extension EngineWork {
    mutating func openOutput() throws {
        guard source == nil, reconnectTime == nil, let information = feeding?.reader.information
        else { return }
        let output = makeOutput(devices.filter { !absentDevices.contains($0) }, place)
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
        mixer = EngineMixer(
            format: format, crossfade: crossfade, tempo: rate, effects: effects)
        noteFailedRate()
        beginFeeding()
        if let feeding { showTitle(of: feeding.entry) }
    }

    private mutating func beginFeeding() {
        guard let source else { return }
        feeding?.reader.begin(as: source.format)
        feeding?.isFormed = true
    }

    /// Gives what is fed the output's form, or where that would make it worse, an output of its own form.
    ///
    /// Where nothing was heard of the output since it went elsewhere, it is changed for any other form, at
    /// once; else when what it has is heard, and only for a better one: the gap is as short as it takes to
    /// open an output.
    mutating func settleForm() throws {
        guard let feed = feeding, !feed.isFormed, end == nil, let source,
            let information = feed.reader.information
        else { return }
        if timeline.current == nil, needsOther(than: source, information, evenWorse: true) {
            closeOutput()
            return try openOutput()
        }
        guard needsOther(than: source, information) else { return beginFeeding() }
        mixer?.finish()
        mixer?.write(to: source.ring)
        guard mixer?.isEmpty ?? true else { return }
        end = End(frame: source.ring.writtenFrames, leadsOn: true)
    }

    /// Whether an item asks for another form than the output has: more samples a second, or more channels.
    func needsOther(
        than source: OutputSource, _ information: SoundReader.Information, evenWorse: Bool = false
    ) -> Bool {
        guard let output, !output.keepsForm else { return false }
        let (wanted, format) = (output.format(for: information.source), source.format)
        return evenWorse
            ? wanted != format
            : wanted.sampleRate > format.sampleRate || wanted.channelCount > format.channelCount
    }

    /// Where the tempo filter does not work, the player is to know.
    mutating func noteFailedRate() {
        guard let mixer, mixer.speed != rate else { return }
        rate = mixer.speed
        engine.emit(.rate(rate))
    }

    mutating func closeOutput() {
        setRunning(false)
        do { try output?.close() } catch { fail(error) }
        (output, source, mixer) = (nil, nil, nil)
    }

    mutating func fail(_ error: any Error) {
        engine.emit(.outputFailed(AudioOutputError(error), generation: generation))
        (wantsToPlay, isRunning) = (false, false)
        let broken = output
        (output, source, mixer) = (nil, nil, nil)
        // An output that cannot be written to cannot be closed properly either; the first failure was reported.
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
        case .interruptionBegan:
            wantsToPlay = false
            setRunning(false)
        case .deviceLost:
            wantsToPlay = false
            setRunning(false)
            // The next output is not to look for it.
            if devices.count < 2 { devices = [] }
            (place, absentDevices) = (nil, [])
        case .memberLost(let name, let leads):
            guard absentDevices.insert(name).inserted else { return }
            if devices.allSatisfy(absentDevices.contains) {
                return handle(.deviceLost, of: number)
            }
            if leads { openAgain() }
        case .deviceAppeared(let name):
            guard absentDevices.remove(name) != nil else { return }
            openAgain()
        case .deviceChanged(let name):
            place = name
        case .streamLost:
            // A chosen device took its stream with it.
            if devices.count < 2 { devices = [] }
            (place, absentDevices) = (nil, [])
            loseServer()
        case .serverLost:
            absentDevices = []
            loseServer()
        case .wishesChanged: output?.adoptWishes()
        case .interruptionEnded, .serverFound: break
        }
        engine.emit(.output(event))
    }

    /// The output has to be made again, and what it took is lost.
    mutating func loseServer() {
        halt()
        let lost = output
        (output, source, mixer) = (nil, nil, nil)
        // It is closed already, by the other side.
        try? lost?.close()
        startWhereHeard()
        reconnectTime = AudioClock.now + 0.5
    }

    /// Goes on with other devices from where it is heard, as they are there now.
    private mutating func openAgain() {
        let old = output
        (output, source, mixer, isRunning) = (nil, nil, nil, false)
        // Of what is gone there is nothing to close.
        try? old?.close()
        startWhereHeard()
    }

    /// Decodes again what is heard, for an output that has to be opened.
    private mutating func startWhereHeard() {
        let heard = timeline.current
        timeline.removeAll()
        if let entry = heard?.entry ?? feeding?.entry { start(entry, at: timeTold) }
    }

    mutating func setDevices(_ names: [String]) {
        guard names != devices || place != nil else { return }
        (devices, place, absentDevices) = (names, nil, [])
        guard source != nil, output?.move(to: names) == false else { return }
        closeOutput()
        startWhereHeard()
    }

    mutating func reconnectIfDue() {
        guard let time = reconnectTime, AudioClock.now >= time else { return }
        guard feeding?.reader.information != nil else {
            reconnectTime = feeding == nil ? nil : AudioClock.now + 0.5
            return
        }
        reconnectTime = nil
        do {
            try openOutput()
            engine.emit(.output(.serverFound))
        } catch {
            // Not back yet; it is tried again until it is, or until playback is stopped.
            let unavailable = output
            (output, source, mixer) = (nil, nil, nil)
            try? unavailable?.close()
            reconnectTime = AudioClock.now + 1
        }
    }
}
