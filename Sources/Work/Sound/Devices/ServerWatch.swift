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
