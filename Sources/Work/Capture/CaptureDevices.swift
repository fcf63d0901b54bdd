import Dispatch
import PhonolithFiles
internal import PhonolithMediaModel
internal import PhonolithRecording
internal import PhonolithSound

/// The open devices of a session, and the threads that read them.
final class CaptureDevices {
    private(set) var pictures: PictureDevice
    private let serverSound: ServerSound?
    private let filterSound: FilterSound?
    /// The things that are not as might be expected.
    let remarks: [MediaCaptureRemark]
    private let engine: CaptureEngine
    private let threads = ThreadGroup()
    /// Whether pictures and sound come at the speed of the program's clock.
    let isInRealTime: Bool

    /// Opens devices, of which nothing is read yet. Blocks its thread.
    ///
    /// - Throws: ``MediaCaptureError``; nothing stays open.
    static func open(
        _ settings: MediaCaptureSettings, on server: SoundServer, for engine: CaptureEngine,
        session: Int
    ) throws(MediaCaptureError) -> CaptureDevices {
        let pictures = try PictureDevice.open(settings)
        try pictures.check(settings)
        let remarks = [pictures.remark(settings.preset)].compactMap(\.self)
        do throws(MediaCaptureError) {
            switch SoundInput(named: settings.audioDevice) {
            case .none: return CaptureDevices(pictures, nil, nil, remarks, engine, settings)
            case .filter(let graph):
                return try CaptureDevices(
                    pictures, nil, FilterSound.open(graph), remarks, engine, settings)
            case .server(let name):
                let sound = try ServerSound.open(
                    name, on: server, titled: pictures.name
                ) { [weak engine] event in
                    _ = engine?.deliver(.soundEvent(event), isLive: true, session: session)
                }
                let all = remarks + sound.plan.remarks.map(MediaCaptureRemark.init)
                return CaptureDevices(pictures, sound, nil, all, engine, settings)
            }
        } catch {
            // A film without sound is more than none, unless this sound was asked for.
            guard settings.audioDevice == nil else { throw error }
            let remark = MediaCaptureRemark(
                .withoutSound, "without sound: \(error)", cause: error)
            return CaptureDevices(pictures, nil, nil, remarks + [remark], engine, settings)
        }
    }

    private init(
        _ pictures: PictureDevice, _ serverSound: ServerSound?, _ filterSound: FilterSound?,
        _ remarks: [MediaCaptureRemark], _ engine: CaptureEngine, _ settings: MediaCaptureSettings
    ) {
        (self.pictures, self.serverSound, self.filterSound) = (pictures, serverSound, filterSound)
        (self.remarks, self.engine) = (remarks, engine)
        isInRealTime = settings.runsInRealTime || pictures.input.isLive || serverSound != nil
    }

    /// The input of the sound server.
    var audioDevice: AudioDevice? { serverSound?.device }

    /// The form of the sound; `nil` if there is none.
    var soundForm: FilmFile.Form.Sound? {
        if let serverSound {
            return FilmFile.Form.Sound(
                sampleRate: serverSound.plan.format.sampleRate,
                channelCount: serverSound.plan.format.channelCount)
        }
        return filterSound.map {
            FilmFile.Form.Sound(sampleRate: $0.sampleRate, channelCount: $0.channelCount)
        }
    }

    func start(session: Int) {
        // One beginning for both, so that graphs of filters are in step.
        let begin = isInRealTime ? AudioClock.now : nil
        startPictures(since: begin, session: session, source: engine.source)
        guard let filterSound else { return }
        threads.start(named: "capture-sound") { [engine] in
            var goesOn = true
            while goesOn {
                let delivery = Self.delivery(of: filterSound, since: begin)
                if begin != nil, let time = delivery.time {
                    engine.wait(until: time, session: session)
                }
                goesOn = engine.deliver(delivery, isLive: false, session: session)
                if case .soundEnded = delivery { return }
            }
        }
    }

    private func startPictures(since begin: Double?, session: Int, source: Int) {
        let (isLive, isInRealTime) = (pictures.input.isLive, isInRealTime)
        threads.start(named: "capture-video") { [pictures, engine] in
            var goesOn = true
            while goesOn {
                let delivery = Self.delivery(of: pictures, since: begin)
                if !isLive, isInRealTime, let time = delivery.time {
                    engine.wait(until: time, session: session)
                }
                goesOn = engine.deliver(
                    delivery, isLive: isLive || isInRealTime, session: session, source: source)
                if case .picturesEnded = delivery { return }
            }
        }
    }

    /// Takes pictures from another device, which is open, from now on.
    ///
    /// - Parameter time: The current one of the session's clock.
    func exchange(_ pictures: PictureDevice, at time: Double, session: Int) {
        let source = engine.exchangePictures()
        self.pictures = pictures
        startPictures(since: time, session: session, source: source)
    }

    /// The sound that the sound server has given since the last call.
    func nextServerSound() -> CapturedSound? { serverSound?.next() }

    /// Closes the devices, after ``CaptureEngine/endSession()``. Blocks its thread until their threads have ended.
    func close() {
        serverSound?.close()
        threads.wait()
    }

    private static func delivery(
        of pictures: PictureDevice, since begin: Double?
    ) -> CaptureDelivery {
        do throws(MediaCaptureError) {
            return try pictures.next(start: begin).map(CaptureDelivery.picture)
                ?? .picturesEnded(nil)
        } catch {
            return .picturesEnded(error)
        }
    }

    private static func delivery(
        of sound: FilterSound, since begin: Double?
    ) -> CaptureDelivery {
        do throws(MediaCaptureError) {
            guard var piece = try sound.next() else { return .soundEnded(nil) }
            piece.time += begin ?? 0
            return .sound(piece)
        } catch {
            return .soundEnded(error)
        }
    }
}

/// Threads that end by themselves, and can be waited for.
private final class ThreadGroup {
    private let group = DispatchGroup()

    func start(named name: String, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        BlockingThread.start(named: name) { [group] in
            body()
            group.leave()
        }
    }

    func wait() { group.wait() }
}
