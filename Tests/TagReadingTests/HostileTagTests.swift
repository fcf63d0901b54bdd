import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import PhonolithTestSupport
import Testing

/// Tags that are made to take memory or time. What follows the odd part is read, and no byte is looked at for each of many
/// frames: the largest row would take hours and gigabytes.
@Suite struct HostileTagTests {
    /// The frames of a tag of version 3 before the one with the title.
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var frames: [UInt8]
    }

    private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
        bytes(ascii(name), big(content.count), [0, 0], content)
    }

    static let rows: [Row] = {
        let own = frame("PRIV", bytes(ascii("a"), [0], ascii("b")))
        // A frame that is too short, before one without a name.
        let odd = bytes(frame("WXXX", ascii("a")), [1, 1, 1, 1], big(0), [0, 0])
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        return [
            Row(
                testDescription: "many private frames",
                frames: Array([[UInt8]](repeating: own, count: 50_000).joined())),
            Row(
                testDescription: "many empty frames",
                frames: Array([[UInt8]](repeating: frame("TENC", []), count: 100_000).joined())),
            Row(
                testDescription: "many damaged frames",
                frames: Array([[UInt8]](repeating: odd, count: 50_000).joined())),
            Row(testDescription: "a genre of zeros", frames: frame("TCON", zeros)),
            Row(testDescription: "a UTF-16 text of zeros", frames: frame("TPE1", [1] + zeros)),
            Row(testDescription: "timed lyrics of zeros", frames: frame("SYLT", zeros)),
        ]
    }()

    @Test("what follows is read", arguments: rows)
    func title(row: Row) throws {
        let frames = row.frames + Self.frame("TIT2", [0] + ascii("Title"))
        let size = (0..<4).reversed().map { UInt8(frames.count >> (7 * $0) & 0x7F) }
        let folder = try ScratchFolder()
        let tag = bytes(ascii("ID3"), [3, 0, 0], size, frames)
        let sound = try Fixtures.bytes(of: "empty/empty.mp3")
        let path = try folder.write(tag + sound, to: "file.mp3")
        #expect(try TagReader().read(path).facts.title == "Title")
    }

    @Test("fields of INFO that all end in one stretch of zeros are looked at once")
    func zeros() throws {
        let count = 100_000
        let zeros = [UInt8](repeating: 0, count: 2 << 20)
        let fields = (0..<count).flatMap { bytes(ascii("IABC"), little(8 * (count - $0) + 2)) }
        let list = bytes(ascii("INFO"), fields, zeros, chunk("INAM", ascii("Title")))
        let folder = try ScratchFolder()
        let wave = try Fixtures.bytes(of: "empty/empty.wav")
        let path = try folder.write(wave + chunk("LIST", list), to: "zeros.wav")
        #expect(try TagReader().read(path).facts.title == "Title")
    }

    @Test(
        "boxes without an item, and items in each other, are looked at once",
        arguments: ["data", "free"])
    func boxes(type: String) throws {
        let box = bytes(big(8), ascii(type))
        let items = Array([[UInt8]](repeating: box, count: 400_000).joined())
        let list = bytes(big(items.count + 8), ascii("ilst"), items)
        let handler = bytes(big(33), ascii("hdlr"), big(0, 8), ascii("mdir"), big(0, 13))
        let meta = bytes(big(list.count + 45), ascii("meta"), big(0), handler, list)
        let folder = try ScratchFolder()
        let file = MinimalM4A(userData: bytes(big(meta.count + 8), ascii("udta"), meta))
        let path = try folder.write(file.bytes, to: "boxes.m4a")
        #expect(try TagReader().read(path).facts.playbackDuration == 1)
    }
}
