package import MediaModel

/// All that is stored of one item, with the keys it is found and sorted by. Making it is the expensive part
/// of writing, so it is done on the threads that read.
package final class ItemContents: Sendable {
    let facts: MediaFacts
    let pictures: [Picture]
    let keys: ItemKeys
    let album: AlbumIdentity?
    let credits: [Credit]
    /// What the audio is known by.
    package let signature: AudioSignature?
    let search: SearchEntry
    /// The podcast that an episode belongs to.
    var podcast: String? {
        facts.mediaType.isDisjoint(with: [.podcast, .videoPodcast])
            ? nil : facts.podcastTitle ?? facts.albumTitle
    }

    /// Derives the keys of an item.
    ///
    /// - Parameters:
    ///   - facts: What the file says, and the root's kind on top.
    ///   - pictures: The embedded pictures, in order.
    ///   - path: The file's path below its root.
    ///   - signature: What the audio is known by.
    package init(
        facts: MediaFacts, pictures: [Picture], path: MediaPath, sortKeys: SortKeyMaker,
        signature: AudioSignature? = nil
    ) {
        self.facts = facts
        self.signature = signature
        self.pictures = pictures
        keys = ItemKeys(facts: facts, fileName: path.lastComponent, sortKeys: sortKeys)
        album = AlbumIdentity(facts: facts, folder: path.parent)
        credits = Credit.all(of: facts)
        search = SearchEntry(facts: facts, fileName: path.lastComponent)
    }
}

/// What an item is compared and sorted by.
struct ItemKeys: Hashable, Sendable {
    var titleFolded: String?
    var title: String
    var album: String?
    var albumFolded: String?
    /// Where the text to show is not the only name; so with the next two.
    var artistFolded: String?
    var artist: String?
    var albumArtist: String?
    var albumArtistFolded: String?
    var composer: String?
    var composerFolded: String?
    var genre: String?
    /// Of what tags say that names are to be sorted by, with or without the names.
    var titleSort: Text?
    var albumSort: Text?
    var artistSort: Text?
    var albumArtistSort: Text?
    var composerSort: Text?
    var discSubtitle: Text?
    var podcastTitle: Text?
    var tvShow: Text?
    var userGrouping: Text?
    /// The key is of how the text begins; so with the next one.
    var comments: Text?
    var lyrics: Text?

    /// What a text is compared and sorted by.
    struct Text: Hashable, Sendable {
        var folded: String
        var key: String

        init?(_ text: String?, _ key: (String) -> String) {
            guard let text else { return nil }
            folded = text.folded
            self.key = key(text)
        }
    }

    init(facts: MediaFacts, fileName: MediaPath, sortKeys: SortKeyMaker) {
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
