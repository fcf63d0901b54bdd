import Glibc
internal import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithSound
internal import SystemPackage

/// The work of a recorder's thread, step by step.
struct RecorderWork {
    let engine: RecorderEngine
    let path: MediaPath
    /// Whether the path is that of a file at all.
    let isFile: Bool
    let settings: AudioRecorderSettings
    let server: SoundServer

    private var plan: RecordingPlan?
    private var capture: CaptureStream?
    private var file: (any RecordingFile)?
    private var gate: RecordingGate?
    private var state = AudioRecorder.State.idle
    private var startTime: Double?
    private var marks: [AudioRecorder.Mark] = []
    /// Kept as long as ``file`` is written.
    private var place: RecordingPlace?
    /// Whether the file had lost its name at the end.
    private var isGone = false
    /// The recording's own one, beside its file.
    private var cueSheet: MediaPath?
    private var meter = LevelMeter()
    private var lostFrames = 0
    private var updateTime = 0.0
    private var samples: [Float] = []

    init(
        engine: RecorderEngine, path: MediaPath, isFile: Bool, settings: AudioRecorderSettings,
        server: SoundServer
    ) {
        (self.engine, self.path, self.isFile) = (engine, path, isFile)
        (self.settings, self.server) = (settings, server)
    }

    /// How often a file is made playable, in seconds.
    private static let updateInterval = 0.25

    // MARK: - Commands

    mutating func perform(_ command: RecorderEngine.Command) {
        switch command {
        case .prepare(let answer):
            let result = Result { try prepare() }
            answer.resume(with: result)
        case .record(let time, let duration): record(at: time, duration)
        case .pause:
            drain()
            if [.waiting, .recording].contains(state) { change(to: .paused) }
        case .stop(let answer):
            stop(.stopped)
            answer.resume()
        case .delete(let answer): answer.resume(returning: delete())
        case .mark(let title): mark(title)
        case .end: stop(.stopped)
        }
    }

    /// Opens what is not open.
    private mutating func prepare() throws(AudioRecorderError) -> [AudioRecorderRemark] {
        if state == .stopped {
            throw AudioRecorderError(
                .hasEnded, path.description,
                "\(path): the recording has ended; make another recorder")
        }
        guard state == .idle else { return [] }
        let fileFormat = try checkedFormat()
        let place = try RecordingPlace(claiming: path, overwriting: settings.overwrites)
        do throws(AudioRecorderError) {
            try open(fileFormat)
        } catch {
            place.release()
            throw error
        }
        self.place = place
        change(to: .prepared)
        return plan?.remarks ?? []
    }

    /// The format of the file, if settings and place are such that it can be recorded to.
    private func checkedFormat() throws(AudioRecorderError) -> AudioFileFormat {
        guard isFile else {
            throw AudioRecorderError(
                .notAFileURL, path.description,
                "\(path): is not the URL of a file; record to a file of this computer")
        }
        guard let fileFormat = settings.fileFormat ?? AudioFileFormat(nameOf: path) else {
            throw AudioRecorderError(
                .unknownFormat, path.description,
                "\(path): cannot record to this format; \(AudioFileFormat.extensions.keys.sorted().choice)"
            )
        }
        try settings.check(for: fileFormat)
        return fileFormat
    }

    /// Opens the device and then the file: a device that cannot be opened must not cost one that is written over.
    private mutating func open(_ fileFormat: AudioFileFormat) throws(AudioRecorderError) {
        let device = try RecordingPlan.device(named: settings.device, on: server)
        let plan = try RecordingPlan(fileFormat, of: device, settings, server.streams.wishes)
        let capture: CaptureStream
        do throws(AudioDeviceError) {
            capture = try CaptureStream.open(
                device.name, stays: settings.device != nil, as: plan.format,
                titled: path.lastComponent.description, on: server
            ) { [engine] in engine.take($0) }
        } catch {
            throw AudioRecorderError(error)
        }
        do {
            file =
                try plan.fileFormat.isLinear
                ? LinearRecording(plan, at: path) : EncodedRecording.open(plan, at: path)
        } catch {
            capture.close()
            throw AudioRecorderError(
                error is AVError ? .encoderFailed : .cannotWrite, path.description,
                "\(path): cannot be recorded: \(error)", cause: error)
        }
        (self.plan, self.capture) = (plan, capture)
        gate = RecordingGate(settings, plan.format)
        engine.publish { ($0.format, $0.device) = (plan.format, device) }
    }

