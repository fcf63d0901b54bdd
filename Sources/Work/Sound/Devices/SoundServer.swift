/// The sound server, for questions about its devices: PulseAudio, or PipeWire, which speaks its protocol.
public struct SoundServer: Sendable {
    /// The address; `nil` for the user's own server.
    package let address: String?
    /// A server that takes longer to answer is not used.
    package let answerLimit: Duration
    /// The streams of this program on it.
    package let streams: ProgramStreams

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
    public func devices(_ direction: AudioDevice.Direction) throws -> [AudioDevice] {
        let connection = try PulseConnection.open(self, role: nil)
        defer { connection.close() }
        return try connection.locked { try connection.devices(direction) }
    }

    /// Looks up a device by its name, number or description. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError``, also with the nearest names if there is no such device.
    public func device(named name: String, _ direction: AudioDevice.Direction) throws
        -> AudioDevice
    {
        try AudioDevice.named(name, among: devices(direction))
    }
}
