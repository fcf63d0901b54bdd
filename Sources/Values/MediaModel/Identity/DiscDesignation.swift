/// How the discs of a release are named: `CD1`, `Disc 2`, `disk-03`.
private let discWords = ["cd", "disc", "disk", "disque", "disco"]

extension MediaPath {
    /// The folder that holds the disc folders of one release, where this is one of them (`CD1`, `Disc 2`,
    /// `disk-03`, `CD 1 - Live`), else the folder itself.
    package var withoutDiscFolder: MediaPath { discNumberText == nil ? self : parent }

    /// The folder of the book whose parts are in this one: those that are called by a disc or a part (`CD1`, `Teil 2`) are passed
    /// over.
    package var folderOfBook: MediaPath {
        var folder = withoutDiscFolder
        while !folder.parent.bytes.isEmpty, folder.lastComponent.description.isNameOfPart {
            folder = folder.parent
        }
        return folder
    }

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

extension String {
    /// Whether a title or a folder is called by its place in a book: `Teil 1`, `Disc A`, `Side B`, `Part II`, `2. Kapitel`, `03`,
    /// `1/12`.
    package var isNameOfPart: Bool {
        let wordFirst =
            /\p{L}+(?:[ ._-]*\d{1,3}|[ ._-]+(?:[A-Za-zА-я]|[IVXLCivxlc]{1,6}|(?i:one|two|three|four|five|six|seven|eight|nine|ten)))(?:[ .:\/,()_–-].*)?/
        let numberFirst = /\d{1,3}[.]?[ _-]?(?:\p{L}+)/
        let numberAlone = /\d{1,3}(?: ?(?:\/|of|von|de|sur|di|из) ?\d{1,3})?/
        guard utf8.count <= 256 else { return false }
        if wholeMatch(of: numberAlone) != nil { return true }
        guard wholeMatch(of: wordFirst) != nil || wholeMatch(of: numberFirst) != nil
        else { return false }
        let word = drop { !$0.isLetter }.prefix(while: \.isLetter).lowercased()
        return Self.partWords.contains(word)
    }

    /// In the languages of most audiobooks.
    private static let partWords: Set = [
        "disc", "disk", "disque", "disco", "cd", "side", "seite", "face", "lado", "lato", "kant",
        "cassette", "kassette", "tape", "mc", "part", "teil", "partie", "parte", "deel", "del",
        "osa", "część", "část", "chapter", "kapitel", "chapitre", "capítulo", "capitolo",
        "hoofdstuk",
        "luku", "rozdział", "kapitola", "track", "titel", "piste", "pista", "часть", "глава",
        "диск", "сторона",
    ]
}

extension Substring {
    /// Without the characters at the end that are dropped.
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isDropped(last) { text.removeLast() }
        return text
    }
}
