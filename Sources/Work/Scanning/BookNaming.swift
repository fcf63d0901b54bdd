package import PhonolithMediaModel

extension MediaFacts {
    /// Names the book and the author of a part whose tags do not, by its folders: `Author/Book/01.mp3`, also with a series,
    /// discs or parts between. A file in no folder is a book by itself, and so is one `.m4b`, of which an author's folder has
    /// several, and one with a title of its own.
    package mutating func nameBook(at path: MediaPath) {
        guard albumTitle == nil, path.pathExtension != "m4b", isPartOfBook(at: path) else { return }
        var folder = path.parent.withoutDiscFolder
        while !folder.parent.bytes.isEmpty, Self.isNameOfPart(folder.lastComponent.description) {
            folder = folder.parent
        }
        let book = folder.lastComponent.description.normalizedNFC
        if book.isEmpty { return }
        albumTitle = book
        guard albumArtists.isEmpty, artists.isEmpty, !folder.parent.bytes.isEmpty else { return }
        var top = folder.parent
        while !top.parent.bytes.isEmpty { top = top.parent }
        let author = top.lastComponent.description.normalizedNFC
        (artist, artists) = (author, [author])
    }

    /// Whether the file is a part of a book, and no whole one: it has no title or a number, its title is a part's, or its name
    /// begins with a number in a folder below another.
    private func isPartOfBook(at path: MediaPath) -> Bool {
        guard let title, albumTrackNumber == nil else { return true }
        if Self.isNameOfPart(title) { return true }
        let isNumbered =
            path.lastComponent.description.prefixMatch(of: /\d{1,3}(?![\d\p{L}])/) != nil
        return isNumbered && !path.parent.parent.bytes.isEmpty
    }

    /// Whether a title or a folder is called by its place in a book: `Teil 1`, `Disc A`, `Side B`, `Part II`, `2. Kapitel`, `03`,
    /// `1/12`.
    package static func isNameOfPart(_ name: String) -> Bool {
        let wordFirst =
            /\p{L}+(?:[ ._-]*\d{1,3}|[ ._-]+(?:[A-Za-zА-я]|[IVXLCivxlc]{1,6}|(?i:one|two|three|four|five|six|seven|eight|nine|ten)))(?:[ .:\/,()_–-].*)?/
        let numberFirst = /\d{1,3}[.]?[ _-]?(?:\p{L}+)/
        let numberAlone = /\d{1,3}(?: ?(?:\/|of|von|de|sur|di|из) ?\d{1,3})?/
        guard name.utf8.count <= 256 else { return false }
        if name.wholeMatch(of: numberAlone) != nil { return true }
        guard name.wholeMatch(of: wordFirst) != nil || name.wholeMatch(of: numberFirst) != nil
        else { return false }
        let word = name.drop { !$0.isLetter }.prefix(while: \.isLetter).lowercased()
        return partWords.contains(word)
    }

    /// In the languages of most audiobooks.
    private static let partWords: Set = [
        "disc", "disk", "disque", "disco", "cd", "side", "seite", "face", "lado", "lato", "kant",
        "cassette", "kassette", "tape", "mc", "part", "teil", "partie", "parte", "deel", "del",
        "osa",
        "część", "část", "chapter", "kapitel", "chapitre", "capítulo", "capitolo", "hoofdstuk",
        "luku", "rozdział", "kapitola", "track", "titel", "piste", "pista", "часть", "глава",
        "диск",
        "сторона",
    ]
}
