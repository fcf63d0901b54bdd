import Foundation
import PhonolithFilms
import PhonolithLibav
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithTestSupport
import Testing

@testable import phonolith_view

@Suite("Subtitles that are pictures") struct PictureSubtitleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// How a film has them: options of FFmpeg that make it of a file of Blu-ray subtitles.
    struct Form: CustomTestStringConvertible {
        let name: String
        let options: [String]

        var testDescription: String { name }

        static let all = [
            Form(name: "pgs.mkv", options: ["-c:s", "copy"]),
            Form(name: "pgs.m2ts", options: ["-c:s", "copy"]),
            Form(name: "vobsub.mkv", options: ["-c:s", "dvdsub"]),
            Form(name: "vobsub.mp4", options: ["-c:s", "dvdsub"]),
            Form(name: "dvb.ts", options: ["-c:s", "dvbsub"]),
            Form(name: "dvb.mkv", options: ["-c:s", "dvbsub"]),
            Form(name: "xsub.avi", options: ["-c:s", "xsub"]),
        ]
    }

    @Test("are read from films, with their place and colours", arguments: Form.all)
    func forms(form: Form) async throws {
        let film = try BlurayFilm.make(form.name, in: folder.url, options: form.options)
        let player = QueuePlayer(to: .null(speed: 1))
        await player.setQueue(with: [PlayerItem(.file(MediaPath(film.path)))])
        // A busy machine may be late the first time.
        await player.setRepeatMode(.one)
        let output = await PlayerVideoOutput(player)
        await player.prepareToPlay()
        try await eventually("the film is open") { output.tracks != nil }
        let track = try #require(output.tracks?.subtitles.first)
        #expect(track.isOfPictures)
        output.selectSubtitles(track.stream)
        await player.play()
        var picture: SubtitlePicture?
        try await eventually(within: .seconds(60), "the picture is read") {
            _ = output.frame(at: player.deviceCurrentTime)
            picture = output.subtitlePicture(at: 2.5)
            return picture != nil
        }
        #expect(picture?.canvas == BlurayFilm.canvas)
        let part = try #require(picture?.parts.first)
        #expect(picture?.parts.count == 1)
        #expect((part.x, part.y) == (BlurayFilm.x, BlurayFilm.y))
        #expect(part.size == BlurayFilm.size)
        let colour = Int(try #require(part.pixels.first)) * 4
        let channels = part.palette[colour..<colour + 4].map(Int.init)
        // DVDs have four bits for opacity.
        #expect(
            zip(channels, [255, 255, 255, 255]).allSatisfy { abs($0 - $1) < 24 }, "\(channels)")
        #expect(output.subtitlePicture(at: 0.5)?.parts.count == nil)
        try await eventually(within: .seconds(60), "its end is read") {
            _ = output.frame(at: player.deviceCurrentTime)
            return output.subtitlePicture(at: 6.5) == nil
        }
        await player.close()
    }

    private static let white: [UInt8] = (0..<256).flatMap {
        $0 == 1 ? [255, 255, 255, 255] : [0, 0, 0, 0]
    }

    private static func part(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int
    ) -> SubtitlePicture.Part {
        SubtitlePicture.Part(
            x: x, y: y, size: PixelSize(width: width, height: height),
            pixels: [UInt8](repeating: 1, count: width * height), palette: white)
    }

    private static func picture(_ time: Double, _ duration: Double?, isEmpty: Bool = false)
        -> SubtitleDecoder.PictureEvent
    {
        SubtitleDecoder.PictureEvent(
            time: time, duration: duration,
            picture: SubtitlePicture(canvas: nil, parts: isEmpty ? [] : [part(Int(time), 0, 1, 1)]))
    }

    /// Pictures in the order in which they are read, with a jump for `nil`, and what is shown at times.
    static let timelines: [([SubtitleDecoder.PictureEvent?], [(Double, Int?)])] = [
        ([], [(1, nil)]),
        ([picture(1, 2)], [(0.9, nil), (1, 1), (2.9, 1), (3, nil)]),
        ([picture(1, nil)], [(1, 1), (999, 1)]),
        ([picture(1, nil), picture(4, nil, isEmpty: true)], [(3.9, 1), (4, nil), (9, nil)]),
        ([picture(1, nil), picture(4, nil)], [(3.9, 1), (4, 4)]),
        ([picture(1, 60), picture(4, 2)], [(3, 1), (4, 4), (7, nil)]),
        ([picture(4, 2), picture(1, 2)], [(1, 1), (4, 4)]),
        ([picture(4, 2), picture(4, 2)], [(4, 4)]),
        ([picture(1, nil), nil, picture(50, 1)], [(2, nil), (49, nil), (50, 50)]),
        ([picture(1, 1), nil, picture(50, 1)], [(1.5, 1), (50, 50)]),
        ((0..<200).map { picture(Double($0), 1) }, [(0, nil), (150, nil), (160, 160), (199, 199)]),
        ((0..<200).reversed().map { picture(Double($0), 1) }, [(0, 0), (40, 40), (199, nil)]),
    ]

    @Test("each ends with the next, and none is shown whose end was not read", arguments: timelines)
    func timeline(events: [SubtitleDecoder.PictureEvent?], moments: [(Double, Int?)]) {
        var pictures = SubtitlePictures()
        for event in events {
            if let event { pictures.add(event) } else { pictures.jump() }
        }
        for (time, shown) in moments {
            #expect(pictures.picture(at: time)?.parts.first?.x == shown, "at \(time)")
        }
    }

    struct Placing: CustomTestStringConvertible {
        let testDescription: String
        var canvas: PixelSize? = PixelSize(width: 1920, height: 1080)
        var isOfSquarePixels = true
        let view: PixelSize
        let film: ScalingMode.Placement
        let part: SubtitlePicture.Part
        let place: PictureSubtitles.Place

        static func film(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> ScalingMode.Placement {
            ScalingMode.Placement(x: x, y: y, size: PixelSize(width: width, height: height))
        }

        static let all = [
            Placing(
                testDescription: "a disc's own film in half its size",
                view: PixelSize(width: 960, height: 540), film: film(0, 0, 960, 540),
                part: part(800, 900, 400, 100),
                place: .init(x: 400, y: 450, width: 200, height: 50)),
            Placing(
                testDescription: "a film between bars of the window",
                view: PixelSize(width: 960, height: 700), film: film(0, 80, 960, 540),
                part: part(800, 900, 400, 100),
                place: .init(x: 400, y: 530, width: 200, height: 50)),
            Placing(
                testDescription: "a film whose upper and lower bars were cut off",
                view: PixelSize(width: 960, height: 400), film: film(0, 0, 960, 400),
                part: part(800, 800, 400, 100),
                place: .init(x: 400, y: 330, width: 200, height: 50)),
            Placing(
                testDescription: "the same, with a text in the bar",
                view: PixelSize(width: 960, height: 400), film: film(0, 0, 960, 400),
                part: part(800, 960, 400, 100),
                place: .init(x: 400, y: 350, width: 200, height: 50)),
            Placing(
                testDescription: "the same, with room for the bar in the window",
                view: PixelSize(width: 960, height: 540), film: film(0, 70, 960, 400),
                part: part(800, 960, 400, 100),
                place: .init(x: 400, y: 480, width: 200, height: 50)),
            Placing(
                testDescription: "a film of 4:3 whose side bars were cut off",
                view: PixelSize(width: 720, height: 540), film: film(0, 0, 720, 540),
                part: part(800, 900, 400, 100),
                place: .init(x: 280, y: 450, width: 200, height: 50)),
            Placing(
                testDescription: "a DVD of 16:9, whose pixels are not square",
                canvas: PixelSize(width: 720, height: 576), isOfSquarePixels: false,
                view: PixelSize(width: 1024, height: 576), film: film(0, 0, 1024, 576),
                part: part(180, 480, 360, 48),
                place: .init(x: 256, y: 480, width: 512, height: 48)),
            Placing(
                testDescription: "without a canvas, that of the film as it is seen", canvas: nil,
                isOfSquarePixels: false, view: PixelSize(width: 640, height: 360),
                film: film(0, 0, 640, 360), part: part(10, 300, 100, 40),
                place: .init(x: 10, y: 300, width: 100, height: 40)),
        ]

        private static func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int)
            -> SubtitlePicture.Part
        { PictureSubtitleTests.part(x, y, width, height) }
    }

    @Test("are laid where they belong in the film", arguments: Placing.all)
    func placing(row: Placing) {
        let picture = SubtitlePicture(
            canvas: row.canvas, isOfSquarePixels: row.isOfSquarePixels, parts: [row.part])
        let subtitles = PictureSubtitles(picture: picture, view: row.view, film: row.film)
        #expect(subtitles.place(of: row.part) == row.place)
    }

    @Test("are scaled to larger and smaller places without new colours", arguments: [4, 8, 16, 32])
    func scaling(side: Int) {
        var overlay = SubtitleOverlay(width: 40, height: 40)
        overlay.draw(
            Self.part(0, 0, 8, 8), x: 4, y: 4, width: Double(side), height: Double(side))
        let pixels = (0..<1600).map { Array(overlay.pixels[$0 * 4..<$0 * 4 + 4]) }
        let opaque = pixels.indices.filter { pixels[$0][3] > 128 }
        #expect(opaque.count == side * side)
        #expect(
            opaque.allSatisfy {
                (4..<4 + side).contains($0 % 40) && (4..<4 + side).contains($0 / 40)
            })
        #expect(pixels.allSatisfy { $0[3] == 0 || $0[..<3].allSatisfy { $0 > 250 } })
    }
}
