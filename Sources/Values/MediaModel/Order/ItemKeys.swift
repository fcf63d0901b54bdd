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
    /// Of what tags say that names are to be sorted by, with or without the names.
    package var titleSort: Text?
    package var albumSort: Text?
    package var artistSort: Text?
    package var albumArtistSort: Text?
    package var composerSort: Text?
    package var discSubtitle: Text?
    package var podcastTitle: Text?
    package var tvShow: Text?
    package var userGrouping: Text?
    package var work: Text?
    package var movement: Text?
    package var label: Text?
    package var mood: Text?
    /// The key is of how the text begins; so with the next one.
    package var comments: Text?
    package var lyrics: Text?

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
        titleSort = sortKeys.sortTag(facts.titleSort)
        albumSort = sortKeys.sortTag(facts.albumSort)
        artistSort = sortKeys.sortTag(facts.artistSort)
        albumArtistSort = sortKeys.sortTag(facts.albumArtistSort)
        composerSort = sortKeys.sortTag(facts.composerSort)
        titleFolded = facts.title?.folded
        title =
            sortKeys.key(facts.title, titleSort)
            ?? sortKeys.key(for: fileName.description.normalizedNFC)
        album = sortKeys.key(facts.albumTitle, albumSort)
        albumFolded = facts.albumTitle?.folded
        artistFolded = folded(facts.artist, facts.artists)
        albumArtistFolded = folded(facts.albumArtist, facts.albumArtists)
        composerFolded = folded(facts.composer, facts.composers)
        artist = sortKeys.key(facts.artist, artistSort)
        composer = sortKeys.key(facts.composer, composerSort)
        genre = sortKeys.key(facts.genres.first)
        discSubtitle = sortKeys.text(facts.discSubtitle)
        podcastTitle = sortKeys.text(facts.podcastTitle)
        tvShow = sortKeys.text(facts.tvShow)
        userGrouping = sortKeys.text(facts.userGrouping)
        work = sortKeys.text(facts.work)
        movement = sortKeys.text(facts.movement)
        label = sortKeys.text(facts.label)
        mood = sortKeys.text(facts.mood)
        comments = sortKeys.longText(facts.comments)
        lyrics = sortKeys.longText(facts.lyrics)
        albumArtist =
            sortKeys.key(facts.albumArtist, albumArtistSort)
            ?? (facts.isCompilation == true ? sortKeys.key(for: "Various Artists") : artist)
    }
}

extension SortKeyMaker {
    /// How much of a long text is sorted by, in Unicode scalars.
    private static let beginningLength = 64

    fileprivate func key(_ name: String?, _ sortTag: ItemKeys.Text? = nil) -> String? {
        name.map { sortTag?.key ?? key(for: $0) }
    }

    fileprivate func sortTag(_ text: String?) -> ItemKeys.Text? {
        ItemKeys.Text(text) { key(for: $0, sortName: $0) }
    }

    fileprivate func text(_ text: String?) -> ItemKeys.Text? {
        ItemKeys.Text(text) { key(for: $0) }
    }

    fileprivate func longText(_ text: String?) -> ItemKeys.Text? {
        ItemKeys.Text(text) {
            let beginning = $0.unicodeScalars.prefix(Self.beginningLength)
            return key(for: String(String.UnicodeScalarView(beginning)))
        }
    }
}
