import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithImporting
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

/// The user's playlists as a whole. Each edit can name the revision that it is meant for, by `If-Match`.
enum PlaylistRoutes {
    static let all: [APIRoute] = whole + PlaylistEntryRoutes.all + PlaylistFileRoutes.all

    private static let whole: [APIRoute] = [
        APIRoute(.get, "/playlists", "List playlists.", answer: .list("Playlist"), list),
        APIRoute(
            .post, "/playlists", "Create a playlist.",
            body: [
                APIParameter("name", .string, "The name."),
                APIParameter("description", .string, "Description of the playlist."),
                APIParameter("items", .array, "The ids of its items, in order."),
            ] + rule, answer: .object("Playlist"), status: .created, create),
        APIRoute(
            .get, "/playlists/{id}", "Show a playlist.", answer: .object("Playlist")
        ) { call in
            try await call.shown(call.playlist())
        },
        APIRoute(
            .patch, "/playlists/{id}", "Change the name, description or rule of a playlist.",
            body: [
                APIParameter("name", .string, "The new name."),
                APIParameter("description", .string, "Description; empty to remove it."),
            ] + rule, answer: .object("Playlist"), change),
        APIRoute(
            .delete, "/playlists/{id}", "Delete a playlist; its items stay in the library.",
            answer: .nothing
        ) { call in
            let playlist = try await call.playlist()
            _ = try await call.editing { try $0.playlists.delete(playlist.persistentID) }
            return .noContent
        },
        APIRoute(
            .post, "/playlists/{id}/duplicate", "Copy a playlist.",
            body: [APIParameter("name", .string, "Name of the copy.")],
            answer: .object("Playlist"), status: .created
        ) { call in
            let playlist = try await call.playlist()
            let name = try await call.body(NameBody.self).name
            let made = try await call.editing {
                try $0.playlists.duplicate(playlist.persistentID, as: name)
            }
            return try await call.shown(made, status: .created)
        },
    ]

    private static let rule = [
        APIParameter("where", .string, "Expression that selects the items of a smart playlist."),
        APIParameter("sort", .string, "Order of a smart playlist."),
        APIParameter("limit", .integer, "Maximum number of items of a smart playlist."),
    ]

    private struct NameBody: Decodable { var name: String }

    private struct Body: Decodable {
        var name: String?
        var description: String?
        var items: [String]?
        var `where`: String?
        var sort: String?
        var limit: Int?

        /// The rule; `nil` if the body has none.
        func rule(besides old: SmartPlaylistRule?) throws(Problem) -> SmartPlaylistRule? {
            guard `where` != nil || sort != nil || limit != nil else { return nil }
            var changed = old
            let request = try ListParameters.request(
                [.condition: `where`.map { [$0] } ?? [], .sort: sortText], of: .title)
            if let predicate = request.predicates.first {
                changed = changed ?? SmartPlaylistRule(predicate: predicate)
                changed?.predicate = predicate
            }
            guard var rule = changed else {
                throw Problem(
                    .badRequest, "sort and limit only apply to smart playlists; add where")
            }
            if sort != nil { rule.order = request.order }
            if let limit {
                guard limit > 0 else { throw .badParameter("limit", "\(limit)", "1 or more") }
                rule.limit = .items(limit)
            }
            return rule
        }

        /// An empty text means no order.
        private var sortText: [String] { sort.flatMap { $0.isEmpty ? nil : [$0] } ?? [] }
    }

    private static func list(_ call: APICall) async throws -> Response {
        let records = try await call.library.perform { catalog in
            try catalog.playlists.summaries(of: catalog.playlists.all()).map { summary in
                Record(summary, try catalog.playlists.rule(of: summary.playlist.persistentID))
            }
        }
        return call.list(records)
    }

