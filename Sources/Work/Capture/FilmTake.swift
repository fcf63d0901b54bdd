internal import Glibc
internal import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithRecording
internal import PhonolithSound
internal import SystemPackage

/// A film while it is taken: which pictures and which sound are in it, and why it ends.
final class FilmTake {
    let path: MediaPath
    private let place: RecordingPlace
    private let file: FilmFile
    private let maximumDuration: Double?
    private let soundForm: FilmFile.Form.Sound?
    private var timeline = FilmTimeline()
    /// Sound of which is not known yet whether it is in the film.
    private var waitingSound: [CapturedSound] = []
    private var ending: MediaCapture.Ending?
    /// The sound until here, on the session's clock, is in the film or never will be.
    private var soundTime = -Double.infinity
    private var hasSound: Bool
    /// When the end is no more waited for, by the program's clock.
    private(set) var deadline = Double.infinity
    private(set) var isPaused = false

    /// How late sound may come after the end, in seconds.
    private static let mostDelay = 1.0

    /// Claims a file, and begins the film with the next picture. Blocks its thread.
    ///
    /// - Throws: ``MediaCaptureError``; no file is left behind.
    init(
        _ path: MediaPath, _ form: FilmFile.Form, _ settings: MediaCaptureSettings, begin: Double
    ) throws(MediaCaptureError) {
        guard let container = FilmFile.containers[path.pathExtension.lowercased()] else {
            throw MediaCaptureError(
                .unknownFormat, path.description,
                "\(path): films are written as MP4 or MOV; use a name with .mp4 or .mov")
        }
        do throws(AudioRecorderError) {
            place = try RecordingPlace(claiming: path, overwriting: settings.overwrites)
        } catch {
            throw MediaCaptureError(error)
        }
        do throws(AVError) {
            file = try FilmFile.open(path, container, form, settings)
        } catch {
            place.release()
            throw MediaCaptureError(
                .encoderFailed, path.description, "\(path): cannot be captured: \(error)",
                cause: error)
        }
        (self.path, soundForm) = (path, form.sound)
        hasSound = form.sound != nil
        maximumDuration = settings.maximumDuration
        timeline.begin(notBefore: begin)
    }

    // In seconds.
    var duration: Double { min(file.duration, maximumDuration ?? .infinity) }
    // In bytes.
    var byteCount: Int { file.byteCount }
    /// Whether it wants what the devices give.
    var isTaking: Bool { !isPaused || ending != nil }

    func pause(at time: Double) {
        timeline.end(at: time)
        isPaused = true
    }

    func resume(at time: Double) {
        timeline.begin(notBefore: time)
        isPaused = false
    }

    // MARK: - Pictures and sound

    /// Adds a picture, if it is in the film. Blocks its thread.
    func add(_ picture: CapturedPicture) throws {
        let time = timeline.place(ofPictureAt: picture.time)
        // The sound that waits comes before the picture that shows where it belongs.
        if time != nil, !isFailed { try file.begin() }
        try addWaitingSound()
        guard let time, !isFailed else { return }
        if let maximumDuration, time >= maximumDuration - 1e-6 {
            return endByDuration(maximumDuration)
        }
        try file.add(picture.frame, at: time)
        if file.isFull { end(.maximumSize, at: picture.time) }
    }

    private func endByDuration(_ duration: Double) {
        guard ending == nil else { return }
        timeline.end(atFilmTime: duration)
        end(.maximumDuration, at: timeline.end)
    }

    /// Adds what of a stretch of sound is in the film. Blocks its thread.
    func add(_ sound: CapturedSound) throws {
        waitingSound.append(sound)
        try addWaitingSound()
    }

    /// There is no more sound.
    func soundEnded() { hasSound = false }

    private func addWaitingSound() throws {
        guard let soundForm else { return }
        while let sound = waitingSound.first {
            let frames = sound.samples.count / soundForm.channelCount
            let length = Double(frames) / Double(soundForm.sampleRate)
            let range = sound.time..<sound.time + length
            guard let parts = timeline.parts(ofSoundIn: range) else { return }
            waitingSound.removeFirst()
            soundTime = range.upperBound
            for part in parts where !isFailed { try add(part, of: sound, soundForm) }
        }
    }

    private func add(
        _ part: FilmTimeline.Span, of sound: CapturedSound, _ form: FilmFile.Form.Sound
    ) throws {
        func index(of time: Double) -> Int {
            let frame = Int(((time - sound.time) * Double(form.sampleRate)).rounded())
            return min(frame * form.channelCount, sound.samples.count)
        }
        let samples =
            sound.samples[index(of: part.range.lowerBound)..<index(of: part.range.upperBound)]
        if !samples.isEmpty { try file.add(samples, at: part.filmStart) }
        if file.isFull { end(.maximumSize, at: sound.time) }
    }

    // MARK: - The end

    private var isFailed: Bool { if case .failed = ending { true } else { false } }

    /// Ends the film; sound that is late is waited for.
    func end(_ ending: MediaCapture.Ending, at time: Double) {
        guard self.ending == nil else { return }
        self.ending = ending
        timeline.end(at: time)
        deadline = AudioClock.now + Self.mostDelay
    }

    /// Ends the film, because it cannot be written.
    func fail(_ error: any Error) {
        guard !isFailed else { return }
        ending = .failed(failure(error))
    }

    private func failure(_ error: any Error) -> MediaCaptureError {
        let isFull = (error as? AVError)?.isOfFullDisk == true
        let remedy = isFull ? "; free space" : ""
        return MediaCaptureError(
            isFull ? .diskFull : error is AVError ? .encoderFailed : .cannotWrite,
            path.description,
            "\(path): the film ended: \(error)\(remedy); what was captured until then can be played",
            cause: error)
    }

    /// Whether all that is in the film has come.
    func isComplete(at now: Double) -> Bool {
        guard let ending else { return false }
        if case .maximumSize = ending { return true }
        return isFailed || !hasSound || soundTime >= timeline.end - 1e-6 || now >= deadline
    }

    /// Closes the file; without a picture there is none, and one that was there before is as it was. Blocks its thread.
    ///
    /// - Returns: Why the film ended.
    func finish() -> MediaCapture.Ending {
        var ending = ending ?? .stopped
        if place.isGone, ending.isByWish {
            ending = .failed(
                MediaCaptureError(
                    .fileGone, path.description,
                    "\(path): the file was removed or renamed while it was captured"))
        }
        do {
            try addWaitingSound()
            try file.finish()
        } catch {
            if case .failed = ending {} else { ending = .failed(failure(error)) }
        }
        if file.pictureCount == 0 { place.release() }
        return ending
    }
}

extension MediaCapture.Ending {
    /// Whether all that was wished is in the film.
    fileprivate var isByWish: Bool {
        [.stopped, .maximumDuration, .maximumSize, .inputEnded].contains(self)
    }
}
