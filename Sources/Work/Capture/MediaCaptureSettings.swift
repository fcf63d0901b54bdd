public import PhonolithMediaModel

/// The sources of a capture, and its limits.
public struct MediaCaptureSettings: Hashable, Sendable {
    /// The source of pictures: path or name of a camera, `x11grab:DISPLAY` for a screen of X11, or `lavfi:GRAPH` for a graph of
    /// FFmpeg's filters; `nil` for the first camera.
    public var device: String?
    /// The source of sound: an input of the sound server by name, number or description, `lavfi:GRAPH`, or `none`; `nil` for
    /// the server's default, or none without a server.
    public var audioDevice: String?
    /// The size of the pictures; `nil` for the device's best up to 1920 × 1080.
    public var size: PixelSize?
    /// In frames a second; `nil` for up to 30.
    public var frameRate: Double?
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
