import FoundationEssentials
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Songs that users show to others by a link, which needs no password.
enum ShareEndpoints {
    static let all = [
        Endpoint("getShares", [], shares),
        Endpoint(
            "createShare",
            [
                .list("id", isRequired: true), .optional("description", .anyText),
                .optional("expires", .integer),
            ], right: .share, create),
        Endpoint(
            "updateShare",
            [.required("id"), .optional("description", .anyText), .optional("expires", .integer)],
            right: .share, update),
        Endpoint("deleteShare", [.required("id")], right: .share, delete),
    ]

    /// Of a share whose end is not given, in seconds: a year.
    private static let standardDuration = 365 * 86_400

    private static func shares(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let origin = call.origin
        let objects = try await call.library.perform { catalog in
            try catalog.shares.all().map { try catalog.shareAnswer($0, origin) }
        }
        return .list("shares", of: "share", objects)
    }

    private static func create(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let ids = try call.texts("id").map { text throws(SubsonicError) in
            guard let id = SubsonicID(text) else { throw .notFound("Item", text) }
            return id
        }
        let now = Date.now
        let standard = Date(secondsSince1970: now.secondsSince1970 + standardDuration)
        let expires = try call.text["expires"] == nil ? standard : end(call)
        let description = call.optionalText("description")
        let origin = call.origin
        // Collected apart from the change: it may take long, and is over as soon as there are too many.
        let songs = try await call.library.perform(for: .readingAtOneMoment) { catalog in
            var songs: [MediaItemID] = []
            for id in ids where songs.count <= ShareTooLong.mostItems {
                let found = try catalog.songs(in: id)
                if found.isEmpty { throw SubsonicError.notFound("Item", id.description) }
                songs += found
            }
            return songs
        }
        let object = try await call.library.perform { catalog -> SubsonicObject? in
            let id = try catalog.shares.add(
                of: songs, token: SecretBytes.word(), description: description, expires: expires)
            return try catalog.shares.share(id).map { try catalog.shareAnswer($0, origin) }
        }
        return .list("shares", of: "share", object.map { [$0] } ?? [])
    }

    private static func update(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try shareID(call)
        let description = call.text["description"]
        let expires = try call.text["expires"] == nil ? nil : Optional(end(call))
        try await call.library.perform { catalog in
            guard let share = try catalog.shares.share(id) else {
                throw SubsonicError.notFound("Share", "\(SubsonicID.share(id))")
            }
            _ = try catalog.shares.update(
                id,
                description: description.map { $0.isEmpty ? nil : $0 } ?? share.description,
                expires: expires ?? share.expires)
        }
        return .nothing
    }

    private static func delete(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let id = try shareID(call)
        guard try await call.library.perform({ try $0.shares.delete(id) }) else {
            throw SubsonicError.notFound("Share", "\(SubsonicID.share(id))")
        }
        return .nothing
    }

    /// The end that the call gives, in milliseconds; `nil` for 0, which is none.
    private static func end(_ call: SubsonicCall) throws(SubsonicError) -> Date? {
        let milliseconds = call.integer("expires") ?? 0
        if milliseconds == 0 { return nil }
        // Dates of clients have four digits for the year.
        guard (1...253_402_300_799_999).contains(milliseconds) else {
            throw SubsonicError(
                .generic, "expires must be in milliseconds since 1970, or 0 for never")
        }
        // Dates are kept to the second, and no link ends before its time.
        return Date(secondsSince1970: (milliseconds + 999) / 1000)
    }

    private static func shareID(_ call: SubsonicCall) throws(SubsonicError) -> PersistentID<Share> {
        guard case .share(let id) = try call.id("id", "Share") else {
            throw .notFound("Share", try call.text("id"))
        }
        return id
    }
}

extension Catalog {
    /// The songs of an id, in their order.
    fileprivate func songs(in id: SubsonicID) throws -> [MediaItemID] {
        switch id {
        case .song(let id): try items.item(id).map { $0.isMissing ? [] : [id] } ?? []
        case .album(let id):
            try items.ids(matching: MediaQuery(group: MediaGroup(.album, id.rawValue)))
        case .artist(let id):
            // In the role that its page shows, as the albums there.
            try artist(id).map { try items.ids(matching: MediaQuery(group: $0.group)) } ?? []
        case .playlist(let id):
            try playlists.playlist(id) == nil ? [] : items.ids(matching: .items(of: id))
        case .loose(let id): try artist(id).map { try songsWithoutAlbum(of: $0) } ?? []
        case .folder(let id): try folders.folder(id).map { try itemIDs(below: $0) } ?? []
        case .station, .share, .podcast, .feed, .episode: []
        }
    }

    fileprivate func shareAnswer(_ share: Share, _ origin: String) throws -> SubsonicObject {
        var object = SubsonicObject("id", .text("\(SubsonicID.share(share.id))"))
        object.add("url", ShareAddress.url(of: share, below: origin))
        object.add("description", share.description)
        object.add("username", share.userName)
        object.add("created", share.dateCreated.iso8601)
        object.add("expires", share.expires?.iso8601)
        object.add("lastVisited", share.lastVisited?.iso8601)
        object.add("visitCount", share.visitCount)
        object.add("entry", songs: try shares.itemIDs(of: share.id))
        return object
    }
}
