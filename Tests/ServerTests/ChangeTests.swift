import Catalog
import Foundation
import MediaModel
import Synchronization
import Testing

/// A program that keeps a copy of the library brings it up to date by `changes`.
@Suite(.timeLimit(.minutes(5))) struct ChangeTests {
    /// The ids of a copy, and the token up to which it is true.
    private struct Copy {
        var ids: Set<String>
        var token: String

        init(of server: TestServer) async throws {
            token = try #require(try await server.api("/changes").json().text("token"))
            ids = try await Self.ids(server)
        }

        /// What the server lists.
        static func ids(_ server: TestServer) async throws -> Set<String> {
            let answer = try await server.api(
                "/items", headers: ["Accept": "application/x-ndjson"])
            return Set(
                try answer.text.split(separator: "\n").map {
                    let item = try JSONSerialization.jsonObject(with: Data($0.utf8))
                    return try #require((item as? [String: Any])?.text("persistentID"))
                })
        }

        /// What happened, after it was brought into the copy.
        mutating func update(
            from server: TestServer, limit: Int = 1000
        ) async throws -> [String: Set<String>] {
            var seen: [String: Set<String>] = [:]
            while true {
                let answer = try await server.api("/changes?since=\(token)&limit=\(limit)")
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

    @Test("Another user's ratings are not one's changes; closing a root removes, opening adds")
    func users() async throws {
        let server = try await TestServer.start(more: ["other/1.flac": "full/full.flac"])
        var copy = try await Copy(of: server)
        let user = try server.catalog.addUser("Eva")
        let root = try #require(
            try server.catalog.roots().first { $0.path.lastComponent == "other" })
        let item = try #require(
            try server.catalog.items(matching: MediaQuery()).first {
                $0.location.root == root.path
            })
        let eva = server.catalog.acting(as: user.id)
        let before = try eva.changeToken()
        #expect(try eva.setRating(5, of: item.persistentID))
        let unseen = try await copy.update(from: server)
        #expect(unseen["changed"] == [])
        #expect(try eva.changes(since: before, limit: 10)?.changed == [item.persistentID])

        try server.catalog.setRoots(closed: [root.id], open: [], for: user)
        let closed = try #require(try eva.changes(since: before, limit: 10))
        #expect(closed.removed == [item.persistentID] && closed.changed == [])
        try server.catalog.setRoots(closed: [], open: [root.id], for: user)
        #expect(try eva.changes(since: closed.token, limit: 10)?.added == [item.persistentID])
        await server.stop()
    }

    @Test("Tokens that are too old, of another library or no tokens are refused")
    func refusals() async throws {
        let server = try await TestServer.start()
        #expect(try await server.api("/changes?since=1-1").status == 410)
        #expect(try await server.api("/changes?since=9999999999999-0").status == 410)
        for text in ["x", "1", "1-2-3", "-1-2", "1-"] {
            #expect(try await server.api("/changes?since=\(text)").status == 400, "\(text)")
        }
        await server.stop()
    }

    @Test("A copy of the library takes no token of the library")
    func backup() async throws {
        let server = try await TestServer.start()
        let token = try server.catalog.changeToken()
        let path = server.music.path + "-copy.sqlite"
        try server.catalog.backup(to: path)
        let copy = try Catalog.open(at: path, for: .writing)
        #expect(try copy.changes(since: token, limit: 10) == nil)
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
