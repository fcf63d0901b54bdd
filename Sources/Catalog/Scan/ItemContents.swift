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
    var titleSort: String?
    var albumSort: String?
    var artistSort: String?
    var albumArtistSort: String?
    var composerSort: String?
    var discSubtitle: String?
    var podcastTitle: String?
    var tvShow: String?
    var userGrouping: String?
    /// Of how the text begins; so with the next one.
    var comments: String?
    var lyrics: String?

    /// How much of a long text is sorted by, in Unicode scalars.
    private static let beginningLength = 64

    init(facts: MediaFacts, fileName: MediaPath, sortKeys: SortKeyMaker) {
        func key(_ name: String?, _ sortTag: String? = nil) -> String? {
            name.map { sortTag ?? sortKeys.key(for: $0) }
        }
        func sortTag(_ text: String?) -> String? {
            text.map { sortKeys.key(for: $0, sortName: $0) }
        }
        func beginning(_ text: String?) -> String? {
            key(
                text.map {
                    String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.beginningLength)))
                })
        }
        func folded(_ shown: String?, _ names: [String]) -> String? {
            names.count == 1 && names[0] == shown ? nil : shown?.folded
        }
        titleSort = sortTag(facts.titleSort)
        albumSort = sortTag(facts.albumSort)
        artistSort = sortTag(facts.artistSort)
        albumArtistSort = sortTag(facts.albumArtistSort)
        composerSort = sortTag(facts.composerSort)
        titleFolded = facts.title?.folded
        title =
            key(facts.title, titleSort) ?? sortKeys.key(for: fileName.description.normalizedNFC)
        album = key(facts.albumTitle, albumSort)
        albumFolded = facts.albumTitle?.folded
        artistFolded = folded(facts.artist, facts.artists)
        albumArtistFolded = folded(facts.albumArtist, facts.albumArtists)
        composerFolded = folded(facts.composer, facts.composers)
        artist = key(facts.artist, artistSort)
        composer = key(facts.composer, composerSort)
        genre = key(facts.genres.first)
        discSubtitle = key(facts.discSubtitle)
        podcastTitle = key(facts.podcastTitle)
        tvShow = key(facts.tvShow)
        userGrouping = key(facts.userGrouping)
        comments = beginning(facts.comments)
        lyrics = beginning(facts.lyrics)
        albumArtist =
            key(facts.albumArtist, albumArtistSort)
            ?? (facts.isCompilation == true ? sortKeys.key(for: "Various Artists") : artist)
    }
}
