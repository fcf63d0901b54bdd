internal import CPhonolithVideoDevices
import Glibc
internal import PhonolithFiles
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import PhonolithSound

/// An open source of pictures.
final class PictureDevice: @unchecked Sendable {
    // Sendable by proof: opened on one thread and then given to the one that reads it.

    let name: String
    let input: PictureInput
    /// As they are seen, with square pixels.
    let size: PixelSize
    /// In frames a second; nominal.
    let rate: Double
    private let demuxer: Demuxer
    private let decoder: VideoDecoder
    private let stream: MediaStream
    private var clock = ArrivalClock()

    /// A device that gives no picture for as long is taken for lost, in seconds.
    private static let longestSilence = 5.0
    /// How often a camera is asked for the next picture.
    private static let pause = 0.002
    /// More broken pictures in a row than this are not a device's.
    private static let mostFailures = 100

    /// Opens a source of pictures. Blocks its thread.
    ///
    /// - Throws: ``MediaCaptureError``.
    static func open(_ settings: MediaCaptureSettings) throws(MediaCaptureError) -> PictureDevice {
        cvd_register_devices()
        let input = PictureInput(named: settings.device)
        let source = try PictureSourceName(input, settings)
        do throws(AVError) {
            return try PictureDevice(input, source, settings)
        } catch {
            throw source.failure(error)
        }
    }

    private init(
        _ input: PictureInput, _ source: PictureSourceName, _ settings: MediaCaptureSettings
    ) throws(AVError) {
        let waits = if case .camera = input { false } else { true }
        let demuxer = try Demuxer.open(
            device: source.url, of: input.format, options: source.options, waits: waits)
        guard let stream = demuxer.streams.first(where: { $0.kind == .video }) else {
            throw .nothingToDecode
        }
        var options = VideoDecoder.Options()
        // Cameras have the colors of BT.601 in all sizes, unless they state others.
        options.guessesColors = false
        decoder = try VideoDecoder.open(stream, of: demuxer, options: options)
        self.demuxer = demuxer
        self.stream = stream
        (self.input, name) = (input, source.name)
        let width = Double(stream.codedWidth ?? 1) * stream.pixelAspectRatio
        size = PixelSize(width: max(1, Int(width.rounded())), height: stream.codedHeight ?? 1)
        rate = stream.averageFrameRate ?? source.rate ?? Self.rate(of: stream) ?? 30
    }

    /// The rate of a graph of filters, which has a tick for each picture.
    private static func rate(of stream: MediaStream) -> Double? {
        let rate = Double(stream.timeBase.denominator) / Double(stream.timeBase.numerator)
        return (1...240).contains(rate) ? rate : nil
    }

    /// Checks what a graph of filters cannot be asked for.
    ///
    /// - Throws: ``MediaCaptureError`` with what the device has.
    func check(_ settings: MediaCaptureSettings) throws(MediaCaptureError) {
        guard case .filter = input else { return }
        if let wanted = settings.size, wanted != size {
            throw MediaCaptureError(
                .sizeUnavailable, name,
                "\(name): has pictures of \(size.text), not \(wanted.text); add scale=\(wanted.width):\(wanted.height) to the graph"
            )
        }
        if let wanted = settings.frameRate, abs(wanted - rate) > 0.01 {
            throw MediaCaptureError(
                .frameRateUnavailable, name,
                "\(name): has \(rate.rateText) frames a second, not \(wanted.rateText); add fps=\(wanted.rateText) to the graph"
            )
        }
    }

    /// The remark about pictures that are larger than a preset's; `nil` if they are not.
    func remark(_ preset: CapturePreset?) -> MediaCaptureRemark? {
        guard let most = preset?.maximumSize, !size.isWithin(most) else { return nil }
        return MediaCaptureRemark(
            .presetExceeded, "\(name) has pictures of \(size.text), none up to \(most.text)")
    }

    /// Whether settings name this device.
    func isSame(as settings: MediaCaptureSettings) -> Bool {
        switch (input, PictureInput(named: settings.device)) {
        case (.camera, .camera(let wanted)):
            let devices = CameraListing.devices()
            return (wanted.map { devices.named($0)?.id ?? $0 } ?? devices.first?.id) == name
        case (_, let wanted): return input == wanted
        }
    }

