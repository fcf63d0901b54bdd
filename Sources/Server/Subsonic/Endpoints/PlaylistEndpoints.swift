import Catalog
import MediaModel

/// The user's playlists.
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
        if let name = call.optionalText("username"), name.folded != call.caller.name.folded {
            throw SubsonicError(.notAuthorized, "You can only list your own playlists")
        }
        let owner = call.caller.name
        let playlists = try await call.library.perform { catalog in
            try catalog.playlists().map {
                try catalog.playlistAnswer($0, owner: owner).object
            }
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
            var object = try catalog.playlistAnswer(playlist, owner: owner).object
            let songs = try catalog.items(matching: .items(of: id))
            object.add("entry", try catalog.songAnswers(songs))
            return object
        }
        return .payload("playlist", object)
    }

    /// Makes a playlist, or gives one other songs.
    private static func create(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let songs = try call.songs("songId")
        if call.optionalText("playlistId") != nil {
            let id = try call.playlistID("playlistId")
            let name = call.optionalText("name")
            try await call.library.perform { catalog in
                let playlist = try catalog.editable(id)
                try catalog.setEntries(of: id, to: songs.map(NewPlaylistEntry.item))
                if let name, name != playlist.name { try catalog.rename(id, to: name) }
            }
            return try await shown(id, call)
        }
        guard let name = call.optionalText("name") else { throw SubsonicError.missing("name") }
        let made = try await call.library.perform { catalog in
            try catalog.createPlaylist(
                PlaylistCreationMetadata(name: name), entries: songs.map(NewPlaylistEntry.item))
        }
        return try await shown(made.persistentID, call)
    }

    /// Positions to remove are those before the call: first what goes is removed, then what comes is added.
    private static func update(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.playlistID("playlistId")
        let added = try call.songs("songIdToAdd")
        let removed = call.integers("songIndexToRemove")
        let name = call.optionalText("name")
        let comment = call.text["comment"] ?? call.text["description"]
        try await call.library.perform { catalog in
            let playlist = try catalog.existing(id)
            if !added.isEmpty || !removed.isEmpty {
                _ = try catalog.editable(id)
                try catalog.replaceEntries(
                    of: id, removing: removed, adding: added.map(NewPlaylistEntry.item))
            }
            if let name, name != playlist.name { try catalog.rename(id, to: name) }
            if let comment, comment != playlist.descriptionText ?? "" {
                try catalog.describe(id, as: comment.isEmpty ? nil : comment)
            }
        }
        return .nothing
    }

    private static func delete(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try call.playlistID("id")
        try await call.library.perform { catalog in
            _ = try catalog.delete(catalog.existing(id).persistentID)
        }
        return .nothing
    }
}

extension Catalog {
    /// A playlist of the user's.
    ///
    /// - Throws: Error 70 where there is none of this id.
    fileprivate func existing(_ id: MediaPlaylistID) throws -> MediaPlaylist {
        guard let playlist = try playlist(id) else {
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

    fileprivate func playlistAnswer(
        _ playlist: MediaPlaylist, owner: String
    ) throws -> PlaylistAnswer {
        let first = try representative(of: .playlist(playlist.persistentID))
        let cover = first?.artwork.first.map {
            "\(CoverArtID(.playlist(playlist.persistentID), sha256: $0.sha256))"
        }
        return PlaylistAnswer(
            summary: try summary(of: playlist), owner: owner,
            isEditable: !playlist.isSmart, coverArt: cover)
    }
}

extension SubsonicCall {
    fileprivate func playlistID(_ name: String) throws(SubsonicError) -> MediaPlaylistID {
        guard case .playlist(let id) = try id(name, "Playlist") else {
            throw .notFound("Playlist", try text(name))
        }
        return id
    }

    /// The songs in a parameter that may come several times.
    func songs(_ name: String) throws(SubsonicError) -> [MediaItemID] {
        var songs: [MediaItemID] = []
        for text in texts(name) {
            guard case .song(let id) = SubsonicID(text) else { throw .notFound("Song", text) }
            songs.append(id)
        }
        return songs
    }
}
