import Glibc
internal import PhonolithMediaModel
internal import PhonolithRecording
internal import PhonolithSound

/// The work of a session's thread, step by step.
final class CaptureWork {
    private let engine: CaptureEngine
    private let settings: MediaCaptureSettings
    private let server: SoundServer

    private var devices: CaptureDevices?
    /// The number of the session that the devices are of.
    private var session = 0
    private var film: FilmTake?
    private var photos: [Photo] = []
    /// Why the last session ended by itself.
    private var lastFailure: MediaCaptureError?
    private var state = MediaCapture.State.idle
    private var startTime = 0.0
    /// When the last picture was taken; `nil` before the first.
    private var pictureTime: Double?
    /// Whether the session ends with the film.
    private var hasNoPictures = false
    private var stopContinuations: [CheckedContinuation<Void, Never>] = []

    /// A photo that waits for its picture.
    private struct Photo {
        var file: PhotoFile
        var earliestTime: Double
        var continuation: CheckedContinuation<Void, any Error>
    }

    /// How long a camera adjusts to the light before a photo, in seconds.
    private static let settling = 0.5

    init(engine: CaptureEngine, settings: MediaCaptureSettings, server: SoundServer) {
        (self.engine, self.settings, self.server) = (engine, settings, server)
    }

    // MARK: - Commands

    func perform(_ command: CaptureEngine.Command) {
        switch command {
        case .start(let answer):
            let result = Result { try start() }
            answer.resume(with: result)
        case .exchange(let device, let answer):
            let result = Result { try exchange(device) }
            answer.resume(with: result)
        case .photo(let path, let answer): takePhoto(path, answer)
        case .record(let path, let answer):
            let result = Result { try record(path) }
            answer.resume(with: result)
        case .pause: pause()
        case .resume: resume()
        case .stopRecording(let answer):
            guard film != nil else { return answer.resume() }
            stopContinuations.append(answer)
            if let film { end(film, .stopped) }
            finishIfComplete()
        case .stop(let answer):
            stop()
            answer.resume()
        case .end: stop()
        }
        holdIfIdle()
    }

    private func start() throws(MediaCaptureError) -> [MediaCaptureRemark] {
        if let devices { return devices.remarks }
        try settings.check()
        session = engine.beginSession()
        let devices: CaptureDevices
        do throws(MediaCaptureError) {
            devices = try CaptureDevices.open(
                settings, on: server, for: engine, session: session)
        } catch {
            engine.endSession()
            throw error
        }
        self.devices = devices
        if !devices.isInRealTime {
            engine.orderDeliveries(hasSound: devices.soundForm != nil)
        }
        (startTime, pictureTime, hasNoPictures) = (AudioClock.now, nil, false)
        engine.publish {
            ($0.size, $0.rate) = (devices.pictures.size, devices.pictures.rate)
            $0.audioDevice = devices.audioDevice
        }
        change(to: .running)
        holdIfIdle()
        devices.start(session: session)
        return devices.remarks
    }

    /// Takes pictures from another source; the session keeps its own if that cannot be used.
    private func exchange(_ name: String?) throws(MediaCaptureError) {
        guard let devices else { throw lastFailure ?? Self.notRunning }
        var settings = settings
        settings.device = name
        // A camera that is open already cannot be opened once more.
        guard !devices.pictures.isSame(as: settings) else { return }
        if film != nil { settings.size = devices.pictures.size }
        let pictures = try PictureDevice.open(settings)
        try pictures.check(settings)
        if film != nil, pictures.size != devices.pictures.size {
            throw MediaCaptureError(
                .sizeUnavailable, pictures.name,
                "\(pictures.name): has pictures of \(pictures.size.text), not \(devices.pictures.size.text) as the film; stop the film first"
            )
        }
        devices.exchange(pictures, at: now, session: session)
        (startTime, hasNoPictures) = (AudioClock.now, false)
        engine.publish { ($0.size, $0.rate) = (pictures.size, pictures.rate) }
        engine.emit(.deviceDidChange(pictures.name))
    }

    private func takePhoto(
        _ path: MediaPath, _ answer: CheckedContinuation<Void, any Error>
    ) {
        do {
            let file = try PhotoFile(at: path, overwrites: settings.overwrites)
            guard let devices else { throw lastFailure ?? Self.notRunning }
            let isCamera = if case .camera = devices.pictures.input { true } else { false }
            photos.append(
                Photo(
                    file: file, earliestTime: isCamera ? startTime + Self.settling : -.infinity,
                    continuation: answer))
        } catch {
            answer.resume(throwing: error)
        }
    }

    private static let notRunning = MediaCaptureError(
        .notRunning, "", "the capture session is not running; start it first")

    private func record(_ path: MediaPath) throws(MediaCaptureError) {
        guard let devices else { throw Self.notRunning }
        guard film == nil else {
            throw MediaCaptureError(
                .alreadyRecording, path.description,
                "\(path): another film is taken; stop it first")
        }
        let form = FilmFile.Form(
            size: devices.pictures.size, rate: devices.pictures.rate, sound: devices.soundForm)
        film = try FilmTake(path, form, settings, begin: now)
        engine.publish { ($0.duration, $0.byteCount) = (0, 0) }
        change(to: .recording)
    }

