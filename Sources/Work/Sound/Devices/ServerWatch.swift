/// A connection to the sound server that reports changes of its devices, and changes settings of theirs.
package final class ServerWatch: Sendable {
    /// A change of the server.
    package enum Change: Hashable, Sendable {
        /// A device came, went or changed, or another is the default.
        case changed
        /// The server is gone, and this connection with it.
        case lost
    }

    private let connection: PulseConnection

    /// Connects. Blocks its thread.
    ///
    /// - Parameter report: Called on the server's thread; must not wait.
    /// - Throws: ``AudioDeviceError``.
    package static func open(
        _ server: SoundServer, report: @escaping @Sendable (Change) -> Void
    ) throws -> ServerWatch {
        let connection = try PulseConnection.open(server, role: nil)
        connection.locked {
            connection.stateChanged = { [unowned connection] in
                if connection.isLost { report(.lost) }
            }
            connection.deviceChanged = { _ in report(.changed) }
            connection.watchDevices()
        }
        return ServerWatch(connection)
    }

    private init(_ connection: PulseConnection) { self.connection = connection }

    deinit { connection.close() }

    /// Asks for the state of the server. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError``.
    package func state() throws -> ServerState {
        try connection.locked { try connection.serverState() }
    }

    /// How late sound is heard from a device, or comes from it, in seconds. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError``.
    package func latency(of device: AudioDevice) throws -> Double {
        try connection.locked { try connection.latency(of: device) }
    }

    /// Has an output use another of its ports. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError``.
    package func setPort(_ port: String, of output: String) throws {
        try connection.locked { try connection.setPort(port, of: output) }
    }

    /// Sets the volume of all channels of an input. Blocks its thread.
    ///
    /// - Parameter volume: 1 is 100 %.
    /// - Throws: ``AudioDeviceError``.
    package func setVolume(_ volume: Double, of input: AudioDevice) throws {
        try connection.locked { try connection.setVolume(volume, of: input) }
    }
}

/// A sound server at one moment.
package struct ServerState: Hashable, Sendable {
    package var outputs: [AudioDevice]
    package var inputs: [AudioDevice]
    /// The streams that programs play.
    package var streams: [Stream] = []
    package var modules: [Module] = []

    package init(
        outputs: [AudioDevice], inputs: [AudioDevice], streams: [Stream] = [],
        modules: [Module] = []
    ) {
        (self.outputs, self.inputs) = (outputs, inputs)
        (self.streams, self.modules) = (streams, modules)
    }

    /// A stream that a program plays.
    package struct Stream: Hashable, Sendable {
        /// The number of the program's process; `nil` if the program did not give it.
        package var process: Int?
        // The stream's purpose (`media.role`).
        package var role: String?
        /// Whether the stream is paused or muted.
        package var isSilent: Bool

        package init(process: Int?, role: String?, isSilent: Bool) {
            (self.process, self.role, self.isSilent) = (process, role, isSilent)
        }
    }

    /// A part of the server.
    package struct Module: Hashable, Sendable {
        // Such as `module-role-ducking`.
        package var name: String
        /// The arguments it was loaded with, such as `trigger_roles=a11y volume=-20dB`.
        package var argument: String

        package init(name: String, argument: String) {
            (self.name, self.argument) = (name, argument)
        }

        /// The value of an argument, without its quotes.
        package func value(_ key: String) -> String? {
            argument.split(separator: " ").first { $0.hasPrefix(key + "=") }
                .map { $0.dropFirst(key.count + 1).filter { $0 != "\"" && $0 != "'" } }
        }
    }
}

/// The sound server, for questions about its devices: PulseAudio, or PipeWire, which speaks its protocol.
public struct SoundServer: Sendable {
    /// The address; `nil` for the user's own server.
    package let address: String?
    /// A server that takes longer to answer is not used.
    package let answerLimit: Duration
    /// The streams of this program on it.
    package let streams: ProgramStreams
    /// The name under which a program's connections and streams are shown there.
    package var programName = ProgramName.ofProcess

    /// The user's own server (`$PULSE_SERVER`, else that of the session).
    public init() { self.init(address: nil, streams: .shared) }

    package init(
        address: String?, answerLimit: Duration = .seconds(10),
        streams: ProgramStreams = ProgramStreams()
    ) {
        (self.address, self.answerLimit, self.streams) = (address, answerLimit, streams)
    }

    /// Lists the devices of a direction in the server's order. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError`` if the server cannot be reached.
    public func devices(
        _ direction: AudioDevice.Direction
    ) throws(AudioDeviceError) -> [AudioDevice] {
        let connection = try PulseConnection.open(self, role: nil)
        defer { connection.close() }
        return try connection.locked { () throws(AudioDeviceError) in
            try connection.devices(direction)
        }
    }

    /// Looks up a device by its name, number or description. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError``, also with the nearest names if there is no such device.
    public func device(
        named name: String, _ direction: AudioDevice.Direction
    ) throws(AudioDeviceError) -> AudioDevice {
        try AudioDevice.named(name, among: devices(direction))
    }
}
