/// The keys by which an item is compared and sorted.
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

    /// The keys by which a text is compared and sorted.
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
        texts = MediaProperty.keyed.map { sortKeys.text($0, of: facts) }
        titleFolded = facts.title?.folded
        title = sortKeys.title(of: facts, fileName: fileName)
        album = sortKeys.album(of: facts)
        albumFolded = facts.albumTitle?.folded
        artistFolded = folded(facts.artist, facts.artists)
        albumArtistFolded = folded(facts.albumArtist, facts.albumArtists)
        composerFolded = folded(facts.composer, facts.composers)
        artist = sortKeys.artist(of: facts)
        composer = sortKeys.composer(of: facts)
        genre = sortKeys.genre(of: facts)
        albumArtist = sortKeys.albumArtist(of: facts)
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

    private func key(_ name: String?, _ sortName: String? = nil) -> String? {
        name.map { key(for: $0, sortName: sortName) }
    }

    func title(of facts: MediaFacts, fileName: MediaPath) -> String {
        key(facts.title, facts.titleSort) ?? key(for: fileName.description.normalizedNFC)
    }

    func album(of facts: MediaFacts) -> String? { key(facts.albumTitle, facts.albumSort) }
    func artist(of facts: MediaFacts) -> String? { key(facts.artist, facts.artistSort) }
    func composer(of facts: MediaFacts) -> String? { key(facts.composer, facts.composerSort) }
    func genre(of facts: MediaFacts) -> String? { key(facts.genres.first) }

    func albumArtist(of facts: MediaFacts) -> String? {
        key(facts.albumArtist, facts.albumArtistSort)
            ?? (facts.isCompilation == true ? key(for: "Various Artists") : artist(of: facts))
    }

    /// A text with its folded form and its key; `nil` where the item has none, and for properties that are not
    /// ``MediaProperty/keyed``.
    func text(_ property: MediaProperty, of facts: MediaFacts) -> ItemKeys.Text? {
        guard MediaProperty.keyed.contains(property), case .text(let access) = property.field else {
            return nil
        }
        return ItemKeys.Text(access.get(facts)) { text in
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
