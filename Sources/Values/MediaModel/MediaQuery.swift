/// A question to a library: which items, in which order, put together by what, and which stretch of the
/// answer.
///
/// The counterpart of `MPMediaQuery`; a plain value that knows nothing of how it is answered.
public struct MediaQuery: Codable, Hashable, Sendable {
    /// Only items that are at least one of these kinds.
    public var mediaType: MediaType
    /// Conditions that must all be met.
    public var filterPredicates: [MediaPredicate]
    /// How to group the items into collections.
    public var groupingType: MediaGrouping
    /// For lists of collections: conditions of which one item of each meets all; its other items count as well.
    package var collectionPredicates: [MediaPredicate] = []
    /// Only items of this album, artist, genre, playlist or podcast; `nil` for all.
    public var group: MediaGroup?
    /// Whether to select missing items instead of present ones.
    public var isMissing: Bool
    /// The order, first key first; items equal in all keys come by persistent ID. Empty for the order
    /// of shelves: album artist, album, disc, track; in a playlist, for its own.
    public var order: [MediaOrder]
    /// The maximum number of results; `nil` for all.
    public var limit: Int?
    /// The number of results to skip.
    public var offset: Int
    /// Only results after the page that this token is of. Pages made with tokens neither repeat nor omit results, whatever
    /// is added, changed or deleted in the meantime.
    public var after: PageToken?
    /// The seed of random orders: the same seed gives the same order. `nil` for that of ``after``, or else for a new one
    /// each time the query is run.
    public var seed: UInt32?

    /// Creates a query; without arguments it selects everything.
    public init(
        mediaType: MediaType = .any, filterPredicates: [MediaPredicate] = [],
        groupingType: MediaGrouping = .title, group: MediaGroup? = nil, isMissing: Bool = false,
        order: [MediaOrder] = [], limit: Int? = nil, offset: Int = 0, after: PageToken? = nil,
        seed: UInt32? = nil
    ) {
        self.mediaType = mediaType
        self.filterPredicates = filterPredicates
        self.groupingType = groupingType
        self.group = group
        self.isMissing = isMissing
        self.order = order
        self.limit = limit
        self.offset = offset
        self.after = after
        self.seed = seed
    }

    /// Adds a condition, unless it is already present.
    public mutating func addFilterPredicate(_ predicate: MediaPredicate) {
        if !filterPredicates.contains(predicate) { filterPredicates.append(predicate) }
    }

    /// Removes a condition, if it is present.
    public mutating func removeFilterPredicate(_ predicate: MediaPredicate) {
        filterPredicates.removeAll { $0 == predicate }
    }
}

extension MediaQuery {
    /// The query with a seed: its own, that of the page before, or a new one.
    package var seeded: MediaQuery {
        var query = self
        query.seed = after?.seed ?? seed ?? .random(in: .min ... .max)
        return query
    }
}

extension MediaQuery {
    /// The query for the same collections, with all of their items: items of another kind count, too.
    package var ofWholeCollections: MediaQuery {
        var query = self
        if mediaType != .any {
            let names = MediaType.names.filter { !$0.type.isDisjoint(with: mediaType) }
            query.collectionPredicates.append(
                .isIn(.mediaType, names.map { .text($0.name) }))
        }
        query.collectionPredicates += filterPredicates
        (query.mediaType, query.filterPredicates) = (.any, [])
        return query
    }
}

// MARK: - Ready-made queries

extension MediaQuery {
    /// All music, by title.
    public static let songs = MediaQuery(mediaType: .music)
    /// All music by album.
    public static let albums = MediaQuery(mediaType: .music, groupingType: .album)
    /// All music by artist.
    public static let artists = MediaQuery(mediaType: .music, groupingType: .artist)
    /// All music by album artist.
    public static let albumArtists = MediaQuery(mediaType: .music, groupingType: .albumArtist)
    /// Everything by composer.
    public static let composers = MediaQuery(groupingType: .composer)
    /// Everything by genre.
    public static let genres = MediaQuery(groupingType: .genre)
    /// Everything on compilations, of any kind, by album.
    public static let compilations = MediaQuery(
        filterPredicates: [.equalTo(.isCompilation, true)], groupingType: .album)
    /// Everything by playlist.
    public static let playlists = MediaQuery(groupingType: .playlist)
    /// All podcasts, audio and video, by the podcast.
    public static let podcasts = MediaQuery(
        mediaType: [.podcast, .videoPodcast], groupingType: .podcastTitle)
    /// All audiobooks, by title.
    public static let audiobooks = MediaQuery(mediaType: .audioBook)
    /// All videos, by title.
    public static let videos = MediaQuery(mediaType: .anyVideo)
}

/// One album, artist, genre, playlist or podcast.
public struct MediaGroup: Hashable, Sendable {
    /// The kind of group.
    public var grouping: MediaGrouping
    /// Its persistent ID; greater than 0.
    public var persistentID: Int64

    /// Creates a group.
    public init(_ grouping: MediaGrouping, _ persistentID: Int64) {
        self.grouping = grouping
        self.persistentID = persistentID
    }
}

/// A stretch of an answer under one heading, for an index at its side; the counterpart of
/// `MPMediaQuerySection`.
public struct MediaQuerySection: Codable, Hashable, Sendable {
    /// The heading: `A`…`Z`; `#` for digits and signs; else the first character in its own script. Empty for
    /// what has no name, which comes last. No two sections of an answer have the same.
    public var title: String
    /// Which of the answers are under it.
    public var range: Range<Int>

    /// Makes a section.
    public init(title: String, range: Range<Int>) {
        self.title = title
        self.range = range
    }

    /// The heading of what is sorted by that key; the key's first character decides.
    public static func title(ofKey key: String) -> String {
        guard let first = key.unicodeScalars.first, first >= "a" else { return "#" }
        // Some letters share a great one (s and ſ) and do not stand together.
        let great = first.properties.uppercaseMapping
        let isItsOwn = great.unicodeScalars.first?.properties.lowercaseMapping == String(first)
        return isItsOwn && great.unicodeScalars.count == 1 ? great : String(first)
    }

    /// The sections of an answer.
    ///
    /// - Parameter stretches: The first characters of their keys, each once (`nil` for no name), and how many
    ///   there are, in order.
    package static func sections(
        of stretches: some Sequence<(initial: String?, count: Int)>
    ) -> [MediaQuerySection] {
        var sections: [MediaQuerySection] = []
        for (initial, count) in stretches {
            let start = sections.last?.range.upperBound ?? 0
            let title = initial.map(title) ?? ""
            if let last = sections.indices.last, sections[last].title == title {
                sections[last].range = sections[last].range.lowerBound..<start + count
            } else {
                sections.append(MediaQuerySection(title: title, range: start..<start + count))
            }
        }
        return sections
    }
}
