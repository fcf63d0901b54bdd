package import MediaModel

/// What the name of a file tells of an episode: `Some Show - S01E02 - A Title.mkv`.
package struct EpisodeName: Hashable, Sendable {
    /// From 0; specials are season 0.
    package let season: Int
    /// From 0.
    package let episode: Int

    /// Looks for `S01E02`, in any case, also with a point, a blank or an underscore between, that stands for
    /// itself; `nil` where the name has none.
    package init?(_ name: MediaPath) {
        let text = Array(name.lastComponent.description.lowercased().utf8)
        for start in text.indices where text[start] == UInt8(ascii: "s") {
            guard start == 0 || !Self.isLetterOrDigit(text[start - 1]) else { continue }
            var rest = text[(start + 1)...]
            guard let season = Self.takeNumber(&rest) else { continue }
            rest = rest.drop { [0x20, 0x2E, 0x5F].contains($0) }
            guard rest.first == UInt8(ascii: "e") else { continue }
            rest = rest.dropFirst()
            guard let episode = Self.takeNumber(&rest),
                rest.first.map({ !Self.isDigit($0) }) ?? true
            else { continue }
            self.season = season
            self.episode = episode
            return
        }
        return nil
    }

    /// Up to four digits.
    private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> Int? {
        let digits = text.prefix(while: isDigit)
        guard (1...4).contains(digits.count) else { return nil }
        text = text.dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }
}