    private mutating func record(at time: Double?, _ duration: Double?) {
        guard [.prepared, .paused, .waiting, .recording].contains(state), let plan else { return }
        // Earlier sound is not recorded.
        drain()
        startTime = time
        gate?.limit(to: duration.map(plan.format.frames))
        change(to: gate?.isWaiting == true ? .waiting : .recording)
    }

    private mutating func mark(_ title: String?) {
        guard [.recording, .paused].contains(state), let plan, let gate else { return }
        drain()
        let mark = AudioRecorder.Mark(
            time: plan.format.seconds(of: gate.recordedFrames), title: title)
        marks.append(mark)
        engine.emit(.didMark(mark))
    }

    // MARK: - Samples

    mutating func take(_ event: CaptureEvent) {
        switch event {
        case .arrived(let lost):
            drain()
            if lost > lostFrames, let plan {
                engine.emit(.didLoseSound(plan.format.seconds(of: lost - lostFrames)))
                lostFrames = lost
            }
        case .deviceLost: stop(.deviceLost)
        case .serverLost: stop(.serverLost)
        case .wishesChanged: capture?.adoptWishes()
        }
    }

    private mutating func drain() {
        guard let capture, let plan else { return }
        let channels = plan.format.channelCount
        // A hundredth of a second, so that levels are current.
        let count = max(1, plan.format.sampleRate / 100)
        while true {
            samples = [Float](unsafeUninitializedCapacity: count * channels) { buffer, filled in
                filled =
                    buffer.baseAddress.map {
                        capture.ring.read(into: $0, count: count) * channels
                    } ?? 0
            }
            guard !samples.isEmpty else { break }
            meter.add(samples[...], channels)
            record(samples[...])
            guard self.capture != nil else { return }
        }
        engine.publish { [meter, gate] in
            $0.levels = meter.levels
            $0.latency = capture.latency
            $0.time = plan.format.seconds(of: gate?.recordedFrames ?? 0)
        }
    }

    private mutating func record(_ samples: ArraySlice<Float>) {
        guard [.waiting, .recording].contains(state) else { return }
        if let startTime {
            guard AudioClock.now >= startTime else { return }
            self.startTime = nil
        }
        guard let recorded = gate?.pass(samples) else { return }
        if state == .waiting, gate?.isWaiting == false { change(to: .recording) }
        do {
            if !recorded.isEmpty { try file?.add(recorded) }
            try updateIfDue()
        } catch {
            return stop(.failed(failure(error)))
        }
        if let ending = gate?.ending { stop(ending) }
    }

    private mutating func updateIfDue() throws {
        guard AudioClock.now - updateTime >= Self.updateInterval else { return }
        updateTime = AudioClock.now
        try file?.update()
    }

    private func failure(_ error: any Error) -> AudioRecorderError {
        let isFull = Self.isOfFullDisk(error)
        let known = (error as? AudioRecorderError)?.code
        let code = known ?? (isFull ? .diskFull : error is AVError ? .encoderFailed : .cannotWrite)
        let remedy = isFull ? "; free space" : ""
        return AudioRecorderError(
            code, path.description,
            "\(path): recording ended: \(error)\(remedy); what was recorded until then can be played",
            cause: error)
    }

