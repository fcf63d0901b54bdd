import Foundation
import PhonolithFilms
import PhonolithTestSupport
import Synchronization
import Testing

extension ViewingByTheClock {
    /// Flashes in the window and beeps at the sound server, by the time at which they arrive here.
    @Suite("Flashes and beeps") struct FlashTests {
        @Test("flashes are seen when the beeps that belong to them are heard")
        func inStep() async throws {
            let folder = try TemporaryFolder()
            let film = folder.url.appendingPathComponent("flashes.mkv")
            _ = try output(of: [
                "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
                "color=black:s=16x12:r=50:d=60,format=yuv420p,"
                    + "geq=lum='if(lt(mod(T,1),0.04),235,16)':cb=128:cr=128,"
                    + "scale=160:120:flags=neighbor", "-f", "lavfi", "-i",
                "aevalsrc='if(lt(mod(t,1),0.04),sin(2*PI*1000*t),0)':d=60:s=48000", "-c:v",
                "libx264", "-qp", "12", "-c:a", "flac", film.path,
            ])
            let sound = try await PulseServer(rate: 48_000)
            let display = try DisplayServer()
            let silence = try sound.start("pacat", ["-d", "one", "--raw", "/dev/zero"])
            defer { silence.terminate() }
            let program = try FilmProgram(
                [film.path], on: display, in: folder.url,
                environment: display.environment.merging(sound.environment) { $1 })
            let place = try program.place(of: try await program.window("flashes.mkv"))
            let listener = try sound.start(
                "parec",
                [
                    "-d", "one.monitor", "--format=s16le", "--rate=48000", "--channels=1", "--raw",
                    "--latency-msec=10", "--process-time-msec=5",
                ])
            let watcher = try display.grab(
                x: place.x + 64, y: place.y + 44, width: 16, height: 16, rate: 200)
            defer { [listener, watcher].forEach { $0.terminate() } }
            let beeps = Moments { index, last in index - last > 4800 }
            let flashes = Moments { index, last in index - last > 10 }
            beeps.read(listener.output, chunk: 480) { chunk in
                chunk.withUnsafeBytes { $0.bindMemory(to: Int16.self).map { abs(Int($0)) > 3000 } }
            }
            flashes.read(watcher.output, chunk: 256) { [$0[$0.startIndex] > 128] }
            try await eventually("some flashes are seen, and beeps heard") {
                min(flashes.all.count, beeps.all.count) > 8
            }
            program.process.terminate()
            // The first may have begun before it was listened to.
            let delays = flashes.all.dropFirst(2).compactMap { flash in
                beeps.all.map { flash - $0 }.min { abs($0) < abs($1) }
            }.sorted()
            // Beside other work single frames may be late. The monitor is about 10 ms ahead of what is heard.
            #expect((-0.02...0.03).contains(delays[delays.count / 2]), "\(delays)")
        }
    }
}

/// When something began in what a program writes while it happens.
private final class Moments: Sendable {
    private let moments = Mutex<[Double]>([])
    private let isNew: @Sendable (_ index: Int, _ last: Int) -> Bool

    /// - Parameter isNew: Whether a value begins something new, by its index and that of the last that was loud or
    ///   bright.
    init(isNew: @escaping @Sendable (_ index: Int, _ last: Int) -> Bool) { self.isNew = isNew }

    /// In seconds since the system started.
    var all: [Double] { moments.withLock { $0 } }

    /// Reads on a thread of its own, until the program ends.
    func read(
        _ output: FileHandle, chunk: Int, _ isOn: @escaping @Sendable (Data) -> [Bool]
    ) {
        Thread {
            var (index, last) = (0, Int.min / 2)
            while let data = Self.bytes(output, chunk) {
                let now = ProcessInfo.processInfo.systemUptime
                for isOn in isOn(data) {
                    if isOn, self.isNew(index, last) { self.moments.withLock { $0.append(now) } }
                    if isOn { last = index }
                    index += 1
                }
            }
        }.start()
    }

    private static func bytes(_ output: FileHandle, _ count: Int) -> Data? {
        var data = Data()
        while data.count < count {
            guard let more = try? output.read(upToCount: count - data.count), !more.isEmpty else {
                return nil
            }
            data += more
        }
        return data
    }
}
