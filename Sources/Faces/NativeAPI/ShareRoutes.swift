import FoundationEssentials
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithUsers

/// Links that show items to people without an account.
enum ShareRoutes {
    static let all = [
        APIRoute(.get, "/shares", "List the user's shares.", answer: .list("Share"), list),
        APIRoute(
            .post, "/shares", "Share items by a link that needs no password.",
            body: [
                APIParameter("items", .array, "The ids of its items, in order."),
                APIParameter("description", .string, "Title of its page."),
                APIParameter(
                    "expires", .string, "Time when the link stops working, or null for never.",
                    isRemovable: true),
            ], answer: .object("Share"), status: .created, right: .share, create),
        APIRoute(
            .delete, "/shares/{id}", "Delete a share; its link stops working.",
            answer: .nothing, right: .share
        ) { call in
            let id: PersistentID<Share> = try call.id()
            guard try await call.library.perform({ try $0.shares.delete(id) }) else {
                throw Problem.notFound("share", id.description)
            }
            return .noContent
        },
    ]

    private struct Body: Decodable {
        var items: [String]
        var description: String?
        var expires: Nullable<String>
    }

    private static func list(_ call: APICall) async throws -> Response {
        let shares = try await call.library.perform { try $0.shares.all() }
        return .list(shares.map { Record($0, origin: call.linkOrigin) })
    }

    private static func create(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        let items = try body.items.map(MediaItemID.parsed)
        guard !items.isEmpty else { throw Problem(.badRequest, "items is empty; name one or more") }
        let expires = try body.expires.value.map { text throws(Problem) in
            guard let date = Date(iso8601: text), date > .now else {
                throw .badParameter("expires", text, "a time to come like 2027-01-31T12:00:00Z")
            }
            return date
        }
        let description = body.description.flatMap { $0.isEmpty ? nil : $0 }
        do {
            let share = try await call.library.perform { catalog in
                let id = try catalog.shares.add(
                    of: items, token: SecretBytes.word(), description: description,
                    expires: expires)
                return try catalog.shares.share(id)
            }
            guard let share else { throw Problem(.notFound, "the share has been deleted") }
            return .json(Record(share, origin: call.linkOrigin), status: .created)
        } catch PlaylistEditError.noItem(let id) {
            throw Problem.notFound("item", id)
        }
    }
}

extension Record {
    fileprivate init(_ share: Share, origin: String) {
        self.init([
            ("persistentID", .text(share.id.description)),
            ("url", .text(ShareAddress.url(of: share, below: origin))),
            ("description", share.description.map(MediaValue.text)),
            ("dateCreated", .timestamp(share.dateCreated)),
            ("expires", share.expires.map(MediaValue.timestamp)),
            ("lastVisited", share.lastVisited.map(MediaValue.timestamp)),
            ("visitCount", .integer(share.visitCount)),
        ])
    }
}
