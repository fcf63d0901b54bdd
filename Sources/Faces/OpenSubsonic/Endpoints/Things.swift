import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// The things that ids stand for.

extension Catalog {
    /// Whether the library has the thing with an id.
    func has(_ id: SubsonicID) throws -> Bool {
        switch id {
        case .song(let id): try items.item(id) != nil
        case .album(let id): try collections.has(MediaGroup(.album, id.rawValue))
        case .artist(let id): try collections.has(MediaGroup(.artist, id.rawValue))
        case .playlist(let id): try collections.has(MediaGroup(.playlist, id.rawValue))
        case .folder(let id): try folders.folder(id) != nil
        case .loose, .station, .share, .podcast, .feed, .episode: false
        }
    }

    /// The target of an id: a downloaded episode means its item, a folder the album or artist that it holds.
    /// Any other id means itself.
    func standing(for id: SubsonicID) throws -> SubsonicID {
        switch id {
        case .episode(let episode): try self.feeds.episode(episode)?.item.map { .song($0) } ?? id
        case .folder(let number):
            try folders.folder(number).flatMap { try thing(heldBy: $0) } ?? id
        default: id
        }
    }

    /// The album that all items in and below a folder are of, else their album artist; `nil` where they are of several.
    func thing(heldBy folder: LibraryFolder) throws -> SubsonicID? {
        var albums: Set<MediaAlbumID?> = []
        var artists: Set<MediaArtistID?> = []
        try eachItem(below: folder) { item in
            albums.insert(item.albumPersistentID)
            artists.insert(item.albumArtistPersistentID)
            return albums.count == 1 || artists.count == 1
        }
        if albums.count == 1, let album = albums.first ?? nil { return .album(album) }
        if artists.count == 1, let artist = artists.first ?? nil { return .artist(artist) }
        return nil
    }

    /// Visits the items in and below a folder, folder by folder, until `body` has enough.
    ///
    /// - Returns: Whether all were visited.
    @discardableResult
    private func eachItem(
        below folder: LibraryFolder, _ body: (MediaItem) throws -> Bool
    ) throws -> Bool {
        try folders.items(in: folder).allSatisfy(body)
            && folders.all(in: folder).allSatisfy { try eachItem(below: $0, body) }
    }

    /// The items among these that are in a music folder.
    ///
    /// - Parameter folder: The predicates of the folder; none for all.
    func only(_ items: [MediaItem], in folder: [MediaPredicate]) -> [MediaItem] {
        items.filter { item in folder.allSatisfy { $0.matches(item) } }
    }

    /// The item that stands for a thing: of a song itself, else of what it holds; `nil` for a thing that the library
    /// does not have or that holds nothing.
    func representative(of id: SubsonicID) throws -> MediaItem? {
        func representative(_ collection: MediaItemCollection?) throws -> MediaItem? {
            try collection?.representativeItemID.flatMap { try items.item($0) }
        }
        switch id {
        case .song(let id): return try items.item(id).flatMap { $0.isMissing ? nil : $0 }
        case .album(let id):
            return try representative(collections.all([id.rawValue], groupedBy: .album).first)
        case .artist(let id): return try representative(artist(id))
        case .loose(let id): return try representative(artist(id).flatMap(looseSongs))
        case .playlist(let id):
            var query = MediaQuery.items(of: id)
            query.limit = 1
            return try items.all(matching: query).first
        case .folder(let id):
            guard let folder = try folders.folder(id) else { return nil }
            var first: MediaItem?
            try eachItem(below: folder) { item in
                first = item
                return false
            }
            return first
        case .feed(let id):
            return try feeds.episodes(of: id).lazy.compactMap(\.item).first.flatMap {
                try items.item($0)
            }
        case .episode(let id):
            return try feeds.episode(id)?.item.flatMap { try items.item($0) }
        case .station, .share, .podcast: return nil
        }
    }
}

extension Catalog {
    /// The hash of the picture that stands for a thing; `nil` if there is none.
    func pictureHash(of id: SubsonicID) throws -> String? {
        switch id {
        case .album(let id):
            return try collections.all([id.rawValue], groupedBy: .album).first?.artworkSHA256
        case .playlist(let id):
            // The first of its songs may be one of the few without a picture.
            var query = MediaQuery.items(of: id)
            query.addFilterPredicate(.not(.isMissing(.artwork)))
            query.limit = 1
            return try items.all(matching: query).first?.artwork.first?.sha256
        default: return try representative(of: id)?.artwork.first?.sha256
        }
    }
}

extension SubsonicCall {
    /// The song in a parameter, which may be a downloaded episode.
    ///
    /// - Throws: Error 70 where it is none, or its file is gone.
    func item(_ name: String = "id") async throws -> MediaItem {
        let id = try id(name, "Song")
        let item = try await library.perform(for: .readingAtOneMoment) { catalog -> MediaItem? in
            guard case .song(let song) = try catalog.standing(for: id) else { return nil }
            return try catalog.items.item(song)
        }
        guard let item, !item.isMissing else {
            throw SubsonicError.notFound("Song", id.description)
        }
        return item
    }

    /// The songs in a parameter, which may be downloaded episodes.
    ///
    /// - Throws: Error 70 where one is none, or the user does not see it.
    func seenSongs(_ name: String) async throws -> [MediaItemID] {
        let texts = texts(name)
        return try await library.perform(for: .readingAtOneMoment) { catalog in
            try texts.map { text in
                guard let id = SubsonicID(text),
                    case .song(let song) = try catalog.standing(for: id),
                    try catalog.items.item(song) != nil
                else { throw SubsonicError.notFound("Song", text) }
                return song
            }
        }
    }

    /// The root in `musicFolderId`, whose items are shown alone. 0 is all, as some clients write it.
    ///
    /// - Throws: Error 70 for a root that there is not.
    func predicatesOfMusicFolder() async throws -> [MediaPredicate] {
        guard let text = optionalText("musicFolderId"), text != "0" else { return [] }
        let roots = try await library.perform { try $0.roots.allOpen() }
        guard let root = roots.first(where: { $0.id.description == text }) else {
            throw SubsonicError.notFound("Music folder", text)
        }
        return roots.count == 1 ? [] : [.inRoot(root.path)]
    }
}
