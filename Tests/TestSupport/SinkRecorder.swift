import Foundation

/// Records what is heard at a sink of a sound server.
public final class SinkRecorder {
    private let server: PulseServer
    private let folder: URL
    private let file: URL
    private let rate: Int
    private let channels: Int
    private let programs: [Program]

    /// Returns when it records.
    ///
    /// - Parameter sink: The name of the sink.
    public init(
        on server: PulseServer, sink: String = "one", rate: Int = 44_100, channels: Int = 1
    ) async throws {
        self.server = server
        (self.rate, self.channels) = (rate, channels)
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-heard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("raw")
        // A sink that plays nothing sleeps, and what it is woken by is recorded by half.
        let silence = try server.start("pacat", ["-d", sink, "--raw", "/dev/zero"])
        let recorder = try server.start(
            "parec",
            [
                "-d", "\(sink).monitor", "--format=float32le", "--rate=\(rate)",
                "--channels=\(channels)",
                "--raw", "--latency-msec=20", file.path,
            ])
        programs = [silence, recorder]
        try await waitForMore(seconds: 0.1)
    }

    deinit {
        for program in programs {
            program.terminate()
            program.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// How many samples there are, of all channels.
    public var count: Int {
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return (size ?? 0) / 4
    }

    /// The recording so far, from a sample on.
    public func samples(from start: Int = 0) throws -> [Float] {
        let bytes = try Data(contentsOf: file).dropFirst(start * 4)
        let count = bytes.count / 4
        return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            bytes.prefix(count * 4).copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }
    }

    /// Waits until so much more is recorded.
    public func waitForMore(seconds: Double) async throws {
        let end = count + Int(seconds * Double(rate * channels))
        try await eventually("\(seconds) s more are recorded") { count >= end }
    }
}
