internal import Foundation
import Synchronization

/// A sound server of a test's own, with two sinks that nobody hears.
public final class PulseServer: Sendable {
    private let folder: URL
    private let rate: Int
    private let process = Mutex<Program?>(nil)
    private let socket: String

    /// Starts a server.
    ///
    /// - Parameter rate: Samples a second of its sinks, and what it says to clients that ask for its rate.
    public init(rate: Int = 44_100) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-pulse-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.rate = rate
        socket = folder.appendingPathComponent("s").path
        let configuration = folder.appendingPathComponent(".config/pulse/daemon.conf")
        try FileManager.default.createDirectory(
            at: configuration.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("default-sample-rate = \(rate)\n".utf8).write(to: configuration)
        try await start()
    }

    /// The address that clients are to connect to.
    public var address: String { "unix:\(socket)" }

    /// Starts the server, or another at the same place.
    public func start() async throws {
        let process = try Program(
            [
                // An hour, after which one that its test has left behind ends: a test may have to wait for a turn for
                // minutes.
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=3600",
                "--use-pid-file=no",
                "-L", "module-native-protocol-unix socket=\(socket) auth-anonymous=1",
                "-L", "module-null-sink sink_name=one rate=\(rate)",
                "-L", "module-null-sink sink_name=two rate=\(rate)", "-L", "module-role-cork",
            ],
            environment: [
                "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
                "XDG_CONFIG_HOME": folder.appendingPathComponent(".config").path,
            ])
        self.process.withLock { $0 = process }
        try await eventually("the sound server answers") {
            // One that has ended never will.
            guard process.isRunning else { throw CocoaError(.executableLoad) }
            return try !control("info").isEmpty
        }
        try control("set-default-sink", "one")
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The environment that clients need.
    public var environment: [String: String] { ["PULSE_SERVER": address, "HOME": folder.path] }

    /// Ends the server.
    public func stop() {
        guard let process = process.withLock(\.self), process.isRunning else { return }
        // A server that is gone already needs no telling.
        _ = try? control("exit")
        process.waitUntilExit()
    }

    /// Runs `pactl`.
    @discardableResult
    public func control(_ arguments: String...) throws -> String {
        String(
            decoding: try output(of: ["pactl"] + arguments, environment: environment),
            as: UTF8.self)
    }

    /// Starts a client of the server.
    public func start(_ name: String, _ arguments: [String]) throws -> Program {
        try Program([name] + arguments, environment: environment, output: .pipe)
    }
}
