import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Administrators add, change and remove users; users change their own passwords.
///
/// Roles become rights (`UserRight`); those of which the server does nothing are ignored. Roots that are not among
/// `musicFolderId` are closed to the user. All of it needs the main password, or an app password that was made for it:
/// what another could change here would outlive its revocation.
enum UserEditingEndpoints {
    static let all = [
        Endpoint(
            "createUser",
            [.required("username"), .required("password"), .required("email", .anyText)] + rights,
            role: .admin, refusesAppPasswords: true, create),
        Endpoint(
            "updateUser", [.required("username"), .optional("password")] + rights, role: .admin,
            refusesAppPasswords: true, update),
        Endpoint(
            "deleteUser", [.required("username")], role: .admin, refusesAppPasswords: true, delete),
        Endpoint(
            "changePassword", [.required("username"), .required("password")],
            right: .settings, refusesAppPasswords: true, changePassword),
    ]

    private static let rights: [Parameter] =
        [.optional("adminRole", .flag), .list("musicFolderId", .integer)]
        + UserRight.allCases.map { Parameter.optional($0.parameter, .flag) }

    /// The rights of a new user that the call does not name, by the protocol.
    private static let standardRights: Set<UserRight> = [.settings, .stream]

    private static func create(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let name = try call.text("username")
        var changes = try await changes(call, password: call.newPassword())
        for right in UserRight.allCases where changes.rights[right] == nil {
            changes.rights[right] = standardRights.contains(right)
        }
        _ = try await call.library.perform { [changes] catalog in
            try catalog.users.add(name, changes)
        }
        return .nothing
    }

    private static func update(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let user = try await user(call)
        let password = try call.optionalText("password") == nil ? nil : call.newPassword()
        let changes = try await changes(call, password: password)
        try await call.library.perform { catalog in
            try catalog.users.update(user, changes)
        }
        return .nothing
    }

    private static func delete(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let user = try await user(call)
        guard user.id != call.caller.id else {
            throw SubsonicError(.notAuthorized, "Administrators cannot delete themselves")
        }
        try await call.library.perform { catalog in
            try catalog.users.remove(user, deletingData: true)
        }
        return .nothing
    }

    private static func changePassword(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let name = try call.text("username")
        guard call.caller.isNamed(name) || call.caller.isAdmin else {
            throw SubsonicError(
                .notAuthorized, "Only administrators can change the passwords of other users")
        }
        let password = try call.newPassword()
        try await call.service.access.setPassword(password, of: user(call))
        return .nothing
    }

    // MARK: - Steps

    private static func user(_ call: SubsonicCall) async throws -> User {
        let name = try call.text("username")
        return try await call.library.perform { try $0.users.user(named: name) }
    }

    private static func changes(
        _ call: SubsonicCall, password: String?
    ) async throws -> UserChanges {
        var changes = UserChanges()
        changes.role = call.flag("adminRole").map { $0 ? .admin : .user }
        for right in UserRight.allCases { changes.rights[right] = call.flag(right.parameter) }
        changes.closedRoots = try await closedRoots(call)
        if let password {
            changes.passwordHash = try await call.service.access.hash(of: password)
        }
        return changes
    }

    /// The roots that are not among the folders of the call; `nil` if it names none.
    private static func closedRoots(_ call: SubsonicCall) async throws -> Set<MediaRootID>? {
        guard call.text["musicFolderId"] != nil else { return nil }
        let named = Set(call.integers("musicFolderId"))
        let known = try await call.library.perform { try $0.roots.all() }
        for id in named where !known.contains(where: { Int($0.id.rawValue) == id }) {
            throw SubsonicError.notFound("Music folder", String(id))
        }
        return Set(known.map(\.id).filter { !named.contains(Int($0.rawValue)) })
    }
}

extension UserRight {
    /// The protocol's parameter and field of it.
    var parameter: String { rawValue + "Role" }
}

extension SubsonicCall {
    fileprivate func newPassword() throws(SubsonicError) -> String {
        let password = try text("password").decodedPassword
        if let reason = Access.reasonAgainst(password) { throw SubsonicError(.generic, reason) }
        return password
    }
}
