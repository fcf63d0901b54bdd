import Foundation
import PhonolithMediaModel
import Testing

@Suite struct TextFoldingTests {
    @Test(
        "spellings of one name fold to the same text",
        arguments: [
            ("Björk", "bjork"), ("BJO\u{308}RK", "bjork"), ("  Sigur   Rós ", "sigur ros"),
            ("Mø", "mo"), ("Straße", "strasse"), ("İstanbul", "istanbul"), ("ΣΟΦΟΣ", "σοφοσ"),
            ("Σοφος", "σοφοσ"), ("Кино", "кино"), ("ЙОЛКА", "йолка"), ("Don`t", "don't"),
            ("Don’t", "don't"), ("и\u{306}олка", "йолка"),
            ("И\u{306}", "й"),
            ("Май", "май"), ("Маи", "маи"), ("Ёлка", "елка"), ("Їжак", "їжак"), ("Ўсё", "ўсе"),
            ("Ѓорѓи", "ѓорѓи"), ("Ќе", "ќе"), ("Ѐ", "е"), ("замо\u{301}к", "замок"), ("がく", "がく"),
            ("か\u{3099}く", "がく"), ("ÆØÅ", "aeoa"), ("Don’t", "don't"), ("\t", ""), ("", ""),
        ])
    func folding(text: String, folded: String) {
        #expect(text.folded == folded)
        #expect(Array(text.folded.utf8) == Array(folded.utf8))
    }

    @Test("a letter that a mark makes another letter is kept apart")
    func voicing() {
        #expect("か".folded != "が".folded)
        #expect("ก่อน".folded == "ก่อน")
    }
}

@Suite struct SortKeyTests {
    let keys = SortKeyMaker()

    @Test(
        "names come in the order a reader expects",
        arguments: [
            ["Track 1", "Track 2", "Track 10", "Track 100"],
            ["Abba", "The Beatles", "Björk", "Blur"],
            ["…And Justice for All", "\"Heroes\"", "Zebra"],
            ["Der Blaue Reiter", "Caspar", "Die Dämmerung"],
            ["007", "8", "10 cc"],
            ["L’Absente", "Bach"],
        ])
    func order(names: [String]) {
        #expect(names.sorted { keys.key(for: $0) < keys.key(for: $1) } == names)
    }

    @Test("a sort tag wins, and a name of nothing but an article or punctuation stays")
    func special() {
        #expect(
            keys.key(for: "Björk", sortName: "Guðmundsdóttir, Björk") == "gudmundsdottir, bjork")
        #expect(keys.key(for: "The The") == "the, the ")
        #expect(keys.key(for: "The") == "the")
        #expect(keys.key(for: "!!!") == "!!!")
    }
}

@Suite struct MediaPropertyTests {
    @Test("every property has a value for an item that has everything")
    func complete() {
        let item = MediaItem.complete
        #expect(MediaProperty.allCases.filter { item.value(for: $0) == nil } == [])
    }

    @Test("an item that has nothing shows only what every item has")
    func empty() {
        var item = MediaItem.complete
        item.facts = MediaFacts()
        item.location = .init(root: "/music", relativePath: "a.mp3", fileSize: 1)
        item.artwork = []
        item.userValues = .init(dateAdded: Date(secondsSince1970: 0))
        (item.albumPersistentID, item.artistPersistentID, item.albumArtistPersistentID) = (
            nil, nil, nil
        )
        (item.composerPersistentID, item.genrePersistentID, item.podcastPersistentID) = (
            nil, nil, nil
        )
        #expect(
            MediaProperty.allCases.filter { item.value(for: $0) != nil } == [
                .persistentID, .fileSize, .path, .relativePath, .isFavorite, .playCount,
                .skipCount, .dateAdded, .isMissing, .isAvailable, .assetURL,
            ])
    }
}
