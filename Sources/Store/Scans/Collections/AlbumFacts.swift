internal import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithStore

/// The title and the artist of an album, computed from its tracks.
///
/// Title and album artist are spelled as on most tracks, of equally frequent spellings as on the first; the year comes from
/// the first track that has one. Where no tag names an album artist, it is the artist that all tracks name first, or whose
/// name is a part of what they name: `Main & Guest`.
struct AlbumFacts: Hashable, Sendable {
    let title: String
    let titleKey: String
    let artist: String?
    var artistKey: String?
    let year: Int?
    let isCompilation: Bool
    let musicBrainzID: String?

    /// The columns of a track that ``init(of:_:)`` reads; they are the first of its row.
    static let columns = """
        album_title, album_sort, album_artist, album_artist_sort, artist, artist_sort, \
        year, is_compilation, musicbrainz_album_id, artists, disc_number
        """
    static let columnCount = 11
    /// The tables of these columns.
    static let tables = "items \(ItemRow.identifiers.join)"
    /// The order of the tracks.
    static let order = """
        disc_number NULLS FIRST, track_number NULLS FIRST, place_key NULLS FIRST, items.id
        """

    /// Computes them; `nil` if no track has a title.
    init?(of tracks: [Row], _ sortKeys: SortKeyMaker) {
        let titled = tracks.filter { !$0.isNull(0) }
        guard let first = titled.first,
            let title = titled.map({ ($0[0] as String).withoutDisc($0[10]) }).mostFrequent
        else { return nil }
        self.title = title
        titleKey = sortKeys.key(
            for: title, sortName: titled.compactMap { $0[1] as String? }.mostFrequent)
        (artist, artistKey) = Self.albumArtist(of: tracks, sortKeys)
        year = tracks.lazy.compactMap { $0[6] as Int? }.first
        isCompilation = tracks.contains { ($0[7] as Bool?) == true }
        musicBrainzID = first[8]
    }

    private static func albumArtist(
        of tracks: [Row], _ sortKeys: SortKeyMaker
    ) -> (name: String?, key: String?) {
        let ofAlbum = tracks.filter { !$0.isNull(2) }
        if let artist = ofAlbum.map({ $0[2] as String }).mostFrequent {
            let sortName = ofAlbum.first { $0[2] as String == artist }?[3] as String?
            return (artist, sortKeys.key(for: artist, sortName: sortName))
        }
        let shown = tracks.map { $0[4] as String? }
        let first = tracks.map { StoredNames.names(in: $0[9], shown: $0[4]).first }
        let isCompilation = tracks.contains { ($0[7] as Bool?) == true }
        guard let artist = common(shown) ?? common(first) ?? (isCompilation ? nil : host(of: shown))
        else { return (nil, sortKeys.key(for: "Various Artists")) }
        // A sort tag is that of the whole text.
        let tagged = tracks.first { ($0[4] as String?)?.folded == artist.folded }
        return (artist, sortKeys.key(for: artist, sortName: tagged?[5]))
    }

    /// The name that most tracks have and that is a part of the others, as whole words.
    private static func host(of names: [String?]) -> String? {
        let counts = Dictionary(grouping: names.compactMap(\.self)) { $0.folded }
        guard let most = counts.values.max(by: { $0.count < $1.count }),
            most.count * 2 > names.count
        else { return nil }
        let host = most[0].wordsBetweenSpaces
        return names.allSatisfy { ($0 ?? "").wordsBetweenSpaces.contains(host) } ? most[0] : nil
    }

    /// The name that all have, in the most frequent spelling.
    private static func common(_ names: [String?]) -> String? {
        Set(names.map { $0?.folded }).count == 1 ? names.compactMap(\.self).mostFrequent : nil
    }
}

extension [String] {
    /// The text that is there most often, of equally frequent ones the first.
    fileprivate var mostFrequent: String? {
        if Set(self).count < 2 { return first }
        let counts = Dictionary(grouping: self) { $0 }.mapValues(\.count)
        let most = counts.values.max()
        return first { counts[$0] == most }
    }
}
