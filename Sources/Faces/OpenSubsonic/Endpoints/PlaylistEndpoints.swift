import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

enum PlaylistEndpoints {
    static let all = [
        Endpoint("getPlaylists", [.optional("username")], playlists),
        Endpoint("getPlaylist", [.required("id")], playlist),
        Endpoint(
            "createPlaylist", [.optional("playlistId"), .optional("name"), .list("songId")],
            right: .playlist, create),
        Endpoint(
            "updatePlaylist",
            [
                .required("playlistId"), .optional("name"), .optional("comment", .anyText),
                .optional("description", .anyText), .optional("public", .flag),
                .list("songIdToAdd"), .list("songIndexToRemove", .integer),
            ], right: .playlist, update),
        Endpoint("deletePlaylist", [.required("id")], right: .playlist, delete),
    ]

    private static func playlists(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let caller = call.caller
        let name = call.optionalText("username") ?? caller.name
        let isOwn = caller.isNamed(name)
        guard isOwn || caller.isAdmin else {
            throw SubsonicError(.notAuthorized, "You can only list your own playlists")
        }
        let playlists = try await call.library.perform { catalog -> [SubsonicObject] in
            guard !isOwn else { return try catalog.playlistObjects(owner: caller.name) }
            guard let user = try catalog.access.account(named: name)?.user else {
                throw SubsonicError.notFound("User", name)
            }
            return try catalog.acting(as: user.id).playlistObjects(owner: user.name)
        }
        return .list("playlists", of: "playlist", playlists)
    }

    private static func playlist(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        try await shown(call.playlistID("id"), call)
    }

    private static func shown(
        _ id: MediaPlaylistID, _ call: SubsonicCall
    ) async throws -> SubsonicAnswer {
        let owner = call.caller.name
        let object = try await call.library.perform { catalog -> SubsonicObject in
            let playlist = try catalog.existing(id)
            var object = try catalog.playlistAnswer(
                catalog.playlists.summary(of: playlist), owner: owner
            ).object
            object.add("entry", songs: try catalog.items.ids(matching: .items(of: id)))
            return object
        }
        return .payload("playlist", object)
    }

    /// Makes a playlist, or gives one other songs.
    private static func create(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let songs = try await call.songs("songId")
        if call.optionalText("playlistId") != nil {
            let id = try call.playlistID("playlistId")
            let name = call.optionalText("name")
            try await call.library.perform { catalog in
                _ = try catalog.editable(id)
                try catalog.playlists.setItems(of: id, to: songs, name: name)
            }
            return try await shown(id, call)
        }
        guard let name = call.optionalText("name") else { throw SubsonicError.missing("name") }
        let made = try await call.library.perform { catalog in
            try catalog.playlists.create(
                PlaylistCreationMetadata(name: name), entries: songs.map(NewPlaylistEntry.item))
        }
        return try await shown(made.persistentID, call)
    }

    /// Positions to remove are those that `getPlaylist` shows before the call: first what goes is removed, then what
    /// comes is added.
    private static func update(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.playlistID("playlistId")
        let added = try await call.songs("songIdToAdd")
        let removed = call.integers("songIndexToRemove")
        let name = call.optionalText("name")
        let comment = call.text["comment"] ?? call.text["description"]
        try await call.library.perform { catalog in
            let playlist = try catalog.existing(id)
            let renames = name.map { $0 != playlist.name } ?? false
            let describes = comment.map { $0 != playlist.descriptionText ?? "" } ?? false
            if !added.isEmpty || !removed.isEmpty {
                _ = try catalog.editable(id)
                try catalog.playlists.replaceItems(
                    of: id, removing: removed, adding: added, name: name, description: comment)
            } else if renames || describes {
                try catalog.playlists.update(id, name: name, description: comment)
            }
        }
        return .nothing
    }

    private static func delete(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.playlistID("id")
        try await call.library.perform { catalog in
            _ = try catalog.playlists.delete(catalog.existing(id).persistentID)
        }
        return .nothing
    }
}

extension Catalog {
    /// A playlist of the user's.
    ///
    /// - Throws: Error 70 where there is none of this id.
    fileprivate func existing(_ id: MediaPlaylistID) throws -> MediaPlaylist {
        guard let playlist = try playlists.playlist(id) else {
            throw SubsonicError.notFound("Playlist", "\(SubsonicID.playlist(id))")
        }
        return playlist
    }

    /// The same, of a playlist whose entries are not found by a rule.
    fileprivate func editable(_ id: MediaPlaylistID) throws -> MediaPlaylist {
        let playlist = try existing(id)
        if playlist.isSmart {
            throw SubsonicError(
                .notAuthorized, "\(playlist.name) is a smart playlist; its rule selects the songs")
        }
        return playlist
    }

    /// All playlists of the user's.
    fileprivate func playlistObjects(owner: String) throws -> [SubsonicObject] {
        try playlists.summaries(of: playlists.all()).map { summary in
            try playlistAnswer(summary, owner: owner).object
        }
    }

    fileprivate func playlistAnswer(
        _ summary: PlaylistSummary, owner: String
    ) throws -> PlaylistAnswer {
        let id = SubsonicID.playlist(summary.playlist.persistentID)
        // The picture is that of an item, which the rule would have to find.
        let hash = try summary.problem == nil ? pictureHash(of: id) : nil
        return PlaylistAnswer(
            summary: summary, owner: owner, isEditable: !summary.playlist.isSmart,
            coverArt: hash.map { "\(CoverArtID(id, sha256: $0))" })
    }
}

extension SubsonicCall {
    fileprivate func playlistID(_ name: String) throws(SubsonicError) -> MediaPlaylistID {
        guard case .playlist(let id) = try id(name, "Playlist") else {
            throw .notFound("Playlist", try text(name))
        }
        return id
    }

    /// The songs in a parameter that may come several times; they may be downloaded episodes.
    func songs(_ name: String) async throws -> [MediaItemID] {
        let texts = texts(name)
        return try await library.perform { catalog in
            try texts.map { text in
                guard let id = SubsonicID(text),
                    case .song(let song) = try catalog.standing(for: id)
                else { throw SubsonicError.notFound("Song", text) }
                return song
            }
        }
    }
}