    private static func create(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        guard let name = body.name else { throw Problem(.badRequest, "name is missing") }
        let rule = try body.rule(besides: nil)
        let items = try (body.items ?? []).map(MediaItemID.parsed)
        guard rule == nil || items.isEmpty else {
            throw Problem(.badRequest, "a playlist has either items or a rule, not both")
        }
        let metadata = PlaylistCreationMetadata(name: name, descriptionText: body.description)
        let made = try await call.editing {
            try $0.playlists.create(
                metadata, entries: items.map(NewPlaylistEntry.item), rule: rule)
        }
        return try await call.shown(made, status: .created)
    }

    private static func change(_ call: APICall) async throws -> Response {
        let playlist = try await call.playlist()
        let body = try await call.body(Body.self)
        guard body.items == nil else {
            throw Problem(.badRequest, "change items with /playlists/{id}/entries")
        }
        let old = try await call.library.perform {
            try $0.playlists.rule(of: playlist.persistentID)
        }
        let rule = try body.rule(besides: old)
        try await call.editing {
            try $0.playlists.update(
                playlist.persistentID, name: body.name, description: body.description, rule: rule)
        }
        return try await call.shown(call.playlist())
    }
}

extension APICall {
    /// The playlist in the path.
    func playlist() async throws -> MediaPlaylist {
        let id: MediaPlaylistID = try id()
        guard let playlist = try await library.perform({ try $0.playlists.playlist(id) }) else {
            throw Problem.notFound("playlist", id.description)
        }
        return playlist
    }

    /// Makes an edit, if the playlist still has the revision that `If-Match` names.
    @discardableResult
    func editing<Value: Sendable>(
        _ edit: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        let expected = try expectedRevision()
        do {
            return try await library.perform {
                try edit($0.expecting(revision: expected))
            }
        } catch let error as PlaylistEditError {
            throw error.problem
        }
    }

    /// The revision that `If-Match` names; `nil` for any. Of several tags, as proxies never make them, the first counts. What
    /// compresses an answer makes its tag weak, but a revision is the same in all forms.
    private func expectedRevision() throws(Problem) -> Int? {
        guard let header = request.headers[.ifMatch], header != "*" else { return nil }
        let first = header.prefix { $0 != "," }.filter { $0 != " " }
        guard let revision = EntityTag(header: first).flatMap({ Int($0.value) }) else {
            throw Problem(.preconditionFailed, "If-Match is not a revision of this playlist")
        }
        return revision
    }

    /// The playlist as it is now, with its revision as its tag.
    func shown(
        _ playlist: MediaPlaylist, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let id = playlist.persistentID
        let (record, revision) = try await library.perform { catalog in
            // The revision first: a tag that is too old makes an edit fail, one that is too new loses one.
            let revision = try catalog.playlists.revision(of: id) ?? 0
            let playlist = try catalog.playlists.playlist(id) ?? playlist
            return (
                Record(
                    try catalog.playlists.summary(of: playlist), try catalog.playlists.rule(of: id)),
                revision
            )
        }
        var response = Response.json(record, status: status)
        response.headers[.eTag] = "\"\(revision)\""
        if status == .created {
            response.headers[.location] = "\(service.basePath)/api/v1/playlists/\(id)"
        }
        return response
    }
}

extension MediaItemID {
    /// Parses the id of an item in a body.
    static func parsed(_ text: String) throws(Problem) -> MediaItemID {
        guard let id = MediaItemID(text) else { throw .badParameter("items", text, "ids") }
        return id
    }
}

extension PlaylistEditError {
    var problem: Problem {
        switch self {
        case .noPlaylist: Problem(.notFound, description)
        case .wasEdited: Problem(.preconditionFailed, description)
        case .noItem, .positionOutOfRange, .emptyName, .longName, .ruleAsksForUnknown,
            .asksForItself, .unsayableRule, .tooManyEntries:
            Problem(.unprocessableContent, description)
        case .ambiguousName, .nameTaken, .nameNotReplaced, .isEdited, .isAskedFor, .isSmart,
            .isNotSmart:
            Problem(.conflict, description)
        }
    }
}
