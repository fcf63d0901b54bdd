import Foundation
import PhonolithMediaModel
import Testing

@Suite struct AudiobookTests {
    /// A part of an hour.
    private func part(
        _ number: Int, bookmark: Double? = nil, heard: Int? = nil,
        changing: (inout MediaFacts) -> Void = { _ in }
    ) -> MediaItem {
        var item = MediaItem.complete
        item.persistentID = MediaItemID(Int64(number))
        item.facts = MediaFacts()
        (item.facts.albumTitle, item.facts.albumArtist) = ("Mort", "Terry Pratchett")
        (item.facts.albumTrackNumber, item.facts.playbackDuration) = (number, 3600)
        changing(&item.facts)
        item.userValues = MediaItem.UserValues(
            dateAdded: Date(secondsSince1970: 1_000_000 + number))
        item.userValues.bookmarkTime = bookmark
        item.userValues.lastPlayedDate = heard.map { Date(secondsSince1970: $0) }
        return item
    }

    @Test("a book goes on at its last bookmark, else behind the part that was heard last")
    func progress() {
        func progress(_ parts: MediaItem...) -> Audiobook.Progress {
            Audiobook(parts: parts.reversed()).progress
        }
        #expect(progress(part(1), part(2)) == .new)
        #expect(progress(part(1, bookmark: 9), part(2)) == .begun(.init(part: 0, time: 9)))
        #expect(
            progress(part(1, bookmark: 9), part(2, bookmark: 7), part(3))
                == .begun(.init(part: 1, time: 7)))
        #expect(
            progress(part(1, heard: 5), part(2, heard: 6), part(3))
                == .begun(.init(part: 2, time: 0)))
        // It is heard again from its beginning.
        #expect(
            progress(part(1, heard: 9), part(2, heard: 6), part(3, heard: 7))
                == .begun(.init(part: 1, time: 0)))
        #expect(progress(part(1), part(2, heard: 6)) == .finished)
        #expect(progress(part(1, heard: 5), part(2, heard: 5)) == .finished)
    }

    @Test(
        "of several bookmarks, that which was set last counts",
        arguments: [
            ([nil, nil, nil], 2), ([3, 2, 1], 0), ([1, 3, 2], 1), ([1, 2, 3], 2),
            ([5, nil, nil], 0),
            ([4, 4, 1], 1),
        ] as [([Int?], Int)])
    func lastBookmark(dates: [Int?], expected: Int) {
        let parts = (1...3).map { part($0, bookmark: 10 * Double($0)) }
        var book = Audiobook(parts: parts.reversed())
        for (part, date) in zip(parts, dates) {
            book.bookmarkDates[part.persistentID] = date.map { Date(secondsSince1970: $0) }
        }
        #expect(
            book.progress == .begun(.init(part: expected, time: 10 * Double(expected + 1))))
    }

    @Test(
        "books with the same names are ordered by their ids",
        arguments: AudiobookOrder.allCases)
    func sameNames(order: AudiobookOrder) {
        let books = [1, 2, 3].map { Audiobook(parts: [part($0)]) }
        let expected = order == .added ? books.reversed() : books
        for given in [books, books.reversed(), [books[1], books[2], books[0]]] {
            #expect(order.sorted(given) == expected)
        }
    }

    @Test("how much was heard is measured in time")
    func fraction() {
        #expect(Audiobook(parts: [part(1), part(2)]).fractionHeard == 0)
        #expect(Audiobook(parts: [part(1), part(2, bookmark: 1800)]).fractionHeard == 0.75)
        #expect(Audiobook(parts: [part(1, heard: 1), part(2, heard: 2)]).fractionHeard == 1)
        let unknown = part(1, bookmark: 5) { $0.playbackDuration = nil }
        #expect(Audiobook(parts: [unknown]).fractionHeard == 0)
        #expect(Audiobook(parts: [part(1, bookmark: 1e9)]).fractionHeard == 1)
    }

    @Test("who wrote and reads it, and its series, come from the tags of its parts")
    func names() {
        let tagged = Audiobook(parts: [
            part(2) { $0.credits = [MediaCredit(role: .narrator, name: "Nigel")] },
            part(1) {
                $0.credits = [MediaCredit(role: .narrator, name: "Celia")]
                $0.composers = ["Somebody"]
                $0.tags = [
                    MediaTag(name: "SERIES", values: ["Discworld"]),
                    MediaTag(name: "SERIES-PART", values: ["4"]),
                ]
            },
        ])
        #expect(tagged.title == "Mort" && tagged.author == "Terry Pratchett")
        #expect(tagged.narrators == ["Celia", "Nigel"])
        #expect(tagged.series == "Discworld" && tagged.seriesPart == "4")
        let other = Audiobook(parts: [
            part(1) {
                ($0.albumArtist, $0.artist, $0.composers) = (nil, "Terry", ["Tony"])
                ($0.movement, $0.movementNumber) = ("Discworld", 4)
            }
        ])
        #expect(other.author == "Terry" && other.narrators == ["Tony"])
        #expect(other.series == "Discworld" && other.seriesPart == "4")
    }

    @Test("items of one album are one book, what is on none is one by itself")
    func books() {
        var single = part(9)
        (single.albumPersistentID, single.facts.albumTitle) = (nil, nil)
        let books = Audiobook.books(of: [part(2), single, part(1)])
        #expect(
            Set(books.map { $0.parts.map(\.persistentID.rawValue) }) == [[1, 2], [9]])
    }

    @Test("books stand by author and series, or the latest first")
    func order() {
        func book(
            _ title: String, _ author: String, inSeries: Bool = false, series: String? = nil,
            heard: Int? = nil
        ) -> Audiobook {
            Audiobook(parts: [
                part(title.count, heard: heard) {
                    ($0.albumTitle, $0.albumArtist) = (title, author)
                    if series != nil || inSeries {
                        $0.tags = [MediaTag(name: "SERIES", values: ["S"])]
                    }
                    if let series {
                        $0.tags.append(MediaTag(name: "SERIES-PART", values: [series]))
                    }
                }
            ])
        }
        let books = [
            book("Zz", "B", heard: 5), book("An Apple", "B", series: "10"),
            book("Yellow", "B", series: "9", heard: 7), book("X", "a"),
            book("Anteater", "B", inSeries: true),
        ]
        func titles(_ order: AudiobookOrder) -> [String] { order.sorted(books).map(\.title) }
        #expect(titles(.author) == ["X", "Zz", "Yellow", "An Apple", "Anteater"])
        #expect(titles(.title) == ["Anteater", "An Apple", "X", "Yellow", "Zz"])
        #expect(titles(.lastPlayed) == ["Yellow", "Zz", "X", "An Apple", "Anteater"])
        #expect(titles(.added) == ["An Apple", "Anteater", "Yellow", "Zz", "X"])
    }
}
