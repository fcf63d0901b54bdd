import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// The users of the library, for administrators.
enum UserRoutes {
    static let all = [
        APIRoute(
            .get, "/users", "List the users.", answer: .list("User"), role: .admin,
            refusesAppPasswords: true
        ) { call in
            let records = try await call.library.perform { catalog in
                try catalog.users.all().map { try Self.record(of: $0, in: catalog) }
            }
            return .list(records)
        },
        APIRoute(
            .post, "/users", "Add a user.", body: [name] + changeable, answer: .object("User"),
            status: .created, role: .admin, refusesAppPasswords: true, add),
        APIRoute(
            .patch, "/users/{id}", "Change a user's password, role or closed roots.",
            body: changeable, answer: .object("User"), role: .admin, refusesAppPasswords: true,
            change),
        APIRoute(
            .delete, "/users/{id}", "Delete a user and all data of the user.",
            answer: .nothing, role: .admin, refusesAppPasswords: true, delete),
    ]

    private static let name = APIParameter("name", .string, "Name of the user.")
    private static let changeable = [
        APIParameter("password", .string, "8 characters or more."),
        APIParameter("role", .string, "admin or user."),
        APIParameter("closedRoots", .array, "Ids of the roots that are hidden from the user."),
        APIParameter(
            "rights", .array,
            "Rights of the user: \(UserRight.allCases.map(\.rawValue).joined(separator: ", ")). "
                + "Default for a new user: all. Administrators have all rights."),
    ]

    private struct Body: Decodable {
        var name: String?
        var password: String?
        var role: String?
        var closedRoots: [String]?
        var rights: [String]?
    }

    private static func add(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        guard let name = body.name else { throw Problem(.badRequest, "name is missing") }
        guard let password = body.password else {
            throw Problem(.badRequest, "password is missing")
        }
        try AccountRoutes.checkLength(of: password)
        let changes = try await changes(body, call)
        let user = try await call.library.perform { catalog in
            try catalog.users.add(name, changes)
        }
        return try await shown(user, call, status: .created)
    }

    private static func change(_ call: APICall) async throws -> Response {
        let user = try await user(call)
        let body = try await call.body(Body.self)
        if let password = body.password { try AccountRoutes.checkLength(of: password) }
        let changes = try await changes(body, call)
        try await call.library.perform { catalog in
            try catalog.users.update(user, changes)
        }
        return try await shown(user, call)
    }

    private static func delete(_ call: APICall) async throws -> Response {
        let user = try await user(call)
        guard user.id != call.caller.id else {
            throw Problem(.conflict, "administrators cannot delete themselves")
        }
        try await call.library.perform { catalog in
            try catalog.users.remove(user, deletingData: true)
        }
        return .noContent
    }

    // MARK: - Steps

    private static func user(_ call: APICall) async throws -> User {
        let id: PersistentID<User> = try call.id()
        let users = try await call.library.perform { try $0.users.all() }
        guard let user = users.first(where: { $0.id == id }) else {
            throw Problem.notFound("user", id.description)
        }
        return user
    }

    private static func changes(_ body: Body, _ call: APICall) async throws -> UserChanges {
        var changes = UserChanges()
        changes.role = try role(body)
        if let rights = try rights(body) {
            for right in UserRight.allCases { changes.rights[right] = rights.contains(right) }
        }
        if let password = body.password {
            changes.passwordHash = try await call.service.access.hash(of: password)
        }
        changes.closedRoots = try await call.library.perform { try closedRoots(body, in: $0) }
        return changes
    }

    private static func role(_ body: Body) throws(Problem) -> UserRole? {
        guard let text = body.role else { return nil }
        guard let role = UserRole(rawValue: text) else {
            throw .badParameter("role", text, "admin or user")
        }
        return role
    }

    private static func rights(_ body: Body) throws(Problem) -> Set<UserRight>? {
        guard let names = body.rights else { return nil }
        var rights: Set<UserRight> = []
        for name in names {
            guard let right = UserRight(rawValue: name) else {
                throw .badParameter(
                    "rights", name, UserRight.allCases.map(\.rawValue).joined(separator: ", "))
            }
            rights.insert(right)
        }
        return rights
    }

    /// The roots that are to be closed; `nil` if the body does not say it.
    private static func closedRoots(
        _ body: Body, in catalog: Catalog
    ) throws -> Set<MediaRootID>? {
        guard let closed = body.closedRoots.map(Set.init) else { return nil }
        let roots = try catalog.roots.all().map(\.id)
        if let unknown = closed.subtracting(roots.map(\.description)).min() {
            throw Problem.badParameter("closedRoots", unknown, "ids of roots")
        }
        return Set(roots.filter { closed.contains($0.description) })
    }

    private static func shown(
        _ user: User, _ call: APICall, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let record = try await call.library.perform { catalog in
            let now = try catalog.users.all().first { $0.id == user.id } ?? user
            return try Self.record(of: now, in: catalog)
        }
        return .json(record, status: status)
    }

    private static func record(of user: User, in catalog: Catalog) throws -> Record {
        let closed = try catalog.users.closedRoots(of: user)
        let denied = try catalog.access.deniedRights(of: user.id)
        return Record([
            ("persistentID", .text(user.id.description)), ("name", .text(user.name)),
            ("role", .text(user.role.rawValue)), ("dateCreated", .timestamp(user.dateCreated)),
            ("closedRoots", closed.isEmpty ? nil : .texts(closed.map(\.description).sorted())),
            (
                "rights",
                .texts(UserRight.allCases.filter { !denied.contains($0) }.map(\.rawValue))
            ),
        ])
    }
}
