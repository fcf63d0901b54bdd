/// A font that a file brings for its subtitles.
package struct EmbeddedFont: Hashable, Sendable {
    /// The name of the font's file.
    package let name: String
    package let bytes: [UInt8]
}

extension Demuxer {
    /// The attached fonts, in the file's order; of a large number as many as have 64 MB together.
    package var fonts: [EmbeddedFont] {
        var room = 64 << 20
        return streams.filter(\.isFont).compactMap { stream in
            guard room > 0, let bytes = attachment(of: stream, limit: room) else { return nil }
            room -= bytes.count
            return EmbeddedFont(name: stream.value("filename") ?? "", bytes: bytes)
        }
    }
}

extension MediaStream {
    /// By the types of RFC 8081 and the older ones that Matroska files have, or by the file's name.
    fileprivate var isFont: Bool {
        guard kind == .attachment else { return false }
        let type = value("mimetype")?.lowercased() ?? ""
        let name = value("filename")?.lowercased() ?? ""
        return type.hasPrefix("font/") || type.contains("truetype") || type.contains("opentype")
            || type.hasSuffix("font-sfnt")
            || [".ttf", ".otf", ".ttc"].contains { name.hasSuffix($0) }
    }

    fileprivate func value(_ key: String) -> String? {
        metadata.first { $0.key.lowercased() == key }?.value
    }
}
