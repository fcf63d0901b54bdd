import Foundation
import PhonolithLibav
import PhonolithMediaModel
import PhonolithSound
import PhonolithTestSupport
import Testing

@testable import PhonolithCapture

extension ByTheClock {
    @Suite("A capture session", .serialized, .timeLimit(.minutes(20)))
    struct MediaCaptureTests {
        private static let pictures = "testsrc2=s=320x240:r=25"

        private func capture(
            _ device: String, sound: String = "none", on server: PulseServer? = nil,
            _ change: (inout MediaCaptureSettings) -> Void = { _ in }
        ) -> MediaCapture {
            var settings = MediaCaptureSettings()
            (settings.device, settings.audioDevice) = (device, sound)
            change(&settings)
            return MediaCapture(
                settings: settings,
                server: SoundServer(address: server?.address ?? "unix:/nowhere"))
        }

        /// - Parameter events: Those since before the film.
        private func ending(
            in events: AsyncStream<MediaCapture.Event>
        ) async -> MediaCapture.Ending? {
            for await event in events {
                if case .didFinishRecording(_, let ending) = event { return ending }
            }
            return nil
        }

        /// Takes a film until it ends by itself.
        @discardableResult
        private func film(_ capture: MediaCapture, to path: MediaPath) async throws
            -> MediaCapture.Ending?
        {
            let events = capture.events()
            try await capture.startRunning()
            try await capture.startRecording(to: path)
            return await ending(in: events)
        }

        @Test("has in a film the pictures and the sound that the devices gave, for the duration")
        func whole() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            let capture = capture(
                "lavfi:\(Self.pictures)", sound: "lavfi:sine=f=440:r=48000:samples_per_frame=1000"
            ) { ($0.maximumDuration, $0.runsInRealTime) = (2, false) }
            #expect(try await film(capture, to: path) == .maximumDuration)
            #expect(capture.recordedDuration == 2)
            let film = try CapturedFilm(path)
            let shown = try CapturedFilm(device: Self.pictures, count: 50)
            let times = film.pictures.map { Int(($0.time * 1000).rounded()) }
            #expect(times == (0..<50).map { $0 * 40 })
            let likenesses = zip(film.pictures, shown.pictures).map { $0.likeness(to: $1) }
            #expect((likenesses.min() ?? 0) > 30, "\(likenesses)")
            // The next picture is another one.
            #expect(film.pictures[0].likeness(to: shown.pictures[1]) < 25)
            #expect(abs(film.sound.count - 96_000) <= 1024)
            let tone = (0..<48_000).map { Float(sin(2 * Double.pi * 440 * Double($0) / 48_000)) }
            #expect(correlation(film.sound[0..<48_000], tone) > 0.99)
        }

        @Test("keeps sound and picture in step, though their clocks drift apart")
        func drift() async throws {
            // After ten minutes they would be 300 ms apart, after an hour 1.8 s.
            let duration = LongTests.areWhole ? 3600 : 600
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            // The sound's device counts 8004 samples in what is a second of the pictures' clock.
            let sound =
                "aevalsrc='if(lt(mod(t,20),0.05),0.8*sin(2*PI*1000*t),0)':s=8004,asetrate=8000,asetpts=PTS*8000/8004"
            let pictures =
                "color=c=black:s=32x32:r=10,drawbox=c=white:t=fill:enable='lt(mod(t,20),0.05)'"
            let capture = capture("lavfi:\(pictures)", sound: "lavfi:\(sound)") {
                ($0.maximumDuration, $0.runsInRealTime) = (Double(duration), false)
            }
            #expect(try await film(capture, to: path) == .maximumDuration)
            let film = try CapturedFilm(path)
            let (flashes, beeps) = (film.flashes, film.onsets)
            #expect(flashes.count == duration / 20)
            #expect(beeps.count == duration / 20)
            let differences = zip(flashes, beeps).map { $1 - $0 }
            #expect((differences.map(abs).max() ?? 1) < 0.04, "\(differences)")
        }

