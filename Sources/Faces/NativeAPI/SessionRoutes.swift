import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithUsers

enum SessionRoutes {
    static let all = [
        APIRoute(.get, "/session", "Show who is logged in.", answer: .object("Session"), show),
        APIRoute(
            .post, "/session", "Log in, and get a cookie.",
            body: [
                APIParameter("user", .string, "The user's name."),
                APIParameter("password", .string, "The user's password."),
            ], answer: .object("Session"), role: .anybody, begin),
        APIRoute(.delete, "/session", "Log out.", answer: .nothing, end),
    ]

    private struct Login: Decodable {
        var user: String
        var password: String
    }

    private static func show(_ call: APICall) async throws -> Response {
        let token =
            call.caller.proof == .proxy
            ? try call.service.access.proxyToken(for: call.caller.name)
            : SessionCookie.token(in: call.request.headers).map(SessionCookie.csrfToken)
        return .json(record(of: call.caller, csrfToken: token, call))
    }

    private static func begin(_ call: APICall) async throws -> Response {
        let login = try await call.body(Login.self)
        let caller = try await call.service.access.caller(
            .mainPassword(name: login.user, password: login.password), from: call.address)
        return try await beginning(of: caller, call)
    }

    /// Begins a session, and shows it.
    static func beginning(of caller: Caller, _ call: APICall) async throws -> Response {
        let token = try await call.service.access.beginSession(of: caller)
        var response = Response.json(
            record(of: caller, csrfToken: SessionCookie.csrfToken(token), call))
        response.headers[.setCookie] = SessionCookie.header(token, origin: call.origin)
        return response
    }

    private static func end(_ call: APICall) async throws -> Response {
        if let token = SessionCookie.token(in: call.request.headers) {
            try await call.service.access.endSession(token)
        }
        var response = Response.noContent
        response.headers[.setCookie] = SessionCookie.header(nil, origin: call.origin)
        return response
    }

    private static func record(
        of caller: Caller, csrfToken: String?, _ call: APICall
    ) -> Record {
        let rights = UserRight.allCases.filter { !caller.deniedRights.contains($0) }
        return Record([
            ("user", .text(caller.name)), ("role", .text(caller.isAdmin ? "admin" : "user")),
            ("rights", .texts(rights.map(\.rawValue))),
            ("keepsPodcasts", .boolean(call.service.podcasts != nil)),
            ("csrfToken", csrfToken.map { .text($0) }),
            (
                "pickerOrigins",
                call.service.pickerOrigins.isEmpty ? nil : .texts(call.service.pickerOrigins)
            ),
        ])
    }
}

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
