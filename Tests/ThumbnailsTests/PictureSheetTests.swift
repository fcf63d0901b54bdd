import PhonolithMediaModel
import PhonolithThumbnails
import Testing

@Suite struct PictureSheetTests {
    @Test("times are spread over the middles of equal parts")
    func spread() {
        #expect(ThumbnailTimes.spread(4, over: 80) == [10, 30, 50, 70])
        #expect(ThumbnailTimes.spread(1, over: 9) == [4.5])
        #expect(ThumbnailTimes.spread(0, over: 9) == [])
    }

    @Test("another place for a black picture is in the same part")
    func alternatives() {
        let others = ThumbnailTimes.alternatives(to: 10, count: 4, over: 80)
        #expect(others.allSatisfy { (10..<20).contains($0) })
    }

    @Test("every so many seconds there is a picture before the end, and one at least")
    func every() {
        #expect(ThumbnailTimes.every(10, over: 25) == [0, 10, 20])
        #expect(ThumbnailTimes.every(10, over: 20) == [0, 10])
        #expect(ThumbnailTimes.every(10, over: 0) == [0])
    }

    @Test(
        "times are written as a clock shows them",
        arguments: [(0.0, "0:00"), (65.9, "1:05"), (3600, "1:00:00"), (36_125, "10:02:05")])
    func clock(seconds: Double, text: String) { #expect(ThumbnailTimes.clock(seconds) == text) }

    @Test("sprites lie edge to edge, and a sheet has no empty rows")
    func sprites() {
        let layout = GridLayout(
            GridShape(columns: 3, rows: 2), tile: PixelSize(width: 10, height: 6),
            isContactSheet: false)
        #expect((0..<6).map { layout.place(of: $0).x } == [0, 10, 20, 0, 10, 20])
        #expect((0..<6).map { layout.place(of: $0).y } == [0, 0, 0, 6, 6, 6])
        #expect(layout.size(of: 6) == PixelSize(width: 30, height: 12))
        #expect(layout.size(of: 3) == PixelSize(width: 30, height: 6))
        #expect(layout.size(of: 2) == PixelSize(width: 20, height: 6))
    }

    @Test("a contact sheet has white digits under its pictures, and room around them")
    func contactSheet() {
        let tile = PixelSize(width: 120, height: 60)
        let red = ThumbnailImage(
            width: 120, height: 60,
            pixels: Array((0..<(120 * 60)).map { _ in [200, 0, 0, 255] as [UInt8] }.joined()))
        var sheet = PictureSheet(
            GridLayout(GridShape(columns: 1, rows: 1), tile: tile, isContactSheet: true), count: 1)
        let place = sheet.layout.place(of: 0)
        sheet.add(red, at: 0, time: 65)
        let image = sheet.image
        func pixel(_ x: Int, _ y: Int) -> UInt8 { image.pixels[(y * image.width + x) * 4 + 1] }
        #expect(place.x > 0 && place.y > 0)
        #expect(pixel(place.x, place.y) == 0)
        let below = (place.y + 60)..<image.height
        let white: [Int] = below.flatMap { y -> [Int] in
            (0..<image.width).filter { x in pixel(x, y) == 255 }
        }
        // 1:05 has 10, 2, 17 and 17 pixels.
        #expect(white.count > 30)
        #expect((white.min() ?? 0) > place.x && (white.max() ?? 0) < place.x + 120)
    }

    @Test("a track covers the video from its beginning to its end, with names that are encoded")
    func track() {
        var track = SpriteTrack()
        track.add(at: 1, sheet: Array("a b#ü.jpg".utf8), x: 0, y: 0, width: 160, height: 90)
        track.add(at: 3661.5, sheet: Array("c.jpg".utf8), x: 160, y: 0, width: 160, height: 90)
        #expect(
            track.text(endingAt: 3670.25) == """
                WEBVTT

                00:00:00.000 --> 01:01:01.500
                a%20b%23%C3%BC.jpg#xywh=0,0,160,90

                01:01:01.500 --> 01:01:10.250
                c.jpg#xywh=160,0,160,90

                """)
    }

    @Test("a picture is black when hardly a pixel is not")
    func black() {
        func image(_ bright: Int) -> ThumbnailImage {
            ThumbnailImage(
                width: 100, height: 1,
                pixels: (0..<100).flatMap { [$0 < bright ? 200 : 10, 0, 0, 255] as [UInt8] })
        }
        #expect(image(2).isNearlyBlack)
        #expect(!image(3).isNearlyBlack)
    }
}
