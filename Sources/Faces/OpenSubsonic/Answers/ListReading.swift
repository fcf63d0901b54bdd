import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

// Puts lists together: each reads all that its answers show in a few questions, whatever its length.

extension Catalog {
    /// Songs as the protocol shows them.
    func songAnswers(_ items: [MediaItem], parent: SubsonicID? = nil) throws -> [SubsonicObject] {
        let contexts = try self.items.contexts(of: items.map(\.persistentID))
        return items.map {
            SongAnswer(item: $0, context: contexts[$0.persistentID], parent: parent).object
        }
    }

    /// Albums as the protocol shows them.
    ///
    /// - Parameter known: Their representative items, where these were read.
    func albumAnswers(
        _ albums: [MediaItemCollection], of known: ItemsInContext? = nil
    ) throws -> [AlbumAnswer] {
        let firsts = try known ?? itemsInContext(albums.compactMap(\.representativeItemID))
        let ids = albums.map(\.group.persistentID)
        let values = try self.values.groupValues(of: ids, groupedBy: .album)
        let plays = try self.values.plays(ofAlbums: ids)
        return albums.map { album in
            let first = album.representativeItemID.flatMap { firsts.items[$0] }
            let context = album.representativeItemID.flatMap { firsts.contexts[$0] }
            return AlbumAnswer(
                album: album, dateAdded: first?.userValues.dateAdded, first: first,
                artists: context?.albumArtists ?? [], values: values[album.group.persistentID],
                plays: plays[album.group.persistentID] ?? AlbumPlays())
        }
    }

    func itemsInContext(_ ids: [MediaItemID]) throws -> ItemsInContext {
        ItemsInContext(items: try items.byID(ids), contexts: try items.contexts(of: ids))
    }

    /// Artists as the protocol shows them.
    func artistAnswers(_ artists: [MediaItemCollection]) throws -> [ArtistAnswer] {
        let hashes = try artworks.hashes(of: artists.compactMap(\.representativeItemID))
        let ids = artists.map(\.group.persistentID)
        let values = try self.values.groupValues(of: ids, groupedBy: .artist)
        var withLooseSongs: Set<Int64> = []
        for (grouping, some) in Dictionary(grouping: artists, by: \.grouping) {
            try withLooseSongs.formUnion(
                collections.artistsWithLooseItems(
                    among: some.map(\.group.persistentID), groupedBy: grouping,
                    mediaType: SubsonicLibrary.types))
        }
        var roles: [Int64: [MediaGrouping]] = [:]
        for grouping in Self.artistGroupings {
            let query = MediaQuery(groupingType: grouping)
            for id in try collections.ids(ids, of: query) {
                roles[id, default: []].append(grouping)
            }
        }
        return artists.map { artist in
            let id = artist.group.persistentID
            return ArtistAnswer(
                artist: artist, pictureHash: artist.representativeItemID.flatMap { hashes[$0] },
                values: values[id], hasLooseSongs: withLooseSongs.contains(id),
                roles: roles[id] ?? [])
        }
    }

    /// The roles of artists: an artist is shown in the first of these that it has.
    private static let artistGroupings: [MediaGrouping] = [.albumArtist, .artist, .composer]

    func artist(_ id: MediaArtistID) throws -> MediaItemCollection? {
        try artists([id.rawValue]).first
    }

    /// Artists by their ids, in that order, each once and under the role in which the lists show it: as album artist,
    /// else as artist, else as composer.
    ///
    /// - Parameter folder: The predicates of a music folder in which they have something, in any role; none for all.
    func artists(
        _ ids: [Int64], in folder: [MediaPredicate] = []
    ) throws -> [MediaItemCollection] {
        var left = ids
        if !folder.isEmpty {
            let there = try Self.artistGroupings.flatMap { grouping in
                try collections.ids(ids, of: Self.heard(grouping, in: folder))
            }
            left = ids.filter(Set(there).contains)
        }
        let wanted = left
        var found: [Int64: MediaItemCollection] = [:]
        for grouping in Self.artistGroupings {
            let heard = try collections.ids(left, of: Self.heard(grouping, in: []))
            for artist in try collections.all(heard, groupedBy: grouping) {
                found[artist.group.persistentID] = artist
            }
            left.removeAll { found[$0] != nil }
        }
        return wanted.compactMap { found[$0] }
    }

    /// Albums by their ids, in that order, that have something in a music folder.
    func albums(
        _ ids: [Int64], in folder: [MediaPredicate]
    ) throws -> [MediaItemCollection] {
        try collections.all(
            collections.ids(ids, of: Self.heard(.album, in: folder)), groupedBy: .album)
    }

    private static func heard(
        _ grouping: MediaGrouping, in folder: [MediaPredicate]
    ) -> MediaQuery {
        MediaQuery(
            mediaType: SubsonicLibrary.types, filterPredicates: folder, groupingType: grouping)
    }

    /// The albums of an artist, by year.
    func albums(of artist: MediaItemCollection) throws -> [MediaItemCollection] {
        let own = try collections.all(
            of: MediaQuery(
                groupingType: .album, group: artist.group,
                order: [MediaOrder(.year), MediaOrder(.albumTitle)]))
        // Songs of others count, too.
        return try collections.all(own.map(\.group.persistentID), groupedBy: .album)
    }

    // MARK: - Songs without album

    private func queryOfLooseSongs(of artist: MediaItemCollection) -> MediaQuery {
        MediaQuery(
            mediaType: SubsonicLibrary.types,
            filterPredicates: [.isMissing(.albumPersistentID)], group: artist.group)
    }

    /// The songs of an artist that no album holds.
    func songsWithoutAlbum(of artist: MediaItemCollection) throws -> [MediaItemID] {
        try items.ids(matching: queryOfLooseSongs(of: artist))
    }

    /// The same as a collection; `nil` if there are none.
    func looseSongs(of artist: MediaItemCollection) throws -> MediaItemCollection? {
        var query = queryOfLooseSongs(of: artist)
        (query.group, query.groupingType) = (nil, artist.grouping)
        var songs = try collections.all([artist.group.persistentID], of: query).first
        songs?.title = "Songs without album"
        return songs
    }

    /// The songs of an artist that no album holds, as an album: programs reach songs through albums alone.
    func answer(
        forLooseSongs songs: MediaItemCollection, of artist: MediaItemCollection
    ) throws -> AlbumAnswer {
        let all = try items.all(songsWithoutAlbum(of: artist))
        let id = MediaArtistID(artist.group.persistentID)
        return AlbumAnswer(
            album: songs, dateAdded: all.map(\.userValues.dateAdded).min(), first: nil,
            artists: [ItemContext.Name(id: id, name: artist.title)], values: nil,
            plays: AlbumPlays(
                count: all.reduce(0) { $0 + $1.userValues.playCount },
                lastDate: all.compactMap(\.userValues.lastPlayedDate).max()),
            pictureHash: all.lazy.compactMap(\.artwork.first?.sha256).first)
    }
}

/// Items by their ids, with all that songs and albums show of them.
struct ItemsInContext {
    let items: [MediaItemID: MediaItem]
    let contexts: [MediaItemID: ItemContext]

    /// A song as the protocol shows it; `nil` if it was not read.
    func song(_ id: MediaItemID) -> SubsonicObject? {
        items[id].map { SongAnswer(item: $0, context: contexts[id], parent: nil).object }
    }
}

/// The sources of the lists of artists, albums and songs.
enum SubsonicLibrary {
    /// All that sounds: episodes and books have albums and artists as well.
    static let types = MediaType.anyAudio
}
