import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel

/// Setting the owner's password with the token of the link that the server prints, before any user can log in.
enum SetupRoutes {
    static let all = [
        APIRoute(
            .get, "/setup", "Check whether a setup token is valid.",
            parameters: [APIParameter("token", .string, "The token from the link.")],
            answer: .nothing, role: .anybody
        ) { call in
            guard try await call.service.access.isSetupToken(call.text("token") ?? "") else {
                throw unusable
            }
            return .noContent
        },
        APIRoute(
            .post, "/setup", "Set the owner's password, and log in.",
            body: [
                APIParameter("token", .string, "The token from the link."),
                APIParameter("password", .string, "8 characters or more."),
            ], answer: .object("Session"), role: .anybody, setUp),
    ]

    private static let unusable = Problem(
        .notFound,
        "this link was already used, or is from before the last start of the server; phonolith serve prints a new one until the owner has a password"
    )

    private struct Body: Decodable {
        var token: String
        var password: String
    }

    private static func setUp(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        let access = call.service.access
        try AccountRoutes.checkLength(of: body.password)
        guard let owner = try await access.setUp(body.password, with: body.token) else {
            throw unusable
        }
        return try await SessionRoutes.beginning(of: owner, call)
    }
}
