public import PhonolithMediaModel

/// The sources of a capture, and its limits.
public struct MediaCaptureSettings: Hashable, Sendable {
    /// The source of pictures: path or name of a camera, `x11grab:DISPLAY` for a screen of X11, or `lavfi:GRAPH` for a graph of
    /// FFmpeg's filters; `nil` for the first camera.
    public var device: String?
    /// The source of sound: an input of the sound server by name, number or description, `lavfi:GRAPH`, or `none`; `nil` for
    /// the server's default, or none without a server.
    public var audioDevice: String?
    /// Size and bit rate in one word; ``size`` and ``bitRate`` go before it.
    public var preset: CapturePreset?
    /// The size of the pictures; `nil` for the device's best up to that of the preset, or 1920 × 1080.
    public var size: PixelSize?
    /// In frames a second; `nil` for up to 30.
    public var frameRate: Double?
    /// The most bits a second of a film's pictures, on average over two seconds; `nil` for as many as a good picture needs.
    ///
    /// Pictures that need fewer get fewer. From 10 000.
    public var bitRate: Int?
    /// A film ends after as many seconds without pauses; `nil` for never.
    public var maximumDuration: Double?
    /// A film ends before its file has more bytes; `nil` for never.
    public var maximumSize: Int?
    /// Whether a file that exists is replaced.
    public var overwrites = false
    /// Whether graphs of filters run at the speed of their clock, as cameras do; else as fast as they are read, and only
    /// while something is recorded. Beside a device they always do.
    package var runsInRealTime = true

    /// Whether the pictures are those of a screen, on which a preview would be captured, too.
    package var isOfScreen: Bool {
        if case .screen = PictureInput(named: device) { true } else { false }
    }

    /// Makes settings for the first camera and the default input.
    public init() {}
}

extension MediaCaptureSettings {
    /// The bit rates of films, in bit/s.
    package static let bitRates = 10_000...1_000_000_000

    /// The bit rate of the pictures; `nil` for as many as they need.
    var pictureBitRate: Int? { bitRate ?? preset?.bitRate }

    /// Checks what can be checked without a device.
    ///
    /// - Throws: ``MediaCaptureError`` with what is possible.
    func check() throws(MediaCaptureError) {
        if let bitRate, !Self.bitRates.contains(bitRate) {
            throw MediaCaptureError(
                .settingOutOfRange, String(bitRate),
                "films have \(Self.bitRates.lowerBound) to \(Self.bitRates.upperBound) bit/s, not \(bitRate)"
            )
        }
        if let size, !(1...16_384).contains(size.width) || !(1...16_384).contains(size.height) {
            throw MediaCaptureError(
                .settingOutOfRange, size.text,
                "pictures have 1x1 to 16384x16384 pixels, not \(size.text)")
        }
        if let frameRate, !(0.01...1000).contains(frameRate) {
            throw MediaCaptureError(
                .settingOutOfRange, "\(frameRate)",
                "films have 0.01 to 1000 frames a second, not \(frameRate)")
        }
        if let maximumDuration, !(maximumDuration > 0) {
            throw MediaCaptureError(
                .settingOutOfRange, "\(maximumDuration)",
                "a film lasts more than 0 seconds, not \(maximumDuration)")
        }
        if let maximumSize, maximumSize < 0 {
            throw MediaCaptureError(
                .settingOutOfRange, String(maximumSize),
                "a film has 0 bytes or more, not \(maximumSize)")
        }
    }
}
