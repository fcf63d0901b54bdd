import PhonolithMediaModel
import Testing

@testable import PhonolithCapture

@Suite("What of a session is in a film") struct FilmTimelineTests {
    @Test("it begins with the first picture, and pauses leave no gap")
    func pauses() {
        var timeline = FilmTimeline()
        timeline.begin(notBefore: 10)
        #expect(timeline.place(ofPictureAt: 9.99) == nil)
        #expect(timeline.parts(ofSoundIn: 9.9..<10.1) == nil)
        #expect(timeline.place(ofPictureAt: 10.25) == 0)
        timeline.end(at: 12.25)
        #expect(timeline.place(ofPictureAt: 12.5) == nil)
        timeline.begin(notBefore: 20)
        #expect(timeline.place(ofPictureAt: 20.5) == 2)
        #expect(timeline.place(ofPictureAt: 21) == 2.5)
        // One that is late, from before the pause.
        #expect(timeline.place(ofPictureAt: 12) == 1.75)
        typealias Span = FilmTimeline.Span
        #expect(
            timeline.parts(ofSoundIn: 10..<11) == [Span(range: 10.25..<11, filmStart: 0)])
        #expect(
            timeline.parts(ofSoundIn: 12..<21) == [
                Span(range: 12..<12.25, filmStart: 1.75), Span(range: 20.5..<21, filmStart: 2),
            ])
    }

    @Test("sound waits for the picture with which the film goes on")
    func waiting() {
        var timeline = FilmTimeline()
        timeline.begin(notBefore: 0)
        _ = timeline.place(ofPictureAt: 0)
        timeline.end(at: 1)
        #expect(timeline.parts(ofSoundIn: 1..<2) == [])
        timeline.begin(notBefore: 3)
        #expect(timeline.parts(ofSoundIn: 2..<3) == [])
        #expect(timeline.parts(ofSoundIn: 2.5..<3.5) == nil)
        #expect(timeline.place(ofPictureAt: 3.25) == 1)
        #expect(
            timeline.parts(ofSoundIn: 2.5..<3.5)
                == [FilmTimeline.Span(range: 3.25..<3.5, filmStart: 1)])
    }

    @Test("it ends at a time of its own, over pauses")
    func ends() {
        var timeline = FilmTimeline()
        timeline.begin(notBefore: 0)
        _ = timeline.place(ofPictureAt: 5)
        timeline.end(at: 6)
        timeline.begin(notBefore: 8)
        _ = timeline.place(ofPictureAt: 8)
        timeline.end(atFilmTime: 1.5)
        #expect(timeline.end == 8.5)
        #expect(timeline.place(ofPictureAt: 8.5) == nil)
    }
}

@Suite("The clock of a device's pictures") struct ArrivalClockTests {
    /// Arrivals of pictures at 25 a second, late by up to 30 ms.
    private func arrivals(of speed: Double, seconds: Double) -> [(device: Double, arrival: Double)]
    {
        (0..<Int(seconds * 25)).map { index in
            let time = Double(index) / 25
            return (1e9 + time * speed, 100 + time + Double(index * 7 % 13) / 13 * 0.03)
        }
    }

    @Test("gives even times however late pictures come", arguments: [1, 1.0005, 0.9995])
    func even(_ speed: Double) {
        var clock = ArrivalClock()
        var errors: [Double] = []
        for (index, picture) in arrivals(of: speed, seconds: 600).enumerated() {
            let time = clock.time(of: picture.device, arrivedAt: picture.arrival)
            if index > 50 { errors.append(time - 100 - Double(index) / 25) }
        }
        #expect((errors.map(abs).max() ?? 1) < 0.005)
    }

    @Test("takes the times of a device that has the program's clock")
    func own() {
        var clock = ArrivalClock()
        #expect(clock.time(of: 99.9, arrivedAt: 100) == 99.9)
        #expect(clock.time(of: 99.94, arrivedAt: 100.2) == 99.94)
        #expect(clock.time(of: nil, arrivedAt: 101) == 101)
    }

    @Test("follows a device whose clock was set")
    func jump() {
        var clock = ArrivalClock()
        #expect(clock.time(of: 5000, arrivedAt: 100) == 100)
        #expect(clock.time(of: 8601, arrivedAt: 101) == 101)
        #expect(abs(clock.time(of: 8602, arrivedAt: 102.1) - 102) < 0.01)
    }
}

@Suite("The format in which a camera is captured") struct PicturePlanTests {
    fileprivate static func pictures(
        _ encoding: String, _ width: Int, _ height: Int, _ rates: Double...
    )
        -> CaptureFormat
    {
        CaptureFormat(
            encoding: encoding, size: PixelSize(width: width, height: height),
            frameRates: rates.map { $0...$0 })
    }

    private static let camera = CaptureDevice(
        id: "/dev/video0", name: "Camera", bus: "usb-1",
        formats: [
            pictures("yuyv422", 640, 480, 30, 15), pictures("yuyv422", 1280, 720, 10),
            pictures("mjpeg", 640, 480, 30, 60), pictures("mjpeg", 1280, 720, 30),
            pictures("mjpeg", 1920, 1080, 5), pictures("mjpeg", 3840, 2160, 30),
            pictures("PWC2", 800, 600, 30),
        ])

    struct Case: CustomTestStringConvertible {
        var size: PixelSize?
        var rate: Double?
        var format: CaptureFormat
        var chosenRate: Double

        var testDescription: String { "\(size?.text ?? "any") at \(rate?.rateText ?? "any")" }

        static let all = [
            Case(format: PicturePlanTests.pictures("mjpeg", 1280, 720, 30), chosenRate: 30),
            Case(
                rate: 60, format: PicturePlanTests.pictures("mjpeg", 640, 480, 30, 60),
                chosenRate: 60),
            Case(
                size: PixelSize(width: 640, height: 480),
                format: PicturePlanTests.pictures("yuyv422", 640, 480, 30, 15), chosenRate: 30),
            Case(
                size: PixelSize(width: 1920, height: 1080),
                format: PicturePlanTests.pictures("mjpeg", 1920, 1080, 5),
                chosenRate: 5),
            Case(
                size: PixelSize(width: 1280, height: 720), rate: 10,
                format: PicturePlanTests.pictures("yuyv422", 1280, 720, 10), chosenRate: 10),
        ]
    }

    @Test("is the best that fits the wishes", arguments: Case.all)
    func best(_ expected: Case) throws {
        let plan = try PicturePlan(of: Self.camera, size: expected.size, rate: expected.rate)
        #expect(plan.format == expected.format)
        #expect(plan.rate == expected.chosenRate)
    }

    @Test("names the nearest where the camera does not have what is wanted")
    func nearest() {
        func reason(_ size: PixelSize?, _ rate: Double?) -> String {
            do {
                return "\(try PicturePlan(of: Self.camera, size: size, rate: rate))"
            } catch {
                return error.description
            }
        }
        #expect(
            reason(PixelSize(width: 700, height: 500), nil)
                == "/dev/video0: has no pictures of 700x500; the nearest are 640x480, 1280x720, 1920x1080"
        )
        #expect(
            reason(PixelSize(width: 1280, height: 720), 25)
                == "/dev/video0: has no 25 frames a second at 1280x720; the nearest are 30, 10")
        // A format that FFmpeg does not know.
        #expect(reason(PixelSize(width: 800, height: 600), nil).contains("the nearest are 640x480"))
    }
}
