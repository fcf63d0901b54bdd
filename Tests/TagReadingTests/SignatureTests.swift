import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// The signature of a file's audio, whatever its tags.
@Suite struct SignatureTests {
    private func signature(_ name: String) throws -> AudioSignature? {
        try TagReader().read(Fixtures.path(of: name)).signature
    }

    /// The signature of bytes as a file of this name.
    private func signature(_ bytes: [UInt8], _ name: String = "a.mp3") throws -> AudioSignature? {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-signature-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return try TagReader().read(MediaPath(file.path)).signature
    }

    /// Formats whose tags are written round the audio by the script that makes the fixtures.
    @Test(
        "a file with all tags and pictures has the signature of the bare one",
        arguments: [
            "aac", "aif", "aifc", "aiff", "ape", "asf", "dff", "dsf", "flac", "m4a", "mp2",
            "mp3", "mp4", "mpc", "oga", "ogg", "opus", "spx", "tta", "wav", "wma", "wv",
        ])
    func tagged(format: String) throws {
        let bare = try signature("empty/empty.\(format)")
        #expect(bare != nil)
        #expect(try signature("full/full.\(format)") == bare)
    }

    @Test("every readable fixture has a signature")
    func all() throws {
        for fixture in Fixtures.all {
            guard case .readable = fixture.content else { continue }
            #expect(try signature(fixture.name) != nil, "\(fixture.name)")
        }
    }

    @Test("tags before and behind an MP3 change nothing; its audio does")
    func tagsAround() throws {
        let bare = try Fixtures.bytes(of: "empty/empty.mp3")
        let plain = try signature(bare)
        let id3v1 = Array("TAG".utf8) + [UInt8](repeating: 0x41, count: 125)
        var ape = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0]
        ape += [UInt8](repeating: 0, count: 16)
        let id3v2 = Array("ID3".utf8) + [4, 0, 0, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 256)
        let lyrics = Array("LYRICSBEGIN".utf8) + Array("000011LYRICS200".utf8)
        let padding = [UInt8](repeating: 0, count: 300)
        for bytes in [
            bare + id3v1, bare + ape, bare + ape + id3v1, bare + lyrics + id3v1, id3v2 + bare,
            id3v2 + padding + bare + ape,
        ] {
            #expect(try signature(bytes) == plain)
        }
        var other = bare
        other[other.count - 10] ^= 0xFF
        #expect(try signature(other) != plain)
        #expect(try signature(bare + bare) != plain)
    }

    @Test("different audio of one format has different signatures")
    func different() throws {
        #expect(try signature("empty/empty.mp3") != signature("empty/empty.mp2"))
        #expect(try signature("full/full.ogg") != signature("full/full.opus"))
    }
}