    private func pause() {
        guard state == .recording else { return }
        film?.pause(at: now)
        change(to: .paused)
    }

    private func resume() {
        guard state == .paused else { return }
        film?.resume(at: now)
        change(to: .recording)
    }

    /// The current time of the session's clock; that of graphs of filters that run as fast as they are read is their own.
    private var now: Double {
        guard let devices, !devices.isInRealTime else { return AudioClock.now }
        return pictureTime.map { $0 + 1 / devices.pictures.rate } ?? -.infinity
    }

    private func holdIfIdle() {
        engine.hold(film?.isTaking != true && photos.isEmpty && stopContinuations.isEmpty)
    }

    // MARK: - What the devices give

    func take(_ delivery: CaptureDelivery) {
        // Of devices that have been closed meanwhile.
        guard devices != nil else { return }
        switch delivery {
        case .picture(let picture): take(picture)
        case .sound(let sound): film.map { film in attempt { try film.add(sound) } }
        case .soundEvent(.arrived): takeServerSound()
        case .soundEvent(.deviceLost), .soundEvent(.serverLost):
            takeServerSound()
            let name = devices?.audioDevice?.name ?? "the input"
            lost(
                MediaCaptureError(
                    .deviceLost, name, "\(name): gives no more sound; connect it again"))
        case .picturesEnded(let error): picturesEnded(error)
        case .soundEnded(let error?): lost(error)
        case .soundEnded(nil): film?.soundEnded()
        }
        finishIfComplete()
        holdIfIdle()
    }

    private func take(_ picture: CapturedPicture) {
        guard let size = devices?.pictures.size else { return }
        pictureTime = picture.time
        let due = photos.filter { $0.earliestTime <= picture.time }
        photos.removeAll { $0.earliestTime <= picture.time }
        for photo in due {
            photo.continuation.resume(
                with: Result { try photo.file.write(picture.frame, size: size) })
        }
        engine.previews.show(picture, size: size)
        film.map { film in attempt { try film.add(picture) } }
        publish()
    }

    private func takeServerSound() {
        // It is taken also without a recording, so that the ring has room.
        guard let sound = devices?.nextServerSound() else { return }
        film.map { film in attempt { try film.add(sound) } }
    }

    private func attempt(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            film?.fail(error)
        }
    }

    private func publish() {
        guard let film else { return }
        engine.publish { ($0.duration, $0.byteCount) = (film.duration, film.byteCount) }
    }

    // MARK: - The end

    /// Ends the film once all of it has come.
    func finishIfComplete() {
        guard let film, film.isComplete(at: AudioClock.now) else { return }
        finish(film)
        if hasNoPictures { close(nil, isAnnounced: true) }
    }

    /// Ends the session, after the sound of the film's last pictures, which may be late.
    private func picturesEnded(_ error: MediaCaptureError?) {
        let name = devices?.pictures.name ?? "the camera"
        lastFailure = MediaCaptureError(
            .deviceLost, name, "\(name): gives no more pictures")
        guard let film else { return close(error) }
        hasNoPictures = true
        end(film, error.map(MediaCapture.Ending.deviceLost) ?? .inputEnded)
    }

    private func end(_ film: FilmTake, _ ending: MediaCapture.Ending) {
        film.end(ending, at: now)
        engine.wake(at: film.deadline)
    }

    private func finish(_ film: FilmTake) {
        self.film = nil
        let ending = film.finish()
        engine.publish { ($0.duration, $0.byteCount) = (film.duration, film.byteCount) }
        change(to: .running)
        engine.emit(.didFinishRecording(film.path, ending))
        stopContinuations.forEach { $0.resume() }
        stopContinuations = []
    }

    /// The sound's device is gone.
    private func lost(_ error: MediaCaptureError) {
        guard let film else { return close(error) }
        film.end(.deviceLost(error), at: now)
        finish(film)
        close(nil, isAnnounced: true)
    }

    func stop() {
        guard devices != nil else { return }
        if let film {
            film.end(.stopped, at: now)
            finish(film)
        }
        close(nil, isAnnounced: true)
    }

    private func close(_ error: MediaCaptureError?, isAnnounced: Bool = false) {
        engine.endSession()
        if let error { lastFailure = error }
        devices?.close()
        devices = nil
        let failure = error ?? lastFailure ?? Self.notRunning
        for photo in photos { photo.continuation.resume(throwing: failure) }
        photos = []
        change(to: .idle)
        if !isAnnounced { engine.emit(.didEnd(error)) }
    }

    private func change(to state: MediaCapture.State) {
        guard state != self.state else { return }
        self.state = state
        engine.publish { $0.state = state }
        engine.emit(.stateDidChange(state))
    }
}
