public import FoundationEssentials
public import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

// The user's own: ratings, stars, plays, bookmarks and playlists.

extension MediaLibrary {
    /// Rates an item with 0 to 5 stars; `nil` removes the rating.
    ///
    /// - Throws: ``MediaLibraryError`` for any other number, and for an item that the library does not have.
    public func setRating(_ rating: Int?, of item: MediaItem) async throws {
        guard (0...5).contains(rating ?? 0) else {
            throw MediaLibraryError(
                .outOfRange, "\(rating ?? 0)", "is no rating; use 0 to 5, or nil for none")
        }
        try await change(item) { try $0.values.setRating(rating, of: item.persistentID) }
    }

    /// Gives an item a star, or takes it away. An item that has one keeps its date.
    ///
    /// - Throws: ``MediaLibraryError`` for an item that the library does not have.
    public func setFavorite(_ isFavorite: Bool, of item: MediaItem) async throws {
        try await change(item) { try $0.values.setFavorite(isFavorite, item.persistentID) }
    }

    /// Sets the position to resume at, in seconds from the item's beginning; `nil` removes it.
    ///
    /// - Throws: ``MediaLibraryError`` for a time that no item has, and for an item that the library does not have;
    ///   ``BookmarkError`` for a time at which the item has ended.
    public func setBookmarkTime(_ time: Double?, of item: MediaItem) async throws {
        guard (0..<Double.infinity).contains(time ?? 0) else {
            throw MediaLibraryError(
                .outOfRange, "\(time ?? 0)", "is no time in an item; use seconds from 0")
        }
        try await change(item) { try $0.values.setBookmark(time, of: item.persistentID) }
    }

    /// Counts a play of an item to its end.
    ///
    /// - Parameter player: The name of the program that played it, for the history.
    /// - Throws: ``MediaLibraryError`` for an item that the library does not have.
    public func notePlay(
        of item: MediaItem, at moment: Date = .now, by player: String
    ) async throws {
        try await change(item) {
            try $0.values.notePlay(of: item.persistentID, at: moment, by: player)
        }
    }

    private func change(
        _ item: MediaItem, _ body: @escaping @Sendable (Catalog) throws -> Bool
    ) async throws {
        guard try await perform(body) else {
            throw MediaLibraryError(
                .noItem, item.persistentID.description, "the library has no such item; ask it again"
            )
        }
    }
}

extension MediaLibrary {
    /// Creates a playlist.
    ///
    /// - Parameter items: Its first items, in their order.
    /// - Throws: ``PlaylistEditError`` for a name that cannot be used, or that another list has.
    public func createPlaylist(
        named name: String, items: [MediaItem] = []
    ) async throws -> MediaPlaylist {
        try await perform {
            try $0.playlists.create(
                PlaylistCreationMetadata(name: name), entries: items.map { .item($0.persistentID) })
        }
    }

    /// Creates a smart playlist, whose items are found by a rule each time it is read.
    ///
    /// - Throws: ``PlaylistEditError`` for a name or rule that cannot be used.
    public func createPlaylist(
        named name: String, rule: SmartPlaylistRule
    ) async throws -> MediaPlaylist {
        try await perform {
            try $0.playlists.create(PlaylistCreationMetadata(name: name), rule: rule)
        }
    }

    /// Appends items to a playlist.
    ///
    /// - Throws: ``PlaylistEditError`` for a smart playlist, and for what is no more in the library.
    public func add(_ items: [MediaItem], to playlist: MediaPlaylist) async throws {
        try await perform {
            try $0.playlistEntries.add(
                items.map { .item($0.persistentID) }, to: playlist.persistentID)
        }
    }

    /// Appends an item to a playlist.
    ///
    /// - Throws: ``PlaylistEditError`` for a smart playlist, and for what is no more in the library.
    public func add(_ item: MediaItem, to playlist: MediaPlaylist) async throws {
        try await add([item], to: playlist)
    }

    /// Appends the items that a query asks for, in its order, to a playlist.
    ///
    /// - Throws: ``PlaylistEditError`` for a smart playlist; ``CatalogError``.
    public func add(_ query: MediaQuery, to playlist: MediaPlaylist) async throws {
        try await perform {
            let ids = try $0.items.ids(matching: query)
            try $0.playlistEntries.add(ids.map(NewPlaylistEntry.item), to: playlist.persistentID)
        }
    }

    /// Removes entries of a playlist.
    ///
    /// - Parameter positions: They count from 0.
    /// - Throws: ``PlaylistEditError`` for positions that the list does not have.
    public func removeEntries(at positions: [Int], of playlist: MediaPlaylist) async throws {
        try await perform {
            try $0.playlistEntries.removeEntries(of: playlist.persistentID, at: positions)
        }
    }

    /// Moves an entry of a playlist; it is at the new position afterwards. Positions count from 0.
    ///
    /// - Throws: ``PlaylistEditError`` for positions that the list does not have.
    public func moveEntry(
        from position: Int, to newPosition: Int, of playlist: MediaPlaylist
    ) async throws {
        try await perform {
            try $0.playlistEntries.moveEntry(
                of: playlist.persistentID, from: position, to: newPosition)
        }
    }

    /// Renames a playlist; rules that refer to it are updated.
    ///
    /// - Throws: ``PlaylistEditError`` for a name that cannot be used, or that another list has.
    public func rename(_ playlist: MediaPlaylist, to name: String) async throws {
        try await perform { try $0.playlists.rename(playlist.persistentID, to: name) }
    }

    /// Deletes a playlist; its items stay in the library.
    ///
    /// - Throws: ``PlaylistEditError`` if the rules of other lists refer to it, or if it is gone.
    public func delete(_ playlist: MediaPlaylist) async throws {
        let wasThere = try await perform { try $0.playlists.delete(playlist.persistentID) }
        if !wasThere { throw PlaylistEditError.noPlaylist(playlist.name) }
    }
}
