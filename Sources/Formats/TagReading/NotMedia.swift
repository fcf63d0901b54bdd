/// The kind of a file that is not media.
enum NotMedia {
    /// By its first bytes, in words.
    static func reason(_ bytes: [UInt8]) -> String {
        let known: [(mark: [UInt8], name: String)] = [
            (Array("%PDF".utf8), "is a PDF document"),
            (Array("PK\u{3}\u{4}".utf8), "is a ZIP archive"),
            ([0x1F, 0x8B], "is a gzip archive"), ([0x7F] + Array("ELF".utf8), "is a program"),
            (Array("Rar!".utf8), "is a RAR archive"),
            (Array("SQLite format".utf8), "is a database"),
        ]
        if let known = known.first(where: { bytes.starts(with: $0.mark) }) {
            return known.name + ", not audio or video"
        }
        if bytes.allSatisfy({ $0 == 0 }) { return "starts with zeros only: no audio or video" }
        if PictureHeader(reading: bytes).mimeType.hasPrefix("image/") {
            return "is a picture, not audio or video"
        }
        if isText(bytes) { return "is text, not audio or video" }
        return "is not in a known audio or video format"
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D) ~= $0 }
    }
}
