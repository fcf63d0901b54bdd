import PhonolithFixtures
import PhonolithRecording
import Testing

@Suite struct FrameTests {
    @Test(
        "a stream is cut into frames wherever its bytes are parted, and nothing of it is lost",
        arguments: [
            (.ogg, "sweep/long.ogg"), (.ogg, "sweep/3.opus"),
        ] as [(FrameForm, String)], [1, 7, 1000, 100_000])
    func frames(_ source: (form: FrameForm, name: String), step: Int) throws {
        let content = try Fixtures.bytes(of: source.name)
        var cutter = StationCutter(source.form)
        var taken: [UInt8] = []
        cutter.finish()
        for start in stride(from: 0, to: content.count, by: step) {
            cutter.append(content[start..<min(start + step, content.count)], title: nil)
            while let frame = cutter.next() { taken += frame.bytes }
        }
        #expect(taken == content)
    }

    @Test("a frame has the title that was sent before it, and what is no frame is dropped")
    func titles() {
        let header: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC]
        let frame = header + Array(repeating: 1, count: 9)
        var cutter = StationCutter(.adts)
        cutter.append([9, 9], title: nil)
        #expect(cutter.next() == nil)
        cutter.append([9, 0xFF, 0] + frame + frame.prefix(5), title: "A")
        cutter.append(frame.dropFirst(5) + frame + frame, title: "B")
        var titles: [String?] = []
        while let next = cutter.next() {
            #expect(Array(next.bytes) == frame)
            titles.append(next.title)
        }
        #expect(titles == ["A", "A", "B", "B"])
    }

    @Test(
        "the header of an MPEG frame shows its length",
        arguments: [
            ([0xFF, 0xFB, 0x90, 0x00], .bytes(417)), ([0xFF, 0xFB, 0x92, 0x00], .bytes(418)),
            ([0xFF, 0xF3, 0x80, 0x00], .bytes(208)), ([0xFF, 0xFD, 0xA4, 0x00], .bytes(576)),
            ([0xFF, 0xFB, 0xF0, 0x00], .none), ([0xFF, 0xFB], .unknown), ([0, 1, 2, 3], .none),
        ] as [([UInt8], FrameLength)])
    func lengths(header: [UInt8], length: FrameLength) {
        #expect(FrameForm.mpeg.length(of: header[...]) == length)
    }

    @Test(
        "a title is parted into artist and title, and named by both",
        arguments: [
            ("Björk - Army of Me", "Björk", "Army of Me", "Björk - Army of Me"),
            ("A - B - C", "A", "B - C", "A - B - C"), ("News", nil, "News", "News"),
            ("", nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func tags(text: String, artist: String?, title: String?, name: String?) {
        let tags = StationSong(text, station: "S")
        #expect(tags.artist == artist)
        #expect(tags.title == title)
        #expect(tags.fileName == name)
    }

    @Test(
        "Ogg has its tags in its first pages",
        arguments: ["full/full.ogg", "full/full.opus"])
    func comments(name: String) throws {
        let tags = StationSong(
            pages: Array(try Fixtures.bytes(of: name).prefix(1 << 16)), station: nil)
        #expect(tags?.title != nil)
        #expect(tags?.artist != nil)
    }
}
