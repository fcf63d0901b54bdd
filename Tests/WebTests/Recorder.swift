import Foundation
import TestSupport

/// Records what is heard at a sink.
final class Recorder {
    private let server: PulseServer
    private let folder: URL
    private let file: URL
    private let rate: Int
    private let programs: [Process]

    /// Begins to record.
    init(on server: PulseServer, rate: Int) async throws {
        self.server = server
        self.rate = rate
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-heard-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("raw")
        // A sink that plays nothing sleeps, and what it is woken by is recorded by half.
        let silence = try server.start("pacat", ["-d", "one", "--raw", "/dev/zero"])
        let recorder = try server.start(
            "parec",
            [
                "-d", "one.monitor", "--format=float32le", "--rate=\(rate)", "--channels=1",
                "--raw", "--latency-msec=20", file.path,
            ])
        programs = [silence.process, recorder.process]
        try await waitForMore(seconds: 0.1)
    }

    deinit {
        for program in programs {
            program.terminate()
            program.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// How many samples there are.
    var count: Int {
        let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
        return (size ?? 0) / 4
    }

    /// What has been recorded, from a sample on.
    func samples(from start: Int = 0) throws -> [Float] {
        let bytes = try Data(contentsOf: file).dropFirst(start * 4)
        let count = bytes.count / 4
        return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            bytes.prefix(count * 4).copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
            filled = count
        }
    }

    /// Waits until so much more is recorded.
    func waitForMore(seconds: Double) async throws {
        let (begin, end) = (count, ContinuousClock.now + .seconds(60))
        while Double(count - begin) < seconds * Double(rate) {
            guard ContinuousClock.now < end else {
                throw Browser.Failure(description: "the sound server gives nothing to record")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// Looking for samples in a recording.
enum Matching {
    /// Where a window is in a recording; `nil` where nothing is so like it.
    ///
    /// - Parameter tolerance: By how much of its power the recording may differ.
    static func place(
        of window: ArraySlice<Float>, in recording: [Float], from start: Int = 0,
        tolerance: Double
    ) -> Int? {
        let window = Array(window)
        let power = window.reduce(0.0) { $0 + Double($1 * $1) }
        var best: (place: Int?, error: Double) = (nil, power * tolerance)
        recording.withUnsafeBufferPointer { recording in
            window.withUnsafeBufferPointer { window in
                var place = max(0, start)
                while place + window.count <= recording.count {
                    // Most places are seen to be wrong after a few samples.
                    var (index, error) = (0, 0.0)
                    while index < window.count, error < best.error {
                        let difference = Double(recording[place + index] - window[index])
                        error += difference * difference
                        index += 1
                    }
                    if error < best.error { best = (place, error) }
                    place += 1
                }
            }
        }
        return best.place
    }

    /// The frequency of a tone, in Hz, by how often it crosses zero; `nil` where no single tone sounds all the time.
    static func frequency(of samples: ArraySlice<Float>, rate: Int) -> Double? {
        var (count, last, longest) = (0, samples.startIndex, 0)
        for index in samples.indices.dropLast()
        where (samples[index] < 0) != (samples[index + 1] < 0) {
            longest = max(longest, index - last)
            (count, last) = (count + 1, index)
        }
        longest = max(longest, samples.endIndex - last)
        guard Double(longest * count) < 1.5 * Double(samples.count) else { return nil }
        guard samples.contains(where: { abs($0) > 0.05 }) else { return nil }
        return Double(count * rate) / Double(2 * samples.count)
    }

    /// How strong a tone of this frequency is in samples: its amplitude.
    static func amplitude(
        of frequency: Double, in samples: ArraySlice<Float>, rate: Int
    ) -> Double {
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
            real += Double(sample) * cos(angle)
            imaginary += Double(sample) * sin(angle)
        }
        return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
    }
}
