/// What an item is compared and sorted by.
package struct ItemKeys: Hashable, Sendable {
    package var titleFolded: String?
    package var title: String
    package var album: String?
    package var albumFolded: String?
    /// Where the text to show is not the only name; so with the next two.
    package var artistFolded: String?
    package var artist: String?
    package var albumArtist: String?
    package var albumArtistFolded: String?
    package var composer: String?
    package var composerFolded: String?
    package var genre: String?
    /// Of the texts that have both, in the order of ``MediaProperty/keyed``.
    package private(set) var texts: [Text?]

    /// What a text is compared and sorted by.
    package struct Text: Hashable, Sendable {
        package var folded: String
        package var key: String

        init?(_ text: String?, _ key: (String) -> String) {
            guard let text else { return nil }
            folded = text.folded
            self.key = key(text)
        }
    }

    package init(facts: MediaFacts, fileName: MediaPath, sortKeys: SortKeyMaker) {
        func folded(_ shown: String?, _ names: [String]) -> String? {
            names.count == 1 && names[0] == shown ? nil : shown?.folded
        }
        texts = MediaProperty.keyed.map { property in
            guard case .text(let access) = property.field else { return nil }
            return sortKeys.text(access.get(facts), of: property)
        }
        titleFolded = facts.title?.folded
        title =
            sortKeys.key(facts.title, facts.titleSort)
            ?? sortKeys.key(for: fileName.description.normalizedNFC)
        album = sortKeys.key(facts.albumTitle, facts.albumSort)
        albumFolded = facts.albumTitle?.folded
        artistFolded = folded(facts.artist, facts.artists)
        albumArtistFolded = folded(facts.albumArtist, facts.albumArtists)
        composerFolded = folded(facts.composer, facts.composers)
        artist = sortKeys.key(facts.artist, facts.artistSort)
        composer = sortKeys.key(facts.composer, facts.composerSort)
        genre = sortKeys.key(facts.genres.first)
        albumArtist =
            sortKeys.key(facts.albumArtist, facts.albumArtistSort)
            ?? (facts.isCompilation == true ? sortKeys.key(for: "Various Artists") : artist)
    }
}

extension ItemKeys {
    /// The text of a property; `nil` where the item has none, and for properties that are not ``MediaProperty/keyed``.
    func text(of property: MediaProperty) -> Text? {
        MediaProperty.keyed.firstIndex(of: property).flatMap { texts[$0] }
    }
}

extension MediaProperty {
    /// The texts that are stored with their folded form and their key next to them; the others have rules of their own.
    package static let keyed = allCases.filter { property in
        guard case .text = property.field else { return false }
        return ![.title, .albumTitle, .artist, .albumArtist, .composer].contains(property)
    }
}

extension SortKeyMaker {
    /// How much of a long text is sorted by, in Unicode scalars.
    private static let beginningLength = 64

    fileprivate func key(_ name: String?, _ sortName: String? = nil) -> String? {
        name.map { key(for: $0, sortName: sortName) }
    }

    fileprivate func text(_ text: String?, of property: MediaProperty) -> ItemKeys.Text? {
        ItemKeys.Text(text) { text in
            switch property {
            case .titleSort, .albumSort, .artistSort, .albumArtistSort, .composerSort:
                key(for: text, sortName: text)
            case .comments, .lyrics:
                key(for: String(text.unicodeScalars.prefix(Self.beginningLength)))
            default: key(for: text)
            }
        }
    }
}
