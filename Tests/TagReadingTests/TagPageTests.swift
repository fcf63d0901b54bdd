import Foundation
import PhonolithTagReading
import Testing

/// The table in `docs/tags.md` is made of the table of fields.
@Suite struct TagPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/tags.md")
    private static let marks = (begin: "<!-- fields -->\n", end: "<!-- end of fields -->")

    @Test("The page lists every key that is read; PHONOLITH_WRITE_DOCS=1 writes it anew")
    func page() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let begin = try #require(text.range(of: Self.marks.begin))
        let end = try #require(text.range(of: Self.marks.end))
        let written =
            text[..<begin.upperBound] + "\n" + Self.table + "\n\n" + text[end.lowerBound...]
        if ProcessInfo.processInfo.environment["PHONOLITH_WRITE_DOCS"] != nil {
            try String(written).write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text == written)
        }
    }

    private static let columns: [(name: String, families: [TagFamily])] = [
        ("names", [.vorbis]), ("ID3v2", [.id3v2]), ("ID3v1", [.id3v1]), ("MP4", [.mp4]),
        ("APE", [.ape]), ("ASF", [.asf]), ("RIFF INFO, AIFF", [.riffInfo, .aiff]),
        ("Matroska", [.matroska]), ("headers, modules", [.header, .module]),
        ("FFmpeg", [.ffmpeg]),
    ]

    private static var table: String {
        let head = ["property"] + columns.map(\.name)
        let rows =
            [head, head.map { _ in "---" }]
            + TagMapping.all.map { row in
                ["`\(row.property.name)`"] + columns.map { keys(of: row, in: $0.families) }
            }
        return rows.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
            .replacing("|---", with: "| ---")
    }

    /// The keys of a row that are not the free names, which all formats have.
    private static func keys(of row: TagMapping, in families: [TagFamily]) -> String {
        let names = row.keys[.vorbis] ?? []
        let own = Set((row.keys[.ffmpeg] ?? []).map { "mdta:\($0.lowercased())" })
        let free = Set(
            ["", "TXXX:", "----:", "mdta:", "track:", "album:"].flatMap { prefix in
                names.map { (prefix + $0).lowercased() }
            })
        return families.flatMap { row.keys[$0] ?? [] }
            .filter { key in
                families == [.vorbis]
                    || !free.contains(key.lowercased()) && !own.contains(key.lowercased())
            }
            .map { "`\($0)`" }.joined(separator: " ")
    }
}
