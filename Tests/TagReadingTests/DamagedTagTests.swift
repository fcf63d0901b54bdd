import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// Tags of which a part is damaged: the rest is read, and what is wrong is said.
@Suite struct DamagedTagTests {
    private let folder: ScratchFolder
    private let sound: [UInt8]

    init() throws {
        folder = try ScratchFolder()
        sound = try Fixtures.bytes(of: "empty/empty.mp3")
    }

    private func read(_ bytes: [UInt8]) throws -> MediaFile {
        try TagReader().read(folder.write(bytes, to: "a.mp3"))
    }

    @Test(
        "bytes behind the last frame belong to no frame",
        arguments: [3, 4], [1, 2, 3, 9, 10, 11, 40])
    func dirtBehindFrames(version: Int, count: Int) throws {
        for dirt in [0x39, 0x67, 0x21, 0x41] as [UInt8] {
            let frames = [("TIT2", "A"), ("TPE1", "Art"), ("TRCK", "5")].flatMap { id, text in
                bytes(ascii(id), big(text.utf8.count + 1), [0, 0, 0], ascii(text))
            }
            let body = frames + [UInt8](repeating: dirt, count: count)
            let tag = bytes(ascii("ID3"), [UInt8(version), 0, 0, 0, 0, 0, UInt8(body.count)], body)
            let facts = try read(tag + sound).facts
            #expect([facts.title, facts.artist] == ["A", "Art"])
            #expect(facts.albumTrackNumber == 5)
        }
    }

    @Test(
        "a text is as long as its frame, however the size is written",
        arguments: [127, 128, 299, 20_000])
    func plainSizes(count: Int) throws {
        let text = String(repeating: "x", count: count)
        let frame = [0, 0, 3] + ascii(text)
        for size in [big(count + 1), synchsafe(count + 1)] {
            for padding in [0, 1, 9, 10, 100] {
                let body = bytes(ascii("TIT2"), size, frame, [UInt8](repeating: 0, count: padding))
                let tag = bytes(ascii("ID3"), [4, 0, 0], synchsafe(body.count), body)
                let file = try read(tag + sound)
                #expect(file.facts.title == text, "\(size) \(padding)")
                #expect(file.damage == nil)
            }
        }
    }

    @Test("an APE tag that is cut off has its whole items, and says so", arguments: [false, true])
    func cutAPE(hasHeader: Bool) throws {
        let items = [("Title", "Song"), ("Artist", "Quill"), ("Album", "Sunday")].map { key, text in
            bytes(little(text.utf8.count), little(0), ascii(key), [0], ascii(text))
        }
        let content = items.flatMap(\.self)
        func mark(_ flags: Int) -> [UInt8] {
            bytes(
                ascii("APETAGEX"), little(2000), little(content.count + 32), little(3),
                little(flags),
                little(0, 8))
        }
        let header = hasHeader ? mark(0xA000_0000) : []
        let tag = bytes(header, content, mark(hasHeader ? 0x8000_0000 : 0))
        let lastItem = items[2].count
        for cut in 1..<(32 + lastItem) {
            let file = try read(sound + tag.dropLast(cut))
            // Where neither a header nor the size in the footer is left, nothing tells that there was a tag.
            let isKnown = hasHeader || cut <= 16
            let isWhole = cut <= 32
            #expect(file.facts.title == (isKnown ? "Song" : nil), "\(cut)")
            #expect(file.facts.albumTitle == (isKnown && isWhole ? "Sunday" : nil), "\(cut)")
            #expect((file.damage != nil) == isKnown, "\(cut)")
        }
        #expect(try read(sound + tag).damage == nil)
    }
}
