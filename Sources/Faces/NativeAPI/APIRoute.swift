package import HTTPTypes
import Hummingbird
package import PhonolithAccess
import PhonolithStore
package import PhonolithUsers

/// A resource of the native API with one of its methods. The table of all (``APIRoutes``) is what requests are matched
/// with, and what `openapi.json` describes.
package struct APIRoute: Sendable {
    package let method: HTTPRequest.Method
    /// Below `/api/v1`; `{id}` stands for any part: `/items/{id}/artwork`.
    package let path: String
    /// Its effect, in one sentence.
    package let summary: String
    /// The parameters of its query.
    package let parameters: [APIParameter]
    /// The properties of the object that its body is; none for a resource without one.
    package let body: [APIParameter]
    package let answer: APIAnswerKind
    /// The status of an answer that has a body.
    package let status: HTTPResponse.Status
    package let role: AccessRole
    /// The right that a caller needs; `nil` if all users may call it.
    package private(set) var right: UserRight?
    /// Whether an app password is not enough, unless it was made for administration.
    package let refusesAppPasswords: Bool
    let handler: @Sendable (APICall) async throws -> Response

    init(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String,
        parameters: [APIParameter] = [], body: [APIParameter] = [], answer: APIAnswerKind,
        status: HTTPResponse.Status = .ok, role: AccessRole = .user, right: UserRight? = nil,
        refusesAppPasswords: Bool = false,
        _ handler: @escaping @Sendable (APICall) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.parameters = parameters
        self.body = body
        self.answer = answer
        self.status = status
        self.role = role
        self.right = right
        self.refusesAppPasswords = refusesAppPasswords
        self.handler = handler
    }

    /// How long its body may be, in bytes.
    package var longestBody: Int {
        if role == .anybody { return RequestLimits.Body.unknownClient }
        return body.contains { $0.kind == .array }
            ? RequestLimits.Body.list : RequestLimits.Body.object
    }

    /// The same resource, for users who have a right.
    func needing(_ right: UserRight) -> APIRoute {
        var route = self
        route.right = right
        return route
    }

    /// The parts of a path that the template leaves open; `nil` for a path of another resource.
    func match(_ parts: [Substring]) -> [String: String]? {
        let template = path.split(separator: "/")
        guard template.count == parts.count else { return nil }
        var found: [String: String] = [:]
        for (name, part) in zip(template, parts) {
            if name.first == "{" {
                found[String(name.dropFirst().dropLast())] = String(part)
            } else if name != part {
                return nil
            }
        }
        return found
    }
}

/// A value that a resource takes.
package struct APIParameter: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case string, integer, number, boolean, array
    }

    package var name: String
    package var kind: Kind
    package var summary: String
    package var isRepeated: Bool
    /// Whether it must be in the body and may be null there, which removes the value.
    package var isRemovable: Bool

    init(
        _ name: String, _ kind: Kind, _ summary: String, isRepeated: Bool = false,
        isRemovable: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRepeated = isRepeated
        self.isRemovable = isRemovable
    }
}

/// The answer of a resource, as `openapi.json` describes it.
package enum APIAnswerKind: Hashable, Sendable {
    case list(String)
    case object(String)
    // Nothing (204).
    case nothing
    case bytes(String)
}

/// Every resource of the native API.
package enum APIRoutes {
    package static let all: [APIRoute] = [
        FeedRoutes.all, ListRoutes.all, ItemRoutes.all, RenditionRoutes.all, SubtitleRoutes.all,
        LibraryRoutes.all, ShareRoutes.all,
        PlaylistRoutes.all.map { $0.method == .get ? $0 : $0.needing(.playlist) },
        HistoryRoutes.all, FolderRoutes.all, ChangeRoutes.all, ScanRoutes.all, EventRoutes.all,
        JukeboxRoutes.all, SessionRoutes.all, PictureRoutes.all, QueueRoutes.all,
        SetupRoutes.all, AccountRoutes.all, UserRoutes.all, RootRoutes.all,
        MaintenanceRoutes.all, BackupRoutes.all, BookRoutes.all, [OpenAPI.route],
    ].flatMap(\.self)
}