    /// The next picture. Blocks its thread.
    ///
    /// - Parameter start: When a graph of filters began, on the program's clock; `nil` if its own clock is that of the session.
    /// - Returns: `nil` when a graph of filters has ended.
    /// - Throws: ``MediaCaptureError`` when the device is gone.
    func next(start: Double?) throws(MediaCaptureError) -> CapturedPicture? {
        do throws(AVError) {
            guard let frame = try decoded() else { return nil }
            let ticks = frame.presentationTime.map(stream.timeBase.seconds)
            let time =
                input.isLive
                ? clock.time(of: ticks, arrivedAt: AudioClock.now) : (start ?? 0) + (ticks ?? 0)
            return CapturedPicture(frame, at: time)
        } catch {
            throw MediaCaptureError(
                .deviceLost, name, "\(name): gives no more pictures (\(error)); connect it again",
                cause: error)
        }
    }

    private func decoded() throws(AVError) -> Frame? {
        let begin = RunningTime()
        var failures = 0
        while true {
            let frame = try Frame()
            do throws(AVError) {
                switch try decoder.receive(into: frame) {
                case .frame: return frame
                case .ended: return nil
                case .wantsPacket:
                    let packet = try demuxer.nextPacket(of: stream)
                    if packet == nil, input.isLive { return nil }
                    _ = try decoder.send(packet)
                }
            } catch  where error.wantsMore {
                guard begin.elapsed() < .seconds(Self.longestSilence) else { throw error }
                BlockingThread.pause(Self.pause)
            } catch {
                failures += 1
                // Many cameras give a first picture that is broken.
                guard error.isOfData, failures < Self.mostFailures else { throw error }
            }
        }
    }
}

/// How a source of pictures is named to FFmpeg.
private struct PictureSourceName {
    var name: String
    var url: String
    var options: [(String, String)] = []
    var rate: Double?

    init(_ input: PictureInput, _ settings: MediaCaptureSettings) throws(MediaCaptureError) {
        switch input {
        case .filter(let graph): (name, url) = ("lavfi:\(graph)", graph)
        case .screen(let display):
            (name, url) = ("x11grab:\(display)", display)
            rate = settings.frameRate ?? 30
            if let size = settings.size { options.append(("video_size", size.text)) }
        case .camera(let wanted):
            let device = try Self.camera(named: wanted)
            (name, url) = (device.id, device.id)
            // A camera that may not be opened cannot be asked either; opening it gives the reason.
            guard !device.formats.isEmpty else { break }
            let plan = try PicturePlan(
                of: device, size: settings.size, rate: settings.frameRate,
                preset: settings.preset)
            rate = plan.rate
            options = [
                ("input_format", plan.format.encoding), ("video_size", plan.format.size.text),
            ]
        }
        if let rate { options.append(("framerate", String(rate))) }
    }

    private static func camera(named name: String?) throws(MediaCaptureError) -> CaptureDevice {
        let devices = CameraListing.devices()
        guard let name else {
            guard let first = devices.first else {
                throw MediaCaptureError(
                    .noCamera, "",
                    "there is no camera; connect one, or capture a screen (x11grab:DISPLAY) or a graph of filters (lavfi:GRAPH)"
                )
            }
            return first
        }
        if let device = devices.named(name) { return device }
        if name.hasPrefix("/") {
            return CaptureDevice(id: name, name: name, bus: "", formats: [])
        }
        let nearest = name.nearestNames(
            among: devices.map(\.name), orSaying: "this machine has none")
        throw MediaCaptureError(.noSuchDevice, name, "\(name): no such camera\(nearest)")
    }

    /// The reason why it cannot be opened, and what to do.
    func failure(_ error: AVError) -> MediaCaptureError {
        if error == .nothingToDecode {
            return MediaCaptureError(
                .deviceFailed, name, "\(name): gives no pictures; choose another device",
                cause: error)
        }
        let remedy =
            switch error.posixCode {
            case EBUSY: "end the program that uses it"
            case EACCES, EPERM: "join the group video: usermod -aG video USER"
            case ENOENT, ENODEV, ENXIO: "phonolith capture devices lists the cameras"
            default:
                url == name
                    ? "choose another device"
                    : name.hasPrefix("lavfi:")
                        ? "check the graph" : "check the display and its permissions"
            }
        return MediaCaptureError(
            MediaCaptureError.Code(ofDevice: error), name,
            "\(name): cannot be captured: \(error); \(remedy)", cause: error)
    }
}
