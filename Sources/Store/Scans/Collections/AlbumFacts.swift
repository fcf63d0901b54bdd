package import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithStore

/// The title and the artist of an album, computed from its tracks.
///
/// Title and album artist are spelled as on most tracks, of equally frequent spellings as on the first; the year comes from
/// the first track that has one. Where no tag names an album artist, it is the artist that all tracks name first, or whose
/// name is a part of what they name: `Main & Guest`.
package struct AlbumFacts: Hashable, Sendable {
    let title: String
    let titleKey: String
    let artist: String?
    var artistKey: String?
    let year: Int?
    let isCompilation: Bool
    let musicBrainzID: String?

    /// The facts of a track by which an album is described.
    package struct Track {
        fileprivate var albumTitle: String?
        fileprivate var albumSort: String?
        fileprivate var albumArtist: String?
        fileprivate var albumArtistSort: String?
        fileprivate var artist: String?
        fileprivate var artistSort: String?
        fileprivate var artists: [String]
        fileprivate var discNumber: Int?
        fileprivate var year: Int?
        fileprivate var isCompilation: Bool
        fileprivate var musicBrainzAlbumID: String?
        var albumID: Int64

        package static let projection = Projection { column in
            let artist: String? = column("artist")
            return Track(
                albumTitle: column("album_title"), albumSort: column("album_sort"),
                albumArtist: column("album_artist"), albumArtistSort: column("album_artist_sort"),
                artist: artist, artistSort: column("artist_sort"),
                artists: StoredNames.names(in: column("artists"), shown: artist),
                discNumber: column("disc_number"), year: column("year"),
                isCompilation: column("is_compilation"),
                musicBrainzAlbumID: column("musicbrainz_album_id"), albumID: column("album_id"))
        }
    }

    /// Computes them; `nil` if no track has a title.
    ///
    /// - Parameter tracks: In the order of the album.
    init?(of tracks: [Track], _ sortKeys: SortKeyMaker) {
        let titles = tracks.compactMap { track in
            track.albumTitle.map { $0.withoutDisc(track.discNumber) }
        }
        guard let title = titles.mostFrequent else { return nil }
        let titled = tracks.filter { $0.albumTitle != nil }
        self.title = title
        titleKey = sortKeys.key(
            for: title, sortName: titled.compactMap(\.albumSort).mostFrequent)
        (artist, artistKey) = Self.albumArtist(of: tracks, sortKeys)
        year = tracks.lazy.compactMap(\.year).first
        isCompilation = tracks.contains(where: \.isCompilation)
        musicBrainzID = titled.first?.musicBrainzAlbumID
    }

    private static func albumArtist(
        of tracks: [Track], _ sortKeys: SortKeyMaker
    ) -> (name: String?, key: String?) {
        if let artist = tracks.compactMap(\.albumArtist).mostFrequent {
            let sortName = tracks.first { $0.albumArtist == artist }?.albumArtistSort
            return (artist, sortKeys.key(for: artist, sortName: sortName))
        }
        let shown = tracks.map(\.artist)
        let first = tracks.map(\.artists.first)
        let isCompilation = tracks.contains(where: \.isCompilation)
        guard let artist = common(shown) ?? common(first) ?? (isCompilation ? nil : host(of: shown))
        else { return (nil, sortKeys.key(for: "Various Artists")) }
        // A sort tag is that of the whole text.
        let tagged = tracks.first { $0.artist?.folded == artist.folded }
        return (artist, sortKeys.key(for: artist, sortName: tagged?.artistSort))
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
