import Catalog
import MediaModel

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
        let firsts = try known ?? itemsInContext(albums.compactMap(\.representativeItem))
        let values = try values.groupValues(of: albums.map(\.persistentID), groupedBy: .album)
        return albums.map { album in
            AlbumAnswer(
                album: album, first: album.representativeItem.flatMap { firsts.items[$0] },
                context: album.representativeItem.flatMap { firsts.contexts[$0] },
                values: values[album.persistentID])
        }
    }

    /// Items and their contexts.
    func itemsInContext(_ ids: [MediaItemID]) throws -> ItemsInContext {
        ItemsInContext(items: try items.byID(ids), contexts: try items.contexts(of: ids))
    }

    /// Artists as the protocol shows them.
    func artistAnswers(_ artists: [MediaItemCollection]) throws -> [ArtistAnswer] {
        let hashes = try artworks.hashes(of: artists.compactMap(\.representativeItem))
        let values = try values.groupValues(of: artists.map(\.persistentID), groupedBy: .artist)
        return artists.map { artist in
            ArtistAnswer(
                artist: artist, pictureHash: artist.representativeItem.flatMap { hashes[$0] },
                values: values[artist.persistentID])
        }
    }

    /// An artist under the role in which the lists show it: as album artist, else as artist, else as composer.
    func artist(_ id: MediaArtistID) throws -> MediaItemCollection? {
        for grouping in [MediaGrouping.albumArtist, .artist, .composer] {
            let found = try collections.all(
                [id.rawValue], groupedBy: grouping, mediaType: SubsonicLibrary.types)
            if let artist = found.first { return artist }
        }
        return nil
    }

    /// The albums of an artist, by year.
    func albums(of artist: MediaItemCollection) throws -> [MediaItemCollection] {
        try collections.all(
            of: MediaQuery(
                mediaType: SubsonicLibrary.types, groupingType: .album, group: artist.group,
                order: [MediaOrder(.year), MediaOrder(.albumTitle)]))
    }

    /// The songs of an artist that no album holds.
    func songsWithoutAlbum(of artist: MediaItemCollection) throws -> [MediaItemID] {
        try items.ids(
            matching: MediaQuery(
                mediaType: SubsonicLibrary.types,
                filterPredicates: [.isMissing(.albumPersistentID)], group: artist.group))
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
