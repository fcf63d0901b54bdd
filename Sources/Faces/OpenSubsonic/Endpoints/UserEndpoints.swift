import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// Users, and what they may do.
enum UserEndpoints {
    static let all = [
        Endpoint("getUser", [.required("username")], user),
        Endpoint("getUsers", [], role: .admin, users),
        Endpoint("getAvatar", [.required("username")]) { call in
            // Users have no pictures.
            throw SubsonicError.notFound("Avatar", try call.text("username"))
        },
        Endpoint("tokenInfo") { call in
            .payload("tokenInfo", SubsonicObject("username", .text(call.caller.name)))
        },
    ]

    private static func user(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let name = try call.text("username")
        guard call.caller.isNamed(name) || call.caller.isAdmin else {
            throw SubsonicError(.notAuthorized, "Only administrators can see other users")
        }
        let found = try await call.library.perform { catalog in
            try catalog.access.account(named: name).map { try catalog.userAnswer($0.user) }
        }
        guard let found else { throw SubsonicError.notFound("User", name) }
        return .payload("user", found)
    }

    private static func users(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let users = try await call.library.perform { catalog in
            try catalog.users.all().map { try catalog.userAnswer($0) }
        }
        return .list("users", of: "user", users)
    }
}

extension Catalog {
    fileprivate func userAnswer(_ user: User) throws -> SubsonicObject {
        let closed = try users.closedRoots(of: user)
        let roots = try roots.all().filter { !closed.contains($0.id) }
        var object = SubsonicObject("username", .text(user.name))
        object.add("scrobblingEnabled", true)
        object.add("adminRole", user.role == .admin)
        let denied = try access.deniedRights(of: user.id)
        for right in UserRight.allCases { object.add(right.parameter, !denied.contains(right)) }
        // Pictures are for all users; the server has nothing that the other roles would allow.
        object.add("coverArtRole", true)
        for role in ["upload", "videoConversion"] { object.add("\(role)Role", false) }
        object.add("folder", .integers(roots.map { Int($0.id.rawValue) }))
        return object
    }
}
