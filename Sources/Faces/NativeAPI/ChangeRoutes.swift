import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

/// Routes for programs that keep a copy of the library.
enum ChangeRoutes {
    static let all = [
        APIRoute(
            .get, "/changes",
            "List the ids of items that were added, changed or removed since a token.",
            parameters: [
                APIParameter(
                    "since", .string,
                    "The token from the last response. Without it, the response has only the current token: "
                        + "get it before you copy the lists."),
                APIParameter(
                    "limit", .integer,
                    "Approximate number of ids, up to 100000. Default: 10000. If isComplete is false, "
                        + "repeat the request with the new token."),
            ], answer: .object("Changes"), changes)
    ]

    private static func changes(_ call: APICall) async throws -> Response {
        let limit = min(max(try call.count("limit") ?? 10_000, 1), 100_000)
        guard let text = call.text("since") else {
            let token = try await call.library.perform { try $0.changes.token() }
            return .json(try LibraryChanges(token: token).json(call.service.key))
        }
        guard let sealed = [UInt8](base64URL: text) else {
            throw Problem.badParameter("since", text, "a token of this library")
        }
        // Of another library, or another key: the copy is made again, as of one that is too old.
        let token = call.service.key.open(sealed).flatMap(ChangeToken.init)
        let changes = try await call.library.perform { catalog in
            try token.flatMap { try catalog.changes.all(since: $0, limit: limit) }
        }
        guard let changes else {
            throw Problem(
                .gone, "the token is too old; get a new one, and read the lists again")
        }
        return .json(try changes.json(call.service.key))
    }
}

extension LibraryChanges {
    /// - Parameter key: Seals the token, whose numbers count what happens in closed roots, too.
    fileprivate func json(_ key: SecretKey) throws -> JSON {
        func list(_ ids: [MediaItemID]) -> JSON { .array(ids.map { .text($0.description) }) }
        return [
            "added": list(added), "changed": list(changed), "removed": list(removed),
            "token": .text(try key.seal(token.description).base64URL),
            "isComplete": .boolean(isComplete),
        ]
    }
}
