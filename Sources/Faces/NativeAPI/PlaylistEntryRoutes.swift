import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithImporting
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// The entries of a playlist. Positions count from 1, as the entries' own `position` does.
enum PlaylistEntryRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/playlists/{id}/entries", "List the entries of a playlist.",
            answer: .list("PlaylistEntry"), list),
        APIRoute(
            .put, "/playlists/{id}/entries", "Replace the entries of a playlist.", body: [items],
            answer: .object("Playlist")
        ) { call in
            let body = try await call.body(ItemsBody.self)
            return try await call.editingEntries {
                try $0.playlists.setEntries(of: $1, to: body.entries())
            }
        },
        APIRoute(
            .post, "/playlists/{id}/entries", "Add items to a playlist.",
            body: [
                items,
                APIParameter(
                    "position", .integer, "Position of the first new entry. Default: the end."),
            ], answer: .object("Playlist")
        ) { call in
            let body = try await call.body(ItemsBody.self)
            return try await call.editingEntries { catalog, playlist in
                guard let position = body.position else {
                    return try catalog.playlistEntries.add(body.entries(), to: playlist)
                }
                try catalog.playlistEntries.insert(
                    body.entries(), into: playlist, at: position.fromZero)
            }
        },
        APIRoute(
            .delete, "/playlists/{id}/entries", "Remove entries from a playlist.",
            parameters: [
                APIParameter(
                    "position", .integer, "Position to remove; can be repeated.", isRepeated: true)
            ], answer: .object("Playlist")
        ) { call in
            let positions = try call.query.values("position").map { text throws(Problem) in
                guard let position = Int(text) else {
                    throw .badParameter("position", text, "a whole number")
                }
                return position.fromZero
            }
            guard !positions.isEmpty else { throw Problem(.badRequest, "position is missing") }
            return try await call.editingEntries {
                try $0.playlistEntries.removeEntries(of: $1, at: positions)
            }
        },
        APIRoute(
            .post, "/playlists/{id}/entries/move", "Move an entry of a playlist.",
            body: [
                APIParameter("from", .integer, "Its position."),
                APIParameter("to", .integer, "Its new position."),
            ], answer: .object("Playlist")
        ) { call in
            let body = try await call.body(MoveBody.self)
            return try await call.editingEntries {
                try $0.playlistEntries.moveEntry(
                    of: $1, from: body.from.fromZero, to: body.to.fromZero)
            }
        },
        APIRoute(
            .post, "/playlists/{id}/entries/dedupe", "Remove duplicate entries of a playlist.",
            answer: .object("Playlist")
        ) { call in
            try await call.editingEntries { _ = try $0.playlistEntries.removeDuplicates(of: $1) }
        },
    ]

    private static let items = APIParameter("items", .array, "The ids of items, in order.")

    private struct ItemsBody: Decodable {
        var items: [String]
        var position: Int?

        func entries() throws(Problem) -> [NewPlaylistEntry] {
            try items.map { text throws(Problem) in .item(try .parsed(text)) }
        }
    }

    private struct MoveBody: Decodable {
        var from: Int
        var to: Int
    }

    private static func list(_ call: APICall) async throws -> Response {
        try await PlaylistEntryList(of: call.playlist(), call).response()
    }
}

extension APICall {
    /// Edits the entries of the playlist in the path, and shows the playlist.
    fileprivate func editingEntries(
        _ edit: @escaping @Sendable (Catalog, MediaPlaylistID) throws -> Void
    ) async throws -> Response {
        let playlist = try await playlist()
        try await editing { try edit($0, playlist.persistentID) }
        return try await shown(playlist)
    }
}

extension Int {
    /// A position counted from 1, counted from 0. All below 1 are -1, which is not a position either.
    fileprivate var fromZero: Int { self > 0 ? self - 1 : -1 }
}
