/// How a recorder records; without changes, as the device is.
public struct AudioRecorderSettings: Hashable, Sendable {
    /// The input, by name, number or description; `nil` for the sound server's default.
    public var device: String?
    /// The format of the file; `nil` for that of its name.
    public var fileFormat: AudioFileFormat?
    /// In Hz; `nil` for that of the device, or the nearest one that the format has.
    public var sampleRate: Int?
    /// From 1; `nil` for that of the device, or as many as the format has.
    public var channelCount: Int?
    /// Recording begins with the first sound of this peak, in dBFS; `nil` for at once.
    public var startLevel: Double?
    /// Recording ends after as many seconds without a peak of ``startLevel`` (or −50 dBFS); `nil` for never.
    public var silenceDuration: Double?
    /// Whether a file that exists is replaced.
    public var overwrites = false

    /// Makes settings that record what the device gives until the recorder is stopped.
    public init() {}

    /// The peak above which sound is no silence, in dBFS.
    var silenceLevel: Double { startLevel ?? -50 }
}
