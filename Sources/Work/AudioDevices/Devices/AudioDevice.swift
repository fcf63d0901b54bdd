/// An output or input of the sound server: a sink or source, in its words.
///
/// The counterpart of `AVAudioSessionPortDescription`, whose data sources are ``ports`` here.
public struct AudioDevice: Hashable, Sendable, Identifiable {
    /// The direction of the sound.
    public var direction: Direction
    /// The server's number of the device, which it gives to no other until it is restarted.
    public var id: Int
    /// The server's name, such as `alsa_output.pci-0000_00_1f.3.analog-stereo`.
    public var name: String
    /// The name for people, such as `Built-in Audio Analog Stereo`.
    public var description: String
    /// Connectors, such as loudspeaker and headphones; often none.
    public var ports: [AudioPort]
    /// The name of the port in use.
    public var activePort: String?
    /// Whether programs that choose no device use this one.
    public var isDefault: Bool
    /// Sample rate and channels of the device itself.
    public var format: AudioFormat
    /// Bits per sample of the device itself.
    public var bitDepth: Int
    /// Whether it is an input with the sound of an output.
    public var isMonitor: Bool
    /// Whether the device is in use.
    public var state: State
    /// Volume as mixers show it; 1 is 100 %, and more is possible.
    public var volume: Double
    /// Whether the device is muted.
    public var isMuted: Bool

    /// The direction of the sound.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        /// From programs.
        case output
        /// To programs.
        case input
    }

    /// Whether a device is in use.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// A stream of some program uses it.
        case running
        /// Open, but without sound.
        case idle
        /// Closed by the server until it is used.
        case suspended
    }
}

/// A connector of a device.
public struct AudioPort: Hashable, Sendable {
    /// The server's name, such as `analog-output-headphones`.
    public var name: String
    /// The name for people, such as `Headphones`.
    public var description: String
    /// Whether something is plugged in; `nil` if the connector cannot detect it.
    public var isAvailable: Bool?
}

/// Why a device or the sound server cannot be used.
public struct AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line: the device, the reason, and what to do.
    public let description: String

    package init(_ description: String) { self.description = description }
}
