import FoundationEssentials
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

/// A user's own password, app passwords and sessions.
enum AccountRoutes {
    static let all = [
        APIRoute(
            .put, "/password", "Change the user's own password; this ends all other sessions.",
            body: [
                APIParameter("password", .string, "The current password."),
                APIParameter("new", .string, "8 characters or more."),
            ], answer: .object("Session"), right: .settings, changePassword),
        APIRoute(
            .get, "/app-passwords", "List the user's app passwords, without their secrets.",
            answer: .list("AppPassword")
        ) { call in
            let name = call.caller.name
            let account = try await call.library.perform { try $0.access.account(named: name) }
            return .list((account?.appPasswords ?? []).map { Record($0) })
        },
        APIRoute(
            .post, "/app-passwords", "Create an app password; its secret is shown only once.",
            body: [
                APIParameter("label", .string, "Name of the app."),
                APIParameter(
                    "administers", .boolean,
                    "Whether the app may do all that the main password may: change users and passwords."
                ),
            ],
            answer: .object("AppPassword"), status: .created, refusesAppPasswords: true,
            addAppPassword),
        APIRoute(
            .delete, "/app-passwords/{id}", "Revoke one of the user's app passwords.",
            answer: .nothing, refusesAppPasswords: true
        ) { call in
            let user = call.caller.id
            guard let id = Int64(call.path["id"] ?? ""),
                try await call.library.perform({ try $0.access.revokeAppPassword(id, of: user) })
            else { throw Problem.notFound("app password", call.path["id"] ?? "") }
            return .noContent
        },
        APIRoute(
            .get, "/sessions", "List the user's browser sessions.",
            answer: .list("SessionEntry"), sessions),
        APIRoute(
            .delete, "/sessions", "End all other sessions.", answer: .nothing,
            refusesAppPasswords: true
        ) { call in
            let own = SecretBytes.sha256(SessionCookie.token(in: call.request.headers) ?? "")
            if let user = call.caller.id {
                try await call.library.perform { try $0.access.endSessions(of: user, but: own) }
            }
            return .noContent
        },
    ]

    static func checkLength(of password: String) throws(Problem) {
        if let reason = Access.reasonAgainst(password) {
            throw Problem(.unprocessableContent, reason)
        }
    }

    private struct PasswordBody: Decodable {
        var password: String
        var new: String
    }

    private struct AppPasswordBody: Decodable {
        var label: String?
        var administers: Bool?
    }

    private static func changePassword(_ call: APICall) async throws -> Response {
        let body = try await call.body(PasswordBody.self)
        try checkLength(of: body.new)
        let access = call.service.access
        let caller = try await access.caller(
            .mainPassword(name: call.caller.name, password: body.password), from: call.address)
        guard
            let user = try await call.library.perform({ try $0.access.account(named: caller.name) }
            )?.user
        else { throw AccessRefusal.unknownKey }
        try await access.setPassword(body.new, of: user)
        return try await SessionRoutes.beginning(of: caller, call)
    }

    private static func addAppPassword(_ call: APICall) async throws -> Response {
        let body = try await call.body(AppPasswordBody.self)
        let label = body.label ?? ""
        guard let user = call.caller.id else { throw AccessRefusal.unknownKey }
        let made = try await call.service.access.addAppPassword(
            label: label.isEmpty ? "app" : String(label.prefix(100)),
            administers: body.administers ?? false, of: user)
        return .json(
            Record([("id", .text(String(made.id))), ("secret", .text(made.secret))]),
            status: .created)
    }

    private static func sessions(_ call: APICall) async throws -> Response {
        guard let user = call.caller.id else { throw AccessRefusal.unknownKey }
        let own = SessionCookie.token(in: call.request.headers).map(SecretBytes.sha256)
        let sessions = try await call.library.perform {
            try $0.access.sessions(of: user, now: .now)
        }
        return .list(
            sessions.map { session in
                Record([
                    ("dateBegun", .timestamp(session.begun)),
                    ("dateExpires", .timestamp(session.expires)),
                    ("isCurrent", .boolean(session.digest == own)),
                ])
            })
    }
}

extension Record {
    fileprivate init(_ app: AppPassword) {
        self.init([
            ("id", .text(String(app.id))), ("label", .text(app.label)),
            ("administers", .boolean(app.administers)),
            ("dateCreated", .timestamp(app.dateCreated)),
            ("dateUsed", app.dateUsed.map(MediaValue.timestamp)),
        ])
    }
}
