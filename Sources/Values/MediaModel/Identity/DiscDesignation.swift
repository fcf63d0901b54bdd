/// How the discs of a release are named: `CD1`, `Disc 2`, `disk-03`.
private let discWords = ["cd", "disc", "disk", "disque", "disco"]

extension MediaPath {
    /// The folder that holds the disc folders of one release, where this is one of them (`CD1`, `Disc 2`,
    /// `disk-03`, `CD 1 - Live`), else the folder itself.
    package var withoutDiscFolder: MediaPath { discNumberText == nil ? self : parent }

    /// The number of the disc whose folder this is; `nil` for any other folder.
    package var discNumber: Int? { discNumberText.flatMap { Int($0) } }

    private var discNumberText: String? {
        let name = lastComponent.description.lowercased()
        for word in discWords where name.hasPrefix(word) {
            let rest = name.dropFirst(word.count).drop { " -_.".contains($0) }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if !digits.isEmpty { return String(digits) }
        }
        // `1-CD`, `01 Disc`: the word is all that follows.
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        let word = name.dropFirst(digits.count).drop { " -_.".contains($0) }
        return !digits.isEmpty && discWords.contains(String(word)) ? String(digits) : nil
    }
}

extension String {
    /// The title of a release, of the title of one of its discs: `Mezzanine` of `Mezzanine (CD2)`, `Mezzanine [Disc 2]`
    /// and `Mezzanine, Disc 2`. Only the number that the tags have is one of a disc: `Disco 2000` is a title.
    package func withoutDisc(_ disc: Int?) -> String {
        guard let disc else { return self }
        var text = self[...]
        let closing = text.last.flatMap { [")": "(", "]": "["][$0] as Character? }
        if closing != nil { text.removeLast() }
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }
        guard Int(String(digits.reversed())) == disc else { return self }
        text = text.dropLast(digits.count).trimmingSuffix { " .#".contains($0) }
        let lowercased = text.lowercased()
        guard let word = discWords.first(where: lowercased.hasSuffix) else { return self }
        text = text.dropLast(word.count)
        if let closing {
            guard text.last == closing else { return self }
            text.removeLast()
        } else {
            guard text.last.map({ $0 == " " || $0 == "-" }) == true else { return self }
        }
        text = text.trimmingSuffix { " -–—,:;".contains($0) }
        return text.isEmpty ? self : String(text)
    }
}

extension Substring {
    /// Without the characters at the end that are dropped.
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isDropped(last) { text.removeLast() }
        return text
    }
}
