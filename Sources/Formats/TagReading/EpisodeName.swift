package import MediaModel

/// An episode's data in the names of a file and its folders: `Some Show - S01E02 - A Title.mkv`, `Some
/// Show/Season 1/02 - A Title.mkv`.
package struct EpisodeName: Hashable, Sendable {
    /// The series, as its folder or the beginning of the name has it; `nil` if neither does.
    package let show: String?
    /// From 0; specials are season 0.
    package let season: Int
    /// From 0; of several episodes in one file the first.
    package let episode: Int

    /// Looks for `S01E02` and `1x02`, in any case and standing for themselves; and for a number at the beginning
    /// of a name in a folder such as `Season 1`. `nil` if there is none of these.
    ///
    /// - Parameter path: Of the file; the folders above one such as `Season 1` are those of shows.
    package init?(_ path: MediaPath) {
        let name = Array(path.lastComponent.description.utf8)
        let folder = SeasonFolder(path.parent)
        if let mark = EpisodeMark.first(in: name) {
            (season, episode) = (mark.season, mark.episode)
            show = folder?.show ?? Self.show(before: name[..<mark.start])
        } else if let folder, let number = EpisodeMark.leadingNumber(of: name) {
            (season, episode, show) = (folder.season, number, folder.show)
        } else {
            return nil
        }
    }

    /// Points and underscores are spaces where there are none.
    private static func show(before mark: ArraySlice<UInt8>) -> String? {
        let hasBlanks = mark.contains(UInt8(ascii: " "))
        let words = mark.map { byte in
            let isBlank = byte == UInt8(ascii: "_") || (byte == UInt8(ascii: ".") && !hasBlanks)
            return isBlank ? UInt8(ascii: " ") : byte
        }
        return String(decoding: words, as: UTF8.self).trimmed { " -–—[(".contains($0) }.cleanLine
    }
}

/// The folder of a season in the folder of its show.
private struct SeasonFolder {
    /// `nil` if there is no folder above.
    let show: String?
    let season: Int

    private static let words = [
        "season", "series", "staffel", "saison", "temporada", "stagione", "seizoen", "s",
    ]

    init?(_ folder: MediaPath) {
        let name = folder.lastComponent.description.lowercased()
        guard let season = name == "specials" ? 0 : Self.number(name) else { return nil }
        self.season = season
        show = folder.parent.lastComponent.description.cleanLine
    }

    private static func number(_ name: String) -> Int? {
        guard let word = words.first(where: { name.hasPrefix($0) }) else { return nil }
        let rest = name.dropFirst(word.count).drop { " ._".contains($0) }
        guard (1...4).contains(rest.utf8.count), rest.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(rest)
    }
}

/// The part of a name that numbers an episode.
private struct EpisodeMark {
    var season: Int
    var episode: Int
    /// Where it begins.
    var start: Int

    static func first(in name: [UInt8]) -> EpisodeMark? {
        for start in name.indices where start == 0 || !name[start - 1].isOfWord {
            if let mark = lettered(name, start) ?? crossed(name, start) { return mark }
        }
        return nil
    }

    /// `S01E02`, also with a point, a space or an underscore between.
    private static func lettered(_ name: [UInt8], _ start: Int) -> EpisodeMark? {
        guard name[start].lowercased == UInt8(ascii: "s") else { return nil }
        var rest = name[(start + 1)...]
        guard let season = rest.takeNumber(1...4) else { return nil }
        rest = rest.drop { [0x20, 0x2E, 0x5F].contains($0) }
        guard rest.first?.lowercased == UInt8(ascii: "e") else { return nil }
        rest = rest.dropFirst()
        guard let episode = rest.takeNumber(1...4) else { return nil }
        return EpisodeMark(season: season, episode: episode, start: start)
    }

    /// `1x02`; a size such as `640x480` is none.
    private static func crossed(_ name: [UInt8], _ start: Int) -> EpisodeMark? {
        var rest = name[start...]
        guard let season = rest.takeNumber(1...2), rest.first?.lowercased == UInt8(ascii: "x")
        else { return nil }
        rest = rest.dropFirst()
        guard let episode = rest.takeNumber(2...3), rest.first?.isOfWord != true else { return nil }
        return EpisodeMark(season: season, episode: episode, start: start)
    }

    /// `02 - A Title`, `E02`, `Episode 2`.
    static func leadingNumber(of name: [UInt8]) -> Int? {
        var rest = name[...]
        for word in ["episode", "ep", "e"]
        where rest.prefix(word.utf8.count).map(\.lowercased) == Array(word.utf8) {
            rest = rest.dropFirst(word.utf8.count).drop { [0x20, 0x2E, 0x5F].contains($0) }
            break
        }
        guard let number = rest.takeNumber(1...3), rest.first?.isOfWord != true else { return nil }
        return number
    }
}

extension ArraySlice<UInt8> {
    /// Takes all digits that come first; `nil` if these are fewer or more.
    fileprivate mutating func takeNumber(_ count: ClosedRange<Int>) -> Int? {
        let digits = prefix(while: \.isDigit)
        guard count.contains(digits.count) else { return nil }
        self = dropFirst(digits.count)
        return Int(String(decoding: digits, as: UTF8.self))
    }
}

extension UInt8 {
    /// A letter or a digit; all that is not ASCII counts as a letter.
    fileprivate var isOfWord: Bool {
        isDigit || (0x61...0x7A).contains(lowercased) || self >= 0x80
    }
    fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}

extension String {
    /// In one line, as tags are; `nil` if nothing is left.
    fileprivate var cleanLine: String? { CleanText.text(self).map(CleanText.line) }

    /// Without such characters at its end.
    fileprivate func trimmed(_ isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }
}