        @Test("pauses without a gap in pictures or sound")
        func pause() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            let capture = capture(
                "lavfi:\(Self.pictures)", sound: "lavfi:sine=f=440:r=48000")
            try await capture.startRunning()
            try await capture.startRecording(to: path)
            try await eventually("half a second is captured") { capture.recordedDuration > 0.5 }
            capture.pauseRecording()
            try await eventually("it is paused") { capture.state == .paused }
            let duration = capture.recordedDuration
            try await Task.sleep(for: .seconds(1))
            // Frames that were on their way are in the film.
            #expect(capture.recordedDuration <= duration + 0.2)
            capture.resumeRecording()
            try await eventually("more is captured") { capture.recordedDuration > duration + 0.5 }
            await capture.stopRecording()
            await capture.stopRunning()
            let film = try CapturedFilm(path)
            let gaps = zip(film.pictures, film.pictures.dropFirst()).map { $1.time - $0.time }
            #expect(gaps.allSatisfy { $0 < 0.085 }, "\(gaps)")
            let length = (film.pictures.last?.time ?? 0) + 0.04
            #expect(abs(film.soundDuration - length) < 0.1)
            // No silence in between: each hundredth of a second has the tone.
            let quiet = stride(from: 0, to: film.sound.count - 4800, by: 480).filter {
                film.sound[$0..<$0 + 480].allSatisfy { abs($0) < 0.05 }
            }
            #expect(quiet == [])
        }

        @Test("ends before the file is larger than it may be, and it can be played")
        func size() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            let capture = capture("lavfi:\(Self.pictures)", sound: "lavfi:sine") {
                ($0.maximumSize, $0.runsInRealTime) = (400_000, false)
            }
            #expect(try await film(capture, to: path) == .maximumSize)
            let size = try folder.size("a.mp4")
            #expect((300_000...400_000).contains(size))
            let film = try CapturedFilm(path)
            #expect(film.pictures.count > 50)
            let (sound, shown) = (film.soundDuration, Double(film.pictures.count) / 25)
            #expect(abs(sound - shown) < 0.3)
        }

        @Test("a graph of filters that ends ends the film")
        func inputEnds() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            let capture = capture("lavfi:\(Self.pictures):d=1") { $0.runsInRealTime = false }
            #expect(try await film(capture, to: path) == .inputEnded)
            #expect(try CapturedFilm(path).pictures.count == 25)
            #expect(capture.state == .idle)
        }

        @Test("leaves out the last column and row that H.264 cannot have")
        func oddSize() async throws {
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            // Red, but for the last column and row.
            let pictures =
                "color=c=red:s=63x47:r=25,format=rgb24,drawbox=c=white:t=1:x=-1:y=-1:w=64:h=48"
            let capture = capture("lavfi:\(pictures)") {
                ($0.maximumDuration, $0.runsInRealTime) = (0.2, false)
            }
            try await film(capture, to: path)
            let picture = try #require(CapturedFilm(path).pictures.first)
            #expect((picture.width, picture.height) == (62, 46))
            #expect(picture.color(61, 45)[1] < 60, "\(picture.color(61, 45))")
        }

        @Test("several films and photos can be taken one after the other")
        func several() async throws {
            let folder = try TemporaryFolder()
            let capture = capture("lavfi:\(Self.pictures)") { $0.maximumDuration = 0.4 }
            try await capture.startRunning()
            for name in ["1.mp4", "2.mp4"] {
                try await capture.startRecording(to: folder.path(name))
                try await capture.takePhoto(to: folder.path("\(name).png"))
                try await eventually("the film ends") { capture.state == .running }
                #expect(try CapturedFilm(folder.path(name)).pictures.count == 10)
            }
            await capture.stopRunning()
            #expect(try folder.names == ["1.mp4", "1.mp4.png", "2.mp4", "2.mp4.png"])
        }

        @Test("takes photos in the colors of the device", arguments: ["png", "jpg"])
        func photo(_ name: String) async throws {
            let folder = try TemporaryFolder()
            let capture = capture("lavfi:color=c=0x336699:s=63x47,format=rgb24")
            try await capture.startRunning()
            try await capture.takePhoto(to: folder.path("a.\(name)"))
            await capture.stopRunning()
            let picture = try Picture(folder.path("a.\(name)"))
            #expect((picture.width, picture.height) == (63, 47))
            let color = picture.color(10, 10)
            if name == "png" {
                #expect(color == [0x33, 0x66, 0x99])
            } else {
                #expect(zip(color, [0x33, 0x66, 0x99]).allSatisfy { abs($0 - $1) < 4 }, "\(color)")
            }
        }

        @Test("shows previews in the shape of the pictures, with their colors")
        func preview() async throws {
            let capture = capture("lavfi:color=c=0x336699:s=320x180,format=rgb24")
            let frames = capture.previewFrames(fitting: PixelSize(width: 100, height: 100))
            try await capture.startRunning()
            let frame = await frames.first { _ in true }
            await capture.stopRunning()
            #expect(frame?.size == PixelSize(width: 100, height: 56))
            #expect(frame?.pixels.prefix(4) == [0x33, 0x66, 0x99, 255])
        }

        @Test("records an input of the sound server in step with the pictures")
        func serverSound() async throws {
            let server = try await PulseServer(rate: 48_000)
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            let capture = capture(
                "lavfi:\(Self.pictures)", sound: "one.monitor", on: server
            ) { $0.maximumDuration = 2 }
            #expect(try await film(capture, to: path) == .maximumDuration)
            #expect(capture.audioDevice?.name == "one.monitor")
            let film = try CapturedFilm(path)
            #expect(film.pictures.count == 50)
            #expect(film.sampleRate == 48_000)
            // On a busy machine the server's times are off by some hundredths.
            #expect(abs(film.soundDuration - 2) < 0.1, "\(film.soundDuration)")
        }

        @Test("ends when the sound's device is unplugged, and keeps the film")
        func unplugged() async throws {
            let server = try await PulseServer()
            let folder = try TemporaryFolder()
            let path = folder.path("a.mp4")
            let capture = capture("lavfi:\(Self.pictures)", sound: "two.monitor", on: server)
            let events = capture.events()
            try await capture.startRunning()
            try await capture.startRecording(to: path)
            try await eventually("something is captured") { capture.recordedDuration > 0.5 }
            let modules = try server.control("list", "short", "modules").split(separator: "\n")
            let module = try #require(modules.first { $0.contains("sink_name=two") })
            try server.control("unload-module", String(module.prefix { $0.isNumber }))
            guard case .deviceLost(let error) = await ending(in: events) else {
                Issue.record("no device was lost")
                return
            }
            #expect(error.description.contains("two.monitor: gives no more sound"))
            #expect(try CapturedFilm(path).pictures.count > 10)
        }

        @Test(
            "captures a screen as it is, until it goes away",
            .enabled(if: DisplayServer.isInstalled))
        func screen() async throws {
            let folder = try TemporaryFolder()
            let screen = try DisplayServer(width: 320, height: 240, isWhite: true)
            let capture = capture("x11grab:\(screen.name)") { $0.frameRate = 25 }
            let events = capture.events()
            try await capture.startRunning()
            #expect(capture.size == PixelSize(width: 320, height: 240))
            try await capture.takePhoto(to: folder.path("a.png"))
            let photo = try Picture(folder.path("a.png"))
            // The root window is white, but for the pointer in the middle.
            #expect(photo.pixels.prefix(320 * 4 * 50).allSatisfy { $0 == 255 })
            try await capture.startRecording(to: folder.path("a.mp4"))
            try await eventually("something is captured") { capture.recordedDuration > 0.6 }
            capture.pauseRecording()
            try await eventually("it is paused") { capture.state == .paused }
            try await Task.sleep(for: .milliseconds(300))
            capture.resumeRecording()
            try await eventually("more is captured") { capture.recordedDuration > 1.2 }
            screen.stop()
            guard case .deviceLost = await ending(in: events) else {
                Issue.record("no device was lost")
                return
            }
            let film = try CapturedFilm(folder.path("a.mp4"))
            let gaps = zip(film.pictures, film.pictures.dropFirst()).map { $1.time - $0.time }
            #expect(film.pictures.count > 20)
            #expect((gaps.max() ?? 1) < 0.25, "\(gaps)")
            #expect(film.pictures.allSatisfy { $0.color(10, 10).allSatisfy { $0 > 250 } })
        }

        struct Refusal: CustomTestStringConvertible {
            var device = "lavfi:testsrc2"
            var sound = "none"
            var size: PixelSize?
            var rate: Double?
            var name = "a.mp4"
            var reason: String

            var testDescription: String { reason }

            static let all = [
                Refusal(device: "lavfi:nosuch", reason: "lavfi:nosuch: cannot be captured"),
                Refusal(
                    size: PixelSize(width: 100, height: 100),
                    reason: "has pictures of 320x240, not 100x100"),
                Refusal(rate: 30, reason: "has 25 frames a second, not 30"),
                Refusal(device: "Camera", reason: "Camera: no such camera"),
                Refusal(device: "/nowhere/video9", reason: "phonolith capture devices"),
                Refusal(device: "x11grab::987", reason: "check the display"),
                Refusal(sound: "lavfi:nosuch", reason: "lavfi:nosuch: cannot be captured"),
                Refusal(sound: "mic", reason: "start PulseAudio or PipeWire"),
                Refusal(name: "a.mkv", reason: "use a name with .mp4"),
                Refusal(name: "none/a.mp4", reason: "cannot be written"),
            ]
        }

        @Test("refuses what it cannot do, and leaves no file behind", arguments: Refusal.all)
        func refusals(_ refusal: Refusal) async throws {
            let folder = try TemporaryFolder()
            let capture = capture(refusal.device, sound: refusal.sound) {
                ($0.size, $0.frameRate) = (refusal.size, refusal.rate)
            }
            var reason = ""
            do {
                try await capture.startRunning()
                try await capture.startRecording(to: folder.path(refusal.name))
            } catch {
                reason = "\(error)"
            }
            await capture.stopRunning()
            #expect(reason.contains(refusal.reason), "\(reason)")
            #expect(try folder.names == [])
        }

        @Test("replaces a file only if that was asked for")
        func replacing() async throws {
            let folder = try TemporaryFolder()
            try Data("mine".utf8).write(to: folder.url.appendingPathComponent("a.mp4"))
            let refused = capture("lavfi:testsrc2")
            try await refused.startRunning()
            await #expect(throws: MediaCaptureError.self) {
                try await refused.startRecording(to: folder.path("a.mp4"))
            }
            await refused.stopRunning()
            let replacing = capture("lavfi:testsrc2") {
                ($0.overwrites, $0.maximumDuration, $0.runsInRealTime) = (true, 0.4, false)
            }
            try await film(replacing, to: folder.path("a.mp4"))
            #expect(try CapturedFilm(folder.path("a.mp4")).pictures.count == 10)
        }

        @Test("takes films for QuickTime, too, within a bit rate")
        func quickTime() async throws {
            let folder = try TemporaryFolder()
            let noise = "lavfi:nullsrc=s=320x240:r=25,geq=random(1)*255:128:128"
            var sizes: [Int] = []
            for bitRate in [nil, 300_000] {
                let capture = capture(noise) {
                    ($0.maximumDuration, $0.runsInRealTime) = (2, false)
                    $0.bitRate = bitRate
                }
                let path = folder.path("\(bitRate ?? 0).mov")
                #expect(try await film(capture, to: path) == .maximumDuration)
                #expect(try CapturedFilm(path).pictures.count == 50)
                sizes.append(capture.recordedFileSize)
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path.description))
                #expect(bytes[4..<12] == Data("ftypqt  ".utf8))
            }
            #expect(sizes[1] < 300_000 / 8 * 5 && sizes[1] < sizes[0] / 2, "\(sizes)")
        }

        @Test("changes its source while a film is taken, if the size is the same")
        func exchange() async throws {
            let folder = try TemporaryFolder()
            let capture = capture("lavfi:color=white:s=64x64:r=25")
            let events = capture.events()
            try await capture.startRunning()
            try await capture.startRecording(to: folder.path("a.mp4"))
            try await eventually("a part is taken") { capture.recordedDuration > 0.4 }
            let error = await #expect(throws: MediaCaptureError.self) {
                try await capture.setDevice("lavfi:color=black:s=32x32:r=25")
            }
            #expect(error?.code == .sizeUnavailable)
            try await capture.setDevice("lavfi:color=black:s=64x64:r=25")
            let time = capture.recordedDuration
            try await eventually("more is taken") { capture.recordedDuration > time + 0.4 }
            await capture.stopRecording()
            await capture.stopRunning()
            let changed = await events.contains(
                .deviceDidChange("lavfi:color=black:s=64x64:r=25"))
            #expect(changed)
            let film = try CapturedFilm(folder.path("a.mp4"))
            let white = try CapturedFilm(device: "color=white:s=64x64:r=25", count: 1)
            #expect(film.pictures.first.map { $0.likeness(to: white.pictures[0]) > 30 } == true)
            #expect(film.pictures.last.map { $0.likeness(to: white.pictures[0]) < 10 } == true)
        }

        @Test("keeps the file that it was to replace where no film can be begun")
        func kept() async throws {
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent("a.mp4")
            try Data("mine".utf8).write(to: file)
            // H.264 has no picture as wide.
            let capture = capture("lavfi:color=s=20000x16") { $0.overwrites = true }
            try await capture.startRunning()
            await #expect(throws: MediaCaptureError.self) {
                try await capture.startRecording(to: folder.path("a.mp4"))
            }
            await capture.stopRunning()
            #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
        }
    }
}

/// Suites that capture in time, one test after another: beside others they would be late.
@Suite(.serialized) enum ByTheClock {}

/// How alike two sounds are, whatever their phase by a few samples: 1 for the same.
private func correlation(_ left: ArraySlice<Float>, _ right: [Float]) -> Double {
    (0..<200).map { shift in
        var (both, leftSquare, rightSquare) = (0.0, 0.0, 0.0)
        for (left, right) in zip(left.dropFirst(4800).prefix(9600), right.dropFirst(4700 + shift)) {
            both += Double(left * right)
            leftSquare += Double(left * left)
            rightSquare += Double(right * right)
        }
        return both / max(1e-30, (leftSquare * rightSquare).squareRoot())
    }.max() ?? 0
}
