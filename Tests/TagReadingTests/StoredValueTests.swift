import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

/// Values that formats store with a type or in a place of their own.
@Suite struct StoredValueTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func facts(_ bytes: [UInt8], _ kind: String) throws -> MediaFacts {
        try TagReader().read(folder.write(bytes, to: "file." + kind)).facts
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bytes(big(content.count + 8), ascii(type), content)
    }

    // MARK: - MP4

    /// Types, bytes and what they mean (QuickTime File Format, "Well-known types").
    static let values: [(type: Int, bytes: [UInt8], text: String?)] = [
        (0, ascii("7"), "7"), (1, ascii("text"), "text"), (2, [0, 0x78, 0x26, 0x6B], "x♫"),
        (4, ascii("text"), "text"), (5, [0, 0x78, 0, 0x79], "xy"), (13, [0xFF, 0xD8], nil),
        (21, [0xFB], "-5"), (21, [0xFF, 0xFB], "-5"), (21, big(-5, 3), "-5"), (21, big(-5), "-5"),
        (21, big(120, 2), "120"), (21, big(-5, 8), "-5"), (21, [], nil), (21, big(1, 9), nil),
        (22, [0xFB], "251"), (22, [0xFF, 0xFB], "65531"), (22, big(-1), "4294967295"),
        (23, big(0x42F1_0000), "120.5"), (23, big(0x3DCC_CCCD), "0.1"),
        (23, big(0x42F0_0000), "120"),
        (23, big(0x7FC0_0000), nil), (23, big(0x7F80_0000), nil), (23, [0x42, 0xF1], nil),
        (24, big(0x3FB9_9999_9999_999A, 8), "0.1"), (24, big(0x405E_2000_0000_0000, 8), "120.5"),
        (24, big(0), nil), (65, [0x80], "-128"), (65, [0x7F], "127"), (66, [0x80, 0], "-32768"),
        (67, big(-2), "-2"), (67, big(2), "2"), (74, big(-2, 8), "-2"), (75, [0xFF], "255"),
        (76, big(-1, 2), "65535"), (77, big(-1), "4294967295"),
        (78, big(-1, 8), "18446744073709551615"), (70, big(0, 8), nil), (99, big(1), nil),
    ]

    @Test("A value of QuickTime's metadata has its type", arguments: values)
    func typed(value: (type: Int, bytes: [UInt8], text: String?)) throws {
        let keys = box("keys", bytes(big(0), big(1), box("mdta", ascii("com.example.key"))))
        let data = box("data", bytes(big(value.type), big(0), value.bytes))
        let handler = box("hdlr", bytes(big(0, 8), ascii("mdta"), big(0, 13)))
        let item = bytes(big(data.count + 8), big(1), data)
        let meta = box("meta", bytes(handler, keys, box("ilst", item)))
        let tags = try facts(MinimalM4A(userData: meta).bytes, "m4a").tags
        #expect(
            tags == (value.text.map { [MediaTag(name: "COM.EXAMPLE.KEY", values: [$0])] } ?? []))
    }

    @Test(
        "3GPP's texts are read, and the year, and the track behind an album",
        arguments: [false, true], [nil, 7, 0] as [UInt8?])
    func mobile(isWide: Bool, track: UInt8?) throws {
        func text(_ value: String) -> [UInt8] {
            let text =
                isWide ? [0xFE, 0xFF] + value.utf16.flatMap { big(Int($0), 2) } : Array(value.utf8)
            return bytes(big(0), big(0x15C7, 2), text, isWide ? [0, 0] : [0])
        }
        let boxes = bytes(
            box("titl", text("Blåbär")), box("perf", text("Åse Quill")),
            box("albm", text("Søndag") + (track.map { [$0] } ?? [])),
            box("yrrc", bytes(big(0), big(2004, 2))), box("dscp", text("Tack")),
            box("gnre", text("Jazz")))
        let found = try facts(MinimalM4A(userData: box("udta", boxes)).bytes, "m4a")
        #expect(
            [found.title, found.artist, found.albumTitle, found.comments, found.genres.first]
                == ["Blåbär", "Åse Quill", "Søndag", "Tack", "Jazz"])
        #expect(found.releaseDate == PartialDate(year: 2004))
        #expect(found.albumTrackNumber == (track == 7 ? 7 : nil))
        #expect(found.tags == [])
    }

    // MARK: - ASF

    @Test(
        "Authors of WMA are those of both descriptions, each once, as mutagen has them",
        arguments: [
            ("Ada", [], ["Ada"]), ("", ["Ada"], ["Ada"]), ("", ["Ada", "Bo"], ["Ada", "Bo"]),
            ("Ada", ["Ada"], ["Ada"]), ("Ada", ["Bo"], ["Ada", "Bo"]),
            ("Ada", ["Ada", "Bo"], ["Ada", "Bo"]), ("Ada", ["Bo", "Cy"], ["Ada", "Bo", "Cy"]),
        ] as [(String, [String], [String])])
    func authors(first: String, others: [String], artists: [String]) throws {
        let found = try facts(asf(author: first, others), "wma")
        #expect(found.artists == artists)
        #expect(found.artist == artists.joined(separator: "; "))
        #expect(found.tags == [])
    }

    /// A file with a content description, and an extended one (ASF 1.20.03, sections 3.10 and 3.11).
    private func asf(author: String, _ others: [String]) throws -> [UInt8] {
        func text(_ value: String) -> [UInt8] {
            value.isEmpty ? [] : (value + "\0").utf16.flatMap { little(Int($0), 2) }
        }
        func object(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
            bytes(id, little(content.count + 24, 8), content)
        }
        let description = object(
            [
                0x33, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62,
                0xCE, 0x6C,
            ],
            bytes(little(0, 2), little(text(author).count, 2), little(0, 6), text(author)))
        let attributes = others.flatMap { value in
            bytes(
                little(text("Author").count, 2), text("Author"), little(0, 2),
                little(text(value).count, 2), text(value))
        }
        let extended = object(
            [
                0x40, 0xA4, 0xD0, 0xD2, 0x07, 0xE3, 0xD2, 0x11, 0x97, 0xF0, 0x00, 0xA0, 0xC9, 0x5E,
                0xA8, 0x50,
            ], bytes(little(others.count, 2), attributes))
        var file = try Fixtures.bytes(of: "empty/empty.wma")
        let size = file[16..<24].reversed().reduce(0) { $0 << 8 | Int($1) }
        let count = file[24..<28].reversed().reduce(0) { $0 << 8 | Int($1) }
        file.replaceSubrange(16..<24, with: little(size + description.count + extended.count, 8))
        file.replaceSubrange(24..<28, with: little(count + 2))
        file.insert(contentsOf: description + extended, at: 30)
        return file
    }
}
