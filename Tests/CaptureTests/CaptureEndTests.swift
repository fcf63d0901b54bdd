import Foundation
import PhonolithMediaModel
import PhonolithSound
import PhonolithTestSupport
import Testing

@testable import PhonolithCapture

extension ByTheClock {
    @Suite("The end of a captured film", .serialized, .timeLimit(.minutes(20)))
    struct CaptureEndTests {
        /// Takes a film until it ends by itself.
        private func film(
            _ settings: MediaCaptureSettings, on server: PulseServer? = nil, to path: MediaPath
        ) async throws -> MediaCapture.Ending? {
            let capture = MediaCapture(
                settings: settings,
                server: SoundServer(address: server?.address ?? "unix:/nowhere"))
            let events = capture.events()
            try await capture.startRunning()
            try await capture.startRecording(to: path)
            for await event in events {
                guard case .didFinishRecording(_, let ending) = event else { continue }
                try await eventually("the session ends with it") { capture.state == .idle }
                return ending
            }
            return nil
        }

        @Test("of a graph of filters has the sound that comes after its last picture")
        func lateSound() async throws {
            let folder = try TemporaryFolder()
            var settings = MediaCaptureSettings()
            // The last picture begins at 0.5 s, and two stretches of sound after it.
            settings.device = "lavfi:testsrc2=s=64x64:r=2:d=1"
            settings.audioDevice = "lavfi:sine=r=48000:samples_per_frame=14400"
            settings.runsInRealTime = false
            let path = folder.path("a.mp4")
            #expect(try await film(settings, to: path) == .inputEnded)
            let film = try CapturedFilm(path)
            #expect(film.pictures.count == 2)
            #expect(abs(film.sound.count - 48_000) <= 1024, "\(film.sound.count)")
        }

        @Test("comes also where graphs run as fast as they can, and the sound in real time")
        func serverSound() async throws {
            let server = try await PulseServer(rate: 48_000)
            let folder = try TemporaryFolder()
            var settings = MediaCaptureSettings()
            settings.device = "lavfi:testsrc2=s=64x64:r=25:d=3"
            settings.audioDevice = "one.monitor"
            settings.runsInRealTime = false
            let path = folder.path("a.mp4")
            #expect(try await film(settings, on: server, to: path) == .inputEnded)
            let film = try CapturedFilm(path)
            #expect(film.pictures.count > 60)
            // Sound that the server gives too late is not waited for.
            #expect(film.soundDuration > 1, "\(film.soundDuration)")
        }
    }
}

@Suite("Cameras") struct CaptureDeviceTests {
    @Test("are found by path, name and link")
    func lookup() throws {
        let folder = try TemporaryFolder()
        let device = folder.url.appendingPathComponent("video0")
        try Data().write(to: device)
        let link = folder.url.appendingPathComponent("usb-webcam").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "video0")
        let path = device.resolvingSymlinksInPath().path
        let camera = CaptureDevice(id: path, name: "HD WebCam", bus: "usb-1", formats: [])
        for name in [path, link, "HD WebCam"] { #expect([camera].named(name) == camera) }
        for name in ["/dev/null", "video0", "\(link)2"] { #expect([camera].named(name) == nil) }
    }
}
