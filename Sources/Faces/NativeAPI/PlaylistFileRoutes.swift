import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithUsers

/// Playlists from and to files of other programs.
enum PlaylistFileRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/playlists/{id}/export", "Get a playlist as a file.",
            parameters: [
                APIParameter("format", .string, "m3u8, m3u, pls, xspf or jspf. Default: m3u8.")
            ], answer: .bytes("*/*"), export),
        APIRoute(
            .post, "/playlists/import", "Create a playlist from a file in the request body.",
            parameters: [
                APIParameter(
                    "name", .string, "Name of the playlist. Default: the name in the file."),
                APIParameter(
                    "format", .string,
                    "m3u8, m3u, pls, xspf, jspf, cue, asx or wpl. Default: detected from the file."),
                APIParameter("replace", .boolean, "Replace a playlist with this name."),
            ], answer: .object("PlaylistImport"), status: .created, importFile),
    ]

    private static let entriesAtOnce = 1000

    /// Where an export is read on.
    private struct Place: Sendable {
        var renderer: PlaylistRenderer
        var part: PlaylistPart
    }

    private static func export(_ call: APICall) async throws -> Response {
        let playlist = try await call.playlist()
        let name = call.text("format") ?? "m3u8"
        guard let format = PlaylistFormat(rawValue: name), PlaylistFormat.writable.contains(format)
        else { throw Problem.badParameter("format", name, "m3u8, m3u, pls, xspf or jspf") }
        let (head, revision) = try await call.library.perform { catalog in
            (
                try catalog.playlists.head(of: playlist),
                try catalog.playlists.revision(of: playlist.persistentID)
            )
        }
        let read: @Sendable (Place) async throws -> AnswerPart<Place> = { place in
            try await call.library.perform { catalog -> AnswerPart<Place> in
                var renderer = place.renderer
                let next = try catalog.playlists.forEachDocumentEntry(of: playlist, in: place.part)
                {
                    renderer.add($0)
                }
                // Parts of two lists would be none.
                guard try catalog.playlists.revision(of: playlist.persistentID) == revision else {
                    throw PlaylistEditError.wasEdited(playlist.name)
                }
                if next == nil { renderer.finish() }
                return (renderer.takeBytes(), next.map { Place(renderer: renderer, part: $0) })
            }
        }
        let first = try await read(
            Place(
                renderer: PlaylistRenderer(format, head: head),
                part: PlaylistPart(limit: entriesAtOnce)))
        return Response(
            status: .ok,
            headers: [
                .contentType: mimeType(of: format), .cacheControl: "private, no-cache",
                .contentDisposition: Attachment.header("\(playlist.name).\(format.rawValue)"),
            ], body: call.body(first, then: read))
    }

    private static func mimeType(of format: PlaylistFormat) -> String {
        switch format {
        case .m3u8, .m3u: "audio/x-mpegurl; charset=utf-8"
        case .pls: "audio/x-scpls; charset=utf-8"
        case .xspf: "application/xspf+xml"
        case .jspf: "application/jspf+json"
        case .cue, .asx, .wpl: "application/octet-stream"
        }
    }

    private static func importFile(_ call: APICall) async throws -> Response {
        let isReplacing = try call.flag("replace") ?? false
        let body = try await call.bytes(upTo: RequestLimits.Body.playlistFile)
        defer { withExtendedLifetime(body) {} }
        let document = try await call.service.bodies.parse(body) { buffer in
            let bytes = Array(buffer.readableBytesView)
            let format = try format(of: bytes, call)
            do {
                return try format.parse(bytes).document
            } catch {
                throw Problem(.unprocessableContent, "the body is not a playlist: \(error)")
            }
        }
        guard document.entries.count <= RequestLimits.playlistEntries else {
            throw PlaylistEditError.tooManyEntries(most: RequestLimits.playlistEntries).problem
        }
        var draft = PlaylistDraft(
            name: call.text("name") ?? document.title ?? "Imported", source: nil)
        draft.isNameChosen = call.text("name") != nil
        (draft.author, draft.description) = (document.creator, document.annotation)
        draft.details = document.details
        // A place in a body is relative to nothing: the library looks for the end of the path.
        draft.entries = document.entries.map { PlaylistDraft.Entry($0, in: nil) }
        let wanted = draft
        let result = try await call.editing {
            try $0.playlistFiles.save(wanted, replacing: isReplacing)
        }
        var response = Response.json(
            Record([
                ("playlist", .text(result.playlist.persistentID.description)),
                ("name", .text(result.playlist.name)), ("entries", .integer(result.entryCount)),
                ("unresolved", .integer(result.unresolved.count)),
                ("ambiguous", .integer(result.ambiguous.count)),
            ]), status: .created)
        let id = result.playlist.persistentID
        response.headers[.location] = "\(call.service.basePath)/api/v1/playlists/\(id)"
        return response
    }

    private static func format(
        of bytes: [UInt8], _ call: APICall
    ) throws(Problem) -> PlaylistFormat {
        if let name = call.text("format") {
            guard let format = PlaylistFormat(rawValue: name) else {
                throw .badParameter("format", name, "m3u8, m3u, pls, xspf, jspf, cue, asx or wpl")
            }
            return format
        }
        let named = call.request.headers[.contentType].flatMap { PlaylistFormat(mediaType: $0) }
        guard let format = PlaylistFormat(contents: bytes) ?? named else {
            throw Problem(
                .unprocessableContent, "cannot detect the playlist format of the body; add format")
        }
        return format
    }
}
