import HTTPTypes
import Hummingbird
import MediaModel

/// Setting the owner's password with the token of the link that the server prints, before anybody can log in.
enum SetupRoutes {
    static let all = [
        APIRoute(
            .get, "/setup", "Show whether a token sets the owner's password.",
            parameters: [APIParameter("token", .string, "As the link has it.")],
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
                APIParameter("token", .string, "As the link has it."),
                APIParameter("password", .string, "8 characters or more."),
            ], answer: .object("Session"), role: .anybody, setUp),
    ]

    private static let unusable = Problem(
        .notFound,
        "this link was used already or is older than the server; phonolith serve prints a new one as long as no user has a password"
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