    private static func isOfFullDisk(_ error: any Error) -> Bool {
        (error as? AVError)?.isOfFullDisk
            ?? [.noSpace, .diskQuotaExceeded].contains(error as? Errno)
    }

    // MARK: - The end

    mutating func stop(_ ending: AudioRecorder.Ending) {
        guard ![.idle, .stopped].contains(state) else { return }
        if ending == .stopped { drain() }
        // It may have ended while the last sound was taken.
        guard state != .stopped, let capture, let plan else { return }
        self.capture = nil
        capture.close()
        let time = plan.format.seconds(of: gate?.recordedFrames ?? 0)
        var ending = ending
        isGone = place?.isGone ?? false
        if isGone, ending.isByWish {
            ending = .failed(
                AudioRecorderError(
                    .fileGone, path.description,
                    "\(path): the file was removed or renamed while it was recorded"))
        }
        do {
            // The file that has the name now must not be written to.
            let chapters = isGone ? [] : chapters(until: time)
            if !isGone || plan.fileFormat != .aac { try file?.finish(chapters: chapters) }
            if plan.fileFormat.isLossless, !isGone { try writeCueSheet(chapters) }
        } catch {
            if case .failed = ending {} else { ending = .failed(failure(error)) }
        }
        (file, place) = (nil, nil)
        engine.publish { ($0.time, $0.levels) = (time, []) }
        change(to: .stopped)
        engine.emit(.didFinish(ending))
    }

    /// The marks as chapters; the first begins at the beginning.
    private func chapters(until end: Double) -> [Chapter] {
        guard let first = marks.first else { return [] }
        let all = first.time > 0 ? [AudioRecorder.Mark(time: 0, title: nil)] + marks : marks
        let ends = all.dropFirst().map(\.time) + [end]
        return zip(all, ends).enumerated().map { index, mark in
            Chapter(
                startTime: mark.0.time, endTime: mark.1,
                title: mark.0.title ?? "Part \(index + 1)")
        }
    }

    /// Writes the chapters beside the file, in the place of a sheet of an earlier recording of this name, which would be
    /// wrong now. Files that others have written stay.
    private mutating func writeCueSheet(_ chapters: [Chapter]) throws {
        let name = path.lastComponent.description
        let sheets = RecordingCueSheet.places(beside: path)
        for sheet in sheets where isOwn(sheet) { _ = sheet.withCString { unlink($0) } }
        guard !chapters.isEmpty else { return }
        guard let sheet = sheets.first(where: { $0.status == nil }) else {
            throw AudioRecorderError(
                .cueSheetExists, sheets[0].description,
                "\(sheets[0]): the file exists, and the marks are lost; move it before the next recording"
            )
        }
        let text = RecordingCueSheet.text(of: chapters, inFileNamed: name, plan?.fileFormat)
        try WholeFile.write(Array(text.utf8), to: sheet)
        cueSheet = sheet
    }

    private func isOwn(_ sheet: MediaPath) -> Bool {
        // A sheet that cannot be read is treated as one of others, which stays.
        guard settings.overwrites, let bytes = try? sheet.allBytes(upTo: 1 << 20) else {
            return false
        }
        return RecordingCueSheet.isOwn(
            String(decoding: bytes, as: UTF8.self), ofFileNamed: path.lastComponent.description,
            plan?.fileFormat)
    }

    private func delete() -> Bool {
        guard state == .stopped, !isGone else { return false }
        if let cueSheet { _ = cueSheet.withCString { unlink($0) } }
        return path.withCString { unlink($0) } == 0
    }

    private mutating func change(to state: AudioRecorder.State) {
        guard state != self.state else { return }
        self.state = state
        engine.publish { $0.state = state }
        engine.emit(.stateDidChange(state))
    }
}

extension AudioRecorder.Ending {
    /// Whether all that was wished is recorded.
    fileprivate var isByWish: Bool { [.stopped, .duration, .silence].contains(self) }
}
