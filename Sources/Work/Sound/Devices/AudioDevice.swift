internal import PhonolithMediaModel

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
    /// Whether the device is an input with the sound of an output.
    public var isMonitor: Bool
    /// Whether the device is in use.
    public var state: State
    /// Volume as mixers show it; 1 is 100 %, and more is possible.
    public var volume: Double
    /// Whether the device is muted.
    public var isMuted: Bool

    package init(
        direction: Direction, id: Int, name: String, description: String, ports: [AudioPort],
        activePort: String?, isDefault: Bool, format: AudioFormat, bitDepth: Int, isMonitor: Bool,
        state: State, volume: Double, isMuted: Bool
    ) {
        (self.direction, self.id, self.name) = (direction, id, name)
        (self.description, self.ports, self.activePort) = (description, ports, activePort)
        (self.isDefault, self.format, self.bitDepth) = (isDefault, format, bitDepth)
        (self.isMonitor, self.state) = (isMonitor, state)
        (self.volume, self.isMuted) = (volume, isMuted)
    }

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
    /// The purpose of the connector.
    public var kind: Kind
    /// Whether something is plugged in; `nil` if the connector cannot detect it.
    public var isAvailable: Bool?

    /// The purpose of a connector; the counterpart of `AVAudioSession.Port`.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A loudspeaker of the computer (`builtInSpeaker`).
        case speaker
        /// Headphones (`headphones`).
        case headphones
        /// Headphones with a microphone (`headsetMic`), or the hands-free profile of Bluetooth (`bluetoothHFP`).
        case headset
        /// A microphone (`builtInMic`).
        case microphone
        /// A line in or out (`lineIn`, `lineOut`).
        case line
        /// A screen or television (`HDMI`, `displayPort`).
        case hdmi
        /// S/PDIF.
        case digital
        /// Bluetooth (`bluetoothA2DP`).
        case bluetooth
        /// USB (`usbAudio`).
        case usb
        /// A car (`carAudio`).
        case car
        /// A loudspeaker in the network (`airPlay`).
        case network
        /// Anything else.
        case other
    }

    package init(name: String, description: String, kind: Kind, isAvailable: Bool?) {
        (self.name, self.description) = (name, description)
        (self.kind, self.isAvailable) = (kind, isAvailable)
    }
}

extension AudioPort.Kind {
    /// The kind that the name of a port suggests, such as `analog-output-headphones`.
    package init(nameOfPort name: String) {
        let words: [(String, AudioPort.Kind)] = [
            ("headphone", .headphones), ("headset", .headset), ("speaker", .speaker),
            ("mic", .microphone), ("hdmi", .hdmi), ("iec958", .digital), ("line", .line),
        ]
        self = words.first { name.lowercased().contains($0.0) }?.1 ?? .other
    }
}

extension AudioDevice {
    /// Finds the device that a user means.
    ///
    /// - Parameter name: The name, the number or the description of a device.
    /// - Throws: ``AudioDeviceError`` with the nearest names if there is no such device.
    package static func named(
        _ name: String, among devices: [AudioDevice]
    ) throws(AudioDeviceError) -> AudioDevice {
        let known =
            devices.first { $0.name == name } ?? devices.first { String($0.id) == name }
            ?? devices.first { $0.description.lowercased() == name.lowercased() }
        guard let known else {
            let nearest = name.nearestNames(
                among: devices.map(\.name), orSaying: "the sound server has none")
            throw AudioDeviceError(
                .noSuchDevice, name, "\(name): no such device\(nearest)")
        }
        return known
    }
}
