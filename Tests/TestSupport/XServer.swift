import Foundation

/// A virtual screen of a test's own: white, without windows.
public final class XServer {
    private let process = Process()
    /// What clients are to connect to, such as `:87`.
    public let display: String

    /// Whether there is one to start.
    public static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/Xvfb")

    /// Starts a server.
    public init(width: Int, height: Int) async throws {
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/Xvfb")
        // It chooses a free number, and writes it when it is ready.
        process.arguments = [
            "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-wr", "-nolisten", "tcp",
        ]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.start()
        let handle = pipe.fileHandleForReading
        let number: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var text = ""
                while !text.hasSuffix("\n"), case let data = handle.availableData, !data.isEmpty {
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
        display = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { stop() }

    /// Ends the server.
    public func stop() {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }
}
