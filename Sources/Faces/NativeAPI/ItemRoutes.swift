import FoundationEssentials
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

/// One item, its bytes, and what users do with it.
enum ItemRoutes {
    static let all = [
        APIRoute(.get, "/items/{id}", "Show an item.", answer: .object("Item")) { call in
            .json(Record(try await call.item()))
        },
        APIRoute(
            .get, "/items/{id}/download", "Download the file of an item.",
            answer: .bytes("*/*"), right: .download
        ) { call in
            let (item, original) = try await file(call)
            var answer = original
            answer.headers[.contentDisposition] = Attachment.header(
                item.location.path.lastComponent.description)
            return call.respond(answer)
        },
        download("/albums/{id}/download", "an album") { .group(MediaGroup(.album, $0)) },
        download("/artists/{id}/download", "an artist") {
            .group(MediaGroup(.artist, $0))
        },
        download("/album-artists/{id}/download", "an album artist") {
            .group(MediaGroup(.albumArtist, $0))
        },
        download("/playlists/{id}/download", "a playlist") { .playlist(PersistentID($0)) },
        download("/folders/{id}/download", "a folder") { .folder($0) },
        APIRoute(
            .get, "/items/{id}/lyrics",
            "Get the lyrics of an item as text, or as LRC if they have times.",
            answer: .bytes("text/plain")
        ) { call in
            let item = try await call.item()
            guard let lyrics = item.timedLyrics.first ?? item.lyrics else {
                throw Problem(.notFound, "the item \(item.persistentID) has no lyrics")
            }
            return .plain(.ok, lyrics)
        },
        APIRoute(
            .get, "/items/{id}/explanation",
            "Explain where the values of an item come from. Reads its file.",
            answer: .object("Explanation"), explanation),
        APIRoute(
            .put, "/items/{id}/rating", "Rate an item.",
            body: [
                APIParameter(
                    "rating", .integer, "0 to 5, or null to remove the rating.", isRemovable: true)
            ],
            answer: .nothing, rating),
        APIRoute(
            .put, "/items/{id}/star", "Star or unstar an item.",
            body: [APIParameter("star", .boolean, "Whether the item is starred.")],
            answer: .nothing, star),
        APIRoute(
            .put, "/items/{id}/bookmark", "Set the position to resume at.",
            body: [
                APIParameter(
                    "time", .number,
                    "Seconds from the beginning, before the end of the item, or null to remove it.",
                    isRemovable: true)
            ],
            answer: .nothing, bookmark),
        APIRoute(
            .post, "/items/{id}/plays", "Record a play of an item.",
            body: [
                APIParameter("date", .string, "Time of the play. Default: now."),
                APIParameter("player", .string, "Name of the program."),
                APIParameter(
                    "finished", .boolean, "Whether it was played to the end. Default: true."),
            ], answer: .nothing, plays),
    ]

    private static func download(
        _ path: String, _ kind: String, _ group: @escaping @Sendable (Int64) -> GroupDownload
    ) -> APIRoute {
        APIRoute(
            .get, path, "Download the files of \(kind) as a ZIP archive.",
            answer: .bytes("application/zip"), right: .download
        ) { call in
            let id: PersistentID<MediaItem> = try call.id()
            do {
                return call.respond(try await call.library.archive(of: group(id.rawValue)))
            } catch let refusal as GroupDownloadRefusal {
                switch refusal {
                case .nothing: throw Problem(.notFound, "\(kind) \(id): \(refusal)")
                case .tooMany: throw Problem(.contentTooLarge, "\(refusal)")
                case .unreadable: throw Problem(.serviceUnavailable, "\(refusal)")
                }
            }
        }
    }

    private static func file(_ call: APICall) async throws -> (item: MediaItem, answer: ByteAnswer)
    {
        let item = try await call.item()
        let file = try await call.library.original(item)
        return (
            item,
            ByteAnswer(
                .file(file, call.library.files), file.representation, mimeType: item.mimeType)
        )
    }

    private static func explanation(_ call: APICall) async throws -> Response {
        let item = try await call.item()
        return .json(try await call.service.explanations.json(of: item, in: call.library))
    }

    // MARK: - What users do

    private struct RatingBody: Decodable { var rating: Nullable<Int> }
    private struct StarBody: Decodable { var star: Bool }
    private struct BookmarkBody: Decodable { var time: Nullable<Double> }
    private struct PlayBody: Decodable {
        var date: String?
        var player: String?
        var finished: Bool?
    }

    private static func rating(_ call: APICall) async throws -> Response {
        let id: MediaItemID = try call.id()
        let rating = try await call.body(RatingBody.self).rating.value
        if let rating, !(0...5).contains(rating) {
            throw Problem.badParameter("rating", "\(rating)", "0 to 5")
        }
        return try await done(id, call.library.perform { try $0.values.setRating(rating, of: id) })
    }

    private static func star(_ call: APICall) async throws -> Response {
        let id: MediaItemID = try call.id()
        let star = try await call.body(StarBody.self).star
        return try await done(id, call.library.perform { try $0.values.setFavorite(star, id) })
    }

    private static func bookmark(_ call: APICall) async throws -> Response {
        let id: MediaItemID = try call.id()
        let time = try await call.body(BookmarkBody.self).time.value
        if let time, !(0..<1e9).contains(time) {
            throw Problem.badParameter("time", "\(time)", "seconds from 0")
        }
        do {
            return try await done(
                id, call.library.perform { try $0.values.setBookmark(time, of: id) })
        } catch let error as BookmarkError {
            throw Problem.badParameter(
                "time", "\(time ?? 0)", "seconds before the end at \(error.end)")
        }
    }

    private static func plays(_ call: APICall) async throws -> Response {
        let id: MediaItemID = try call.id()
        let body = try await call.body(PlayBody.self)
        var moment = Date.now
        if let text = body.date {
            guard let date = Date(iso8601: text), date.secondsSince1970 >= 0 else {
                throw Problem.badParameter(
                    "date", text, "a time since 1970 like 2026-11-21T09:30:00Z")
            }
            moment = min(date, moment)
        }
        let player = body.player.flatMap { $0.isEmpty ? nil : $0 } ?? "api"
        let (date, isFinished, isReport) = (moment, body.finished ?? true, body.date != nil)
        return try await done(
            id,
            call.library.perform {
                try isFinished
                    ? $0.values.notePlay(of: id, at: date, by: player, isReport: isReport)
                    : $0.values.noteSkip(of: id, at: date, by: player)
            })
    }

    private static func done(_ id: MediaItemID, _ isThere: Bool) throws(Problem) -> Response {
        if !isThere { throw .notFound("item", id.description) }
        return .noContent
    }
}
