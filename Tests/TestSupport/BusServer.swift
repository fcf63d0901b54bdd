internal import Foundation

/// A D-Bus of a test's own, as that of a user's session.
public final class BusServer: Sendable {
    private let folder: URL
    private let process: Program

    /// The address that programs are to connect to.
    public var address: String { "unix:path=\(folder.appendingPathComponent("bus").path)" }

    /// Starts the bus; returns when it takes connections.
    public init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-bus-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        process = try Program(
            [
                "dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address",
                "--address=unix:path=\(folder.appendingPathComponent("bus").path)",
            ], output: .pipe)
        // It prints its address when it listens.
        _ = process.output.availableData
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
