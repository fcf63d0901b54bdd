import Foundation
import PhonolithMediaModel
import PhonolithSound
import Synchronization
import Testing

@testable import PhonolithCapture

@Suite("Cameras")
struct CaptureChoiceTests {
    private static func camera(_ number: Int, _ bus: String = "usb-1") -> CaptureDevice {
        CaptureDevice(id: "/dev/video\(number)", name: "Cam", bus: bus, formats: [])
    }

    @Test(
        "that come and go are seen between two listings",
        arguments: [
            ([], [], []),
            ([], [0], [.connected(camera(0))]),
            ([0], [], [.disconnected(camera(0))]),
            ([0, 2], [2, 4], [.disconnected(camera(0)), .connected(camera(4))]),
        ] as [([Int], [Int], [CaptureDeviceEvent])])
    func changes(_ old: [Int], _ new: [Int], events: [CaptureDeviceEvent]) {
        #expect(
            CaptureDeviceEvent.changes(
                from: old.map { Self.camera($0) }, to: new.map { Self.camera($0) }) == events)
    }

    @Test("with the number of another are not the other")
    func exchanged() {
        let (old, new) = (Self.camera(0, "usb-1"), Self.camera(0, "usb-2"))
        #expect(
            CaptureDeviceEvent.changes(from: [old], to: [new]) == [
                .disconnected(old), .connected(new),
            ])
    }

    @Test("are reported to each listener while it listens", .timeLimit(.minutes(1)))
    func watching() async {
        let devices = Mutex([Self.camera(0)])
        let present = SharedCameras(devices.withLock(\.self))
        let watch = CaptureDeviceWatch(
            CaptureDeviceListing(names: { Set(present.all.map(\.id)) }, devices: { present.all }),
            every: 0.01)
        let streams = [watch.events(), watch.events()]
        present.all = [Self.camera(0), Self.camera(2)]
        for stream in streams {
            #expect(await stream.first { _ in true } == .connected(Self.camera(2)))
        }
    }

    private final class SharedCameras: Sendable {
        private let state: Mutex<[CaptureDevice]>

        init(_ all: [CaptureDevice]) { state = Mutex(all) }

        var all: [CaptureDevice] {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test(
        "of a preset have its size, or the nearest smaller one",
        arguments: [
            (nil, "1920x1080"), (.high, "1920x1080"), (.photo, "3840x2160"), (.medium, "640x480"),
            (.low, "320x240"), (.cif352x288, "320x240"), (.hd1280x720, "640x480"),
            (.hd4K3840x2160, "3840x2160"),
        ] as [(CapturePreset?, String)])
    func presets(_ preset: CapturePreset?, size: String) throws {
        var device = Self.camera(0)
        device.formats = [(320, 240, 30), (640, 480, 15), (1920, 1080, 30), (3840, 2160, 5)].map {
            CaptureFormat(
                encoding: "mjpeg", size: PixelSize(width: $0.0, height: $0.1),
                frameRates: [Double($0.2)...Double($0.2)])
        }
        let plan = try PicturePlan(of: device, size: nil, rate: nil, preset: preset)
        #expect(plan.format.size.text == size)
    }

    private struct Refusal: CustomTestStringConvertible, Sendable {
        var code = MediaCaptureError.Code.settingOutOfRange
        var change: @Sendable (inout MediaCaptureSettings) -> Void

        var testDescription: String { "\(code)" }
    }

    private static let refusals = [
        Refusal { $0.bitRate = 1 }, Refusal { $0.frameRate = -1 },
        Refusal { $0.maximumDuration = .nan }, Refusal { $0.maximumSize = -1 },
        Refusal { $0.size = PixelSize(width: 20_000, height: 1) },
        Refusal(code: .noSuchDevice) { $0.device = "no such" },
    ]

    @Test("are not opened for settings and places that cannot be", arguments: refusals)
    private func errors(_ row: Refusal) async {
        var settings = MediaCaptureSettings()
        row.change(&settings)
        let capture = MediaCapture(settings: settings)
        let error = await #expect(throws: MediaCaptureError.self) {
            try await capture.startRunning()
        }
        #expect(error?.code == row.code)
        let photo = await #expect(throws: MediaCaptureError.self) {
            try await capture.takePhoto(to: URL(fileURLWithPath: "/nowhere/at/all.jpg"))
        }
        #expect(photo?.code == .noSuchFolder)
        let film = await #expect(throws: MediaCaptureError.self) {
            try await capture.startRecording(to: URL(fileURLWithPath: "/nowhere/a.mp4"))
        }
        #expect(film?.code == .notRunning)
    }
}
