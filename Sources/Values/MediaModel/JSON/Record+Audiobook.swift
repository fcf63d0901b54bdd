extension Record {
    /// The keys of a book, in order.
    package static let audiobookFields = [
        "albumPersistentID", "title", "author", "narrators", "series", "seriesPart", "partCount",
        "playbackDuration", "currentPart", "currentPersistentID", "currentTime", "fractionHeard",
        "isFinished", "dateAdded", "lastPlayedDate",
    ]

    /// A book. Where its listener left off is a part, counted from 1, with its id, and a time in it.
    package init(_ book: Audiobook) {
        var place: Audiobook.Place?
        if case .begun(let begun) = book.progress { place = begun }
        self.init([
            ("albumPersistentID", book.parts[0].albumPersistentID.map { .text($0.description) }),
            ("title", .text(book.title)), ("author", book.author.map { .text($0) }),
            ("narrators", book.narrators.isEmpty ? nil : .texts(book.narrators)),
            ("series", book.series.map { .text($0) }),
            ("seriesPart", book.seriesPart.map { .text($0) }),
            ("partCount", .integer(book.parts.count)),
            ("playbackDuration", .thousandths(book.duration)),
            ("currentPart", place.map { .integer($0.part + 1) }),
            (
                "currentPersistentID",
                place.map { .text(book.parts[$0.part].persistentID.description) }
            ),
            ("currentTime", place.map { .thousandths($0.time) }),
            ("fractionHeard", .thousandths(book.fractionHeard)),
            ("isFinished", .boolean(book.progress == .finished)),
            ("dateAdded", .timestamp(book.dateAdded)),
            ("lastPlayedDate", book.lastPlayedDate.map { .timestamp($0) }),
        ])
    }
}
