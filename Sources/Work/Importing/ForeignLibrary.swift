package import FoundationEssentials
package import PhonolithMediaModel
package import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
package import PhonolithUsers

/// The data that another program keeps of a collection, in no program's form.
package struct ForeignLibrary: Hashable, Sendable {
    /// Its tracks, in no order.
    package var tracks: [Track] = []
    package var playlists: [PortablePlaylist] = []
    /// Artists that the user rated or gave a star.
    package var artists: [UserData.Artist] = []
    /// Data that cannot be imported, in lines for the user.
    package var remarks: [String] = []

    package init() {}

    /// A track, and what the user did with it.
    package struct Track: Hashable, Sendable {
        /// Where its file is, relative where the program knows it so, or an address; `nil` for a track that is only in the
        /// program's cloud.
        package var location: PlaylistLocation?
        /// Its number in a cue sheet of the file; `nil` for the file.
        package var cueTrack: Int?
        /// Text, as in the tags.
        package var title: String?
        /// Text, as in the tags.
        package var artist: String?
        /// Text, as in the tags.
        package var albumTitle: String?
        /// Text, as in the tags.
        package var albumArtist: String?
        // From 1.
        package var discNumber: Int?
        // From 1.
        package var trackNumber: Int?
        // In seconds.
        package var duration: Double?
        // The tag `MUSICBRAINZ_RELEASETRACKID`.
        package var musicBrainzTrackID: String?
        /// When the program first saw it.
        package var dateAdded: Date?
        /// Ratings, counts, dates and bookmarks.
        package var values = UserData.Values()
        /// The user's rating of the album.
        package var albumValues: UserData.GroupValues?

        /// A track of which no more is known.
        package init(location: PlaylistLocation?) { self.location = location }
    }
}

extension ForeignLibrary {
    /// The library as user data of the one user who imports it.
    ///
    /// - Parameters:
    ///   - now: Dates after it, by more than a difference of time zones, are none: a clock was wrong.
    ///   - place: Where a file of the other program is now.
    package func userData(
        now: Date = .now, placing place: (MediaPath) -> MediaPath
    ) -> UserData {
        var data = UserData()
        var known: [MediaPath: Track] = [:]
        for track in tracks where track.cueTrack == nil {
            if let path = track.path { known[path] = track }
        }
        data.items = tracks.compactMap { $0.withPlausibleDates(now).item(placing: place) }
        // A track of a cue sheet is found by its file.
        let files = Set(data.items.filter { $0.cueTrack == nil }.map { MediaPath($0.path) })
        let images = Set(data.items.filter { $0.cueTrack != nil }.map { MediaPath($0.path) })
            .subtracting(files)
        data.items += images.sorted().map {
            UserData.Item(
                path: $0, title: nil, artist: nil, albumTitle: nil, albumArtist: nil)
        }
        var user = UserData.User.unnamed
        user.playlists = playlists.map { playlist in
            var playlist = playlist
            for index in playlist.entries.indices {
                guard let path = playlist.entries[index].place else { continue }
                // Some programs have no more than a place in their lists.
                if playlist.entries[index].title == nil, let track = known[path] {
                    playlist.entries[index] = track.entry
                }
                playlist.entries[index].place(at: place(path))
            }
            return playlist
        }
        if !artists.isEmpty {
            user.artists = artists.map { artist in
                var artist = artist
                artist.favoriteDate = artist.favoriteDate?.plausibleFavorite(now, added: nil)
                return artist
            }
        }
        data.users = [user]
        return data
    }

    /// Leaves one of tracks, and of playlists, that two files of a program both have: the last one.
    mutating func removeRepetitions() {
        tracks = Self.unique(tracks) { track in
            Place(
                path: track.path, cueTrack: track.cueTrack,
                texts: track.path == nil ? track.texts : [])
        }
        playlists = Self.unique(playlists, by: \.uuid)
    }

    /// The identity of a track in several files of a program. Paths are compared by their bytes: `é.mp3` may be two files.
    private struct Place: Hashable {
        let path: MediaPath?
        let cueTrack: Int?
        let texts: [String?]
    }

    /// Gives entries of playlists of which only the place is known what the program knows of the track at that place, in
    /// whichever file.
    mutating func completeEntries() {
        let tracks = Dictionary(
            tracks.compactMap { track in track.path.map { ($0, track.entry) } },
            uniquingKeysWith: { first, _ in first })
        for list in playlists.indices {
            for (place, entry) in playlists[list].entries.enumerated() {
                guard entry.title == nil, let path = entry.place, let known = tracks[path] else {
                    continue
                }
                playlists[list].entries[place] = known
            }
        }
    }

