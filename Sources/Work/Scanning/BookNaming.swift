package import PhonolithMediaModel

extension MediaFacts {
    /// Names the book and the author of a part whose tags do not, by its folders: `Author/Book/01.mp3`, also with a series,
    /// discs or parts between. A file in no folder is a book by itself, and so is one `.m4b`, of which an author's folder has
    /// several, and one with a title of its own.
    package mutating func nameBook(at path: MediaPath) {
        guard albumTitle == nil, path.pathExtension != "m4b", isPartOfBook(at: path) else { return }
        let folder = path.parent.folderOfBook
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
        if title.isNameOfPart { return true }
        let isNumbered =
            path.lastComponent.description.prefixMatch(of: /\d{1,3}(?![\d\p{L}])/) != nil
        return isNumbered && !path.parent.parent.bytes.isEmpty
    }
}
