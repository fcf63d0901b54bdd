import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Synchronization
import Testing

/// A program that keeps a copy of the library brings it up to date by `changes`.
@Suite(.timeLimit(.minutes(20))) struct ChangeTests {
    /// The ids of a copy, and the token up to which it is true.
    private struct Copy {
        var ids: Set<String>
        var token: String

        private let secret: String

        /// - Parameter secret: The app password of the user whose copy it is; `nil` for the owner's.
        init(of server: TestServer, for secret: String? = nil) async throws {
            self.secret = secret ?? server.secret
            let headers = ["Authorization": "Bearer \(self.secret)"]
            token = try #require(
                try await server.send("GET", "/api/v1/changes", headers: headers).json()
                    .text("token"))
            ids = try await Self.ids(server, for: secret)
        }

        /// The ids that the server lists.
        static func ids(
            _ server: TestServer, for secret: String? = nil
        ) async throws -> Set<String> {
            let answer = try await server.send(
                "GET", "/api/v1/items",
                headers: [
                    "Accept": "application/x-ndjson",
                    "Authorization": "Bearer \(secret ?? server.secret)",
                ])
            return Set(
                try answer.text.split(separator: "\n").map {
                    let item = try JSONSerialization.jsonObject(with: Data($0.utf8))
                    return try #require((item as? [String: Any])?.text("persistentID"))
                })
        }

        /// Brings the server's changes into the copy, and returns them.
        mutating func update(
            from server: TestServer, limit: Int = 1000
        ) async throws -> [String: Set<String>] {
            var seen: [String: Set<String>] = [:]
            while true {
                let answer = try await server.send(
                    "GET", "/api/v1/changes?since=\(token)&limit=\(limit)",
                    headers: ["Authorization": "Bearer \(secret)"])
                try #require(answer.status == 200, "\(answer.text)")
                let changes = try answer.json()
                for name in ["added", "changed", "removed"] {
                    seen[name, default: []].formUnion(changes[name] as? [String] ?? [])
                }
                ids.formUnion(changes["added"] as? [String] ?? [])
                ids.formUnion(changes["changed"] as? [String] ?? [])
                ids.subtract(changes["removed"] as? [String] ?? [])
                token = try #require(changes.text("token"))
                if changes["isComplete"] as? Bool == true { return seen }
            }
        }
    }

    private func expect(_ seen: [String: Set<String>], _ expected: [String: Set<String>]) {
        #expect(seen == expected)
    }

    @Test("What is added, changed and removed is told apart")
    func kinds() async throws {
        let server = try await TestServer.start()
        var copy = try await Copy(of: server)
        #expect(copy.ids.count == 3)
        expect(try await copy.update(from: server), ["added": [], "changed": [], "removed": []])

        try server.add("full/full.ogg", as: "new.ogg")
        try await server.scan()
        let added = try await copy.update(from: server)["added", default: []]
        #expect(added.count == 1)
        let id = try #require(added.first)

        #expect(
            try await server.api("PUT", "/items/\(id)/rating", body: #"{"rating":4}"#).status == 204
        )
        expect(try await copy.update(from: server), ["added": [], "changed": [id], "removed": []])

        try server.remove("new.ogg")
        try await server.scan()
        expect(try await copy.update(from: server), ["added": [], "changed": [], "removed": [id]])

        try server.add("full/full.ogg", as: "new.ogg")
        try await server.scan()
        expect(try await copy.update(from: server), ["added": [id], "changed": [], "removed": []])
        #expect(try await copy.ids == Copy.ids(server))
        await server.stop()
    }

    @Test("A picture in a folder changes the items there")
    func folderPicture() async throws {
        let server = try await TestServer.start()
        var copy = try await Copy(of: server)
        try server.add("pictures/front.jpg", as: "Björk/Homogenic/cover.jpg")
        try await server.scan()
        let changed = try await copy.update(from: server)["changed", default: []]
        #expect(changed.count == 2)
        await server.stop()
    }

    @Test(
        "Another user's ratings are not one's changes; after a root is closed or opened, copies are made anew"
    )
    func users() async throws {
        let server = try await TestServer.start(more: ["other/1.flac": "full/full.flac"])
        var copy = try await Copy(of: server)
        let user = try server.catalog.users.add("Eva")
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        let item = try #require(
            try server.catalog.items.all(matching: MediaQuery()).first {
                $0.location.root == root.path
            })
        let eva = server.catalog.acting(as: user.id)
        let before = try eva.changes.token()
        #expect(try eva.values.setRating(5, of: item.persistentID))
        let unseen = try await copy.update(from: server)
        #expect(unseen["changed"] == [])
        #expect(try eva.changes.all(since: before, limit: 10)?.changed == [item.persistentID])

        try server.catalog.users.setRoots(closed: [root.id], open: [], for: user)
        #expect(try eva.changes.all(since: before, limit: 10) == nil)
        let closed = try eva.changes.token()
        #expect(try eva.changes.all(since: closed, limit: 10)?.isComplete == true)
        try server.catalog.users.setRoots(closed: [], open: [root.id], for: user)
        #expect(try eva.changes.all(since: closed, limit: 10) == nil)
        // The others' copies go on.
        _ = try await copy.update(from: server)
        await server.stop()
    }

    @Test("A root that is closed between two pages ends the copy, though an item was deleted in it")
    func closedBetweenPages() async throws {
        let server = try await TestServer.start(more: ["other/1.flac": "full/full.flac"])
        let secret = try server.addUser("eva")
        let eva = try server.catalog.users.user(named: "eva")
        let copy = try await Copy(of: server, for: secret)
        let headers = ["Authorization": "Bearer \(secret)"]
        for item in try server.catalog.items.all(matching: MediaQuery()) {
            #expect(
                try await server.send(
                    "PUT", "/api/v1/items/\(item.persistentID)/rating", headers: headers,
                    body: #"{"rating":3}"#
                ).status == 204)
        }
        let page = try await server.send(
            "GET", "/api/v1/changes?since=\(copy.token)&limit=1", headers: headers
        ).json()
        #expect(page["isComplete"] as? Bool == false)
        #expect((page["changed"] as? [String])?.count == 1)
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        try server.catalog.users.setRoots(closed: [root.id], for: eva)
        let token = try #require(page.text("token"))
        #expect(
            try await server.send("GET", "/api/v1/changes?since=\(token)", headers: headers).status
                == 410)
        await server.stop()
    }

    @Test("What moves into a closed root is removed, and what comes from there is added")
    func movedItems() async throws {
        let server = try await TestServer.start(more: ["other/1.ogg": "full/full.ogg"])
        let secret = try server.addUser("eva")
        let root = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "other" })
        try server.catalog.users.setRoots(
            closed: [root.id], for: server.catalog.users.user(named: "eva"))
        var copy = try await Copy(of: server, for: secret)
        var all = try await Copy(of: server)
        let item = try #require(
            try server.catalog.items.all(matching: MediaQuery()).first {
                $0.location.path.lastComponent == "loose.mp3"
            })
        let id = item.persistentID.description
        let inside = URL(fileURLWithPath: item.location.path.description)
        let outside = URL(fileURLWithPath: root.path.description).appendingPathComponent("2.mp3")

        try FileManager.default.moveItem(at: inside, to: outside)
        try await server.scan()
        expect(try await copy.update(from: server), ["added": [], "changed": [], "removed": [id]])
        expect(try await all.update(from: server), ["added": [], "changed": [id], "removed": []])
        #expect(try await copy.ids == Copy.ids(server, for: secret))
        // Changes there are not shown, not even as rows that count for the limit.
        #expect(
            try await server.api("PUT", "/items/\(id)/rating", body: #"{"rating":4}"#).status == 204
        )
        expect(
            try await copy.update(from: server, limit: 1),
            ["added": [], "changed": [], "removed": []])

        try FileManager.default.moveItem(at: outside, to: inside)
        try await server.scan()
        expect(try await copy.update(from: server), ["added": [id], "changed": [], "removed": []])
        #expect(try await copy.ids == Copy.ids(server, for: secret))
        await server.stop()
    }

    @Test("A root that joins another one, which is closed to a user, ends the user's copy alone")
    func joinedRoots() async throws {
        let server = try await TestServer.start(more: ["other/1.ogg": "full/full.ogg"])
        let eva = server.catalog.acting(as: try server.catalog.users.add("eva").id)
        let adam = server.catalog.acting(as: try server.catalog.users.add("adam").id)
        let roots = try server.catalog.roots.all()
        let other = try #require(roots.first { $0.path.lastComponent == "other" })
        let music = try #require(roots.first { $0.path.lastComponent == "music" })
        try server.catalog.users.setRoots(
            closed: [other.id], for: server.catalog.users.user(named: "eva"))
        let token = try eva.changes.token()
        _ = try #require(try server.catalog.roots.move(music.path, to: other.path))
        #expect(try eva.changes.all(since: token, limit: 10) == nil)
        #expect(try adam.changes.all(since: token, limit: 10) != nil)
        await server.stop()
    }

    @Test("Tokens that are too old, of another library or no tokens are refused")
    func refusals() async throws {
        let server = try await TestServer.start()
        func status(_ token: String) async throws -> Int {
            try await server.api("/changes?since=\(token)").status
        }
        let other = try await TestServer.start()
        let token = try #require(try await other.api("/changes").json().text("token"))
        #expect(try await other.api("/changes?since=\(token)").status == 200)
        #expect(try await status(token) == 410)
        #expect(try await status("1-1-") == 410)
        for text in ["x", "!", "%C3%A4"] { #expect(try await status(text) == 400, "\(text)") }
        // It shows nothing of how much has happened, which may have been in closed roots.
        let catalog = try server.catalog.changes.token().description.split(separator: "-")
        let shown = try #require(try await server.api("/changes").json().text("token"))
        #expect(shown.count > 40 && !shown.contains(catalog[0]))
        let again = try #require(try await server.api("/changes").json().text("token"))
        #expect(shown != again)
        await other.stop()
        await server.stop()
    }

    @Test("A copy of the library takes no token of the library")
    func backup() async throws {
        let server = try await TestServer.start()
        let token = try server.catalog.changes.token()
        let path = server.music.path + "-copy.sqlite"
        try server.catalog.backup(to: path)
        let copy = try Catalog.open(at: path, for: .writing)
        #expect(try copy.changes.all(since: token, limit: 10) == nil)
        try copy.close()
        try FileManager.default.removeItem(atPath: path)
        await server.stop()
    }

    private final class End: Sendable {
        let isReached = Mutex(false)
    }

    @Test("A copy is exact while scans add, change and remove", arguments: [2, 1000])
    func concurrentScans(limit: Int) async throws {
        let server = try await TestServer.start()
        var copy = try await Copy(of: server)
        let scans = Task {
            for round in 0..<6 {
                for number in 0..<8 {
                    try server.add(
                        number % 2 == 0 ? "full/full.mp3" : "full/full.ogg",
                        as: "\(round)/\(number).\(number % 2 == 0 ? "mp3" : "ogg")")
                }
                if round > 1 { try server.remove("\(round - 2)") }
                try await server.scan()
            }
        }
        let end = End()
        let waiting = Task {
            defer { end.isReached.withLock { $0 = true } }
            try await scans.value
        }
        while !end.isReached.withLock(\.self) {
            _ = try await copy.update(from: server, limit: limit)
            await Task.yield()
        }
        try await waiting.value
        _ = try await copy.update(from: server, limit: limit)
        #expect(try await copy.ids == Copy.ids(server))
        #expect(copy.ids.count > 3)
        await server.stop()
    }
}