    private static func unique<Element, Key: Hashable>(
        _ elements: [Element], by key: (Element) -> Key
    ) -> [Element] {
        var seen: Set<Key> = []
        return elements.reversed().filter { seen.insert(key($0)).inserted }.reversed()
    }
}

extension ForeignLibrary {
    /// How many tracks have no file: those of a cloud or a subscription, and stations.
    package var countWithoutFile: Int { tracks.count { $0.path == nil } }

    /// The prefixes that no path of the library begins with, of tracks or of entries.
    package func unused(_ prefixes: [PathPrefix]) -> [PathPrefix] {
        let paths =
            tracks.compactMap(\.path) + playlists.flatMap { $0.entries.compactMap(\.place) }
        return prefixes.filter { prefix in
            !paths.contains { prefix.replaced(in: $0) != nil }
        }
    }
}

extension ForeignLibrary.Track {
    /// The path that the location means, with `/` between its parts; `nil` for what is on no disk.
    var path: MediaPath? {
        guard let location else { return nil }
        if location.isRemote { return NetworkPlace.path(location.description) }
        let paths = location.paths
        return paths.first { !$0.bytes.contains(0x5C) } ?? paths.first
    }

    /// The track without dates of addition and plays that no program of today can have noted: the start of a calendar or of a clock (the years 1,
    /// 1601, 1904 and 1970), and the future.
    fileprivate func withPlausibleDates(_ now: Date) -> Self {
        let (first, last) = (Date(secondsSince1970: 86_400), now.addingTimeInterval(86_400))
        var track = self
        track.dateAdded = dateAdded.flatMap { first <= $0 && $0 <= last ? $0 : nil }
        // A play in the future is dated now.
        track.values.lastPlayedDate = values.lastPlayedDate.flatMap {
            first <= $0 ? ($0 <= last ? $0 : now) : nil
        }
        track.values.favoriteDate = values.favoriteDate?
            .plausibleFavorite(now, added: track.dateAdded)
        track.albumValues?.favoriteDate = albumValues?.favoriteDate?
            .plausibleFavorite(now, added: track.dateAdded)
        return track
    }

    /// - Returns: `nil` for a track without a file of which the user has nothing, such as a radio station.
    fileprivate func item(placing place: (MediaPath) -> MediaPath) -> UserData.Item? {
        let path = path.map(place)
        if path == nil, values == UserData.Values(), albumValues == nil { return nil }
        var item = UserData.Item(
            path: path ?? MediaPath(""), title: title, artist: artist, albumTitle: albumTitle,
            albumArtist: albumArtist)
        item.discNumber = discNumber
        item.albumTrackNumber = trackNumber
        item.playbackDuration = duration
        item.musicBrainzTrackID = musicBrainzTrackID
        item.dateAdded = dateAdded
        item.cueTrack = cueTrack
        item.albumValues = albumValues.map { [UserData.unnamed: $0] }
        if values != UserData.Values() { item.values = [UserData.unnamed: values] }
        return item
    }

    /// All that tells a track without a file from others.
    fileprivate var texts: [String?] {
        [location?.description, title, artist, albumTitle]
            + [discNumber, trackNumber].map { $0.map(String.init) }
    }

    /// The track as an entry of a playlist.
    var entry: PortablePlaylist.Entry {
        PortablePlaylist.Entry(
            path: path,
            uri: path == nil && location?.isRemote == true ? location?.description : nil,
            title: title, artist: artist, album: albumTitle, duration: duration)
    }
}

extension Date {
    /// The placeholder date of a favourite whose program has no date for it.
    static let ofUnknownFavorite = Date(secondsSince1970: 0)

    /// The date of a favourite; of one without, or with one that cannot be, that at which it was added, or now.
    fileprivate func plausibleFavorite(_ now: Date, added: Date?) -> Date {
        let isPlausible =
            Date(secondsSince1970: 86_400) <= self && self <= now.addingTimeInterval(86_400)
        return isPlausible ? self : added ?? now
    }
}

extension UserData.Values {
    /// Takes counts and a rating that are 0 where there are none.
    mutating func set(playCount: Int?, skipCount: Int?, lastPlayed: Date?) {
        self.playCount = playCount.flatMap { $0 > 0 ? $0 : nil }
        self.skipCount = skipCount.flatMap { $0 > 0 ? $0 : nil }
        lastPlayedDate = lastPlayed
    }

    /// Takes a rating of another scale; 0 and less are none, and the least above 0 is one star.
    mutating func set(rating: Double?, outOf most: Double) {
        guard let rating, rating > 0, rating.isFinite else { return }
        self.rating = Int(max(1, min(5, (rating / most * 5).rounded())))
    }
}
