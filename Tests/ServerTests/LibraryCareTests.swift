import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Maintenance routes of the native API: folders to choose from, roots, problems, duplicates, backups.
@Suite(.timeLimit(.minutes(20))) struct LibraryCareTests {
    // MARK: - Folders to choose from

    @Test("Folders are listed without files and hidden ones, by name, with the way up")
    func choices() async throws {
        let server = try await TestServer.start()
        for name in ["Disc 10", "Disc 2", ".hidden"] {
            try FileManager.default.createDirectory(
                at: server.music.appendingPathComponent(name), withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(
            at: server.music.appendingPathComponent("Link"),
            withDestinationURL: server.music.appendingPathComponent("Björk"))
        let path = server.music.path.urlEncoded
        let found = try await server.api("/roots/choices?path=\(path)").json()
        #expect(found.text("path") == server.music.path)
        #expect(found.text("parent") == server.music.deletingLastPathComponent().path)
        #expect(
            found.objects("folders").compactMap { $0.text("name") } == [
                "Björk", "Disc 2", "Disc 10", "Link",
            ])
        #expect(found["total"] as? Int == 4)
        #expect(found.objects("folders").allSatisfy { $0["isReadable"] as? Bool == true })
        let top = try await server.api("/roots/choices?path=/").json()
        #expect(top.text("parent") == nil && !top.objects("folders").isEmpty)
        #expect(try await server.api("/roots/choices").json().text("path") != nil)
        await server.stop()
    }

    @Test(
        "What is no folder, and what is no path, is refused in words",
        arguments: ["/no/such", "music", "/etc/passwd"])
    func wrongChoice(path: String) async throws {
        let server = try await TestServer.start()
        let answer = try await server.api("/roots/choices?path=\(path)")
        #expect(answer.status == 422 && answer.text.contains(path))
        await server.stop()
    }

    @Test("A folder whose name is not UTF-8 is listed, opened and added by its bytes")
    func bytes() async throws {
        let server = try await TestServer.start()
        let name = MediaPath(server.music.path).appending(MediaPath(bytes: [0x41, 0xFF]))
        for folder in [name, name.appending("inside")] {
            #expect(mkdir(folder.bytes.map { CChar(bitPattern: $0) } + [0], 0o755) == 0)
        }
        let path = server.music.path.urlEncoded
        let found = try await server.api("/roots/choices?path=\(path)").json()
        let folder = try #require(
            found.objects("folders").first { $0.text("pathBase64") != nil })
        let base64 = try #require(folder.text("pathBase64"))
        #expect(Data(base64Encoded: base64).map(Array.init) == name.bytes)
        let inside = try await server.api("/roots/choices?pathBase64=\(base64.urlEncoded)").json()
        #expect(inside.objects("folders").compactMap { $0.text("name") } == ["inside"])
        let added = try await server.api(
            "POST", "/roots", body: #"{"path":"ignored","pathBase64":"\#(base64)"}"#)
        #expect(added.status == 204)
        #expect(try server.catalog.roots.all().contains { $0.path == name })
        let roots = try await server.api("/roots").json().objects("items")
        #expect(roots.contains { $0.text("pathBase64") == base64 })
        #expect(try await server.api("/roots/choices?pathBase64=%21").status == 400)
        await server.stop()
    }

    @Test("Only administrators see the folders of the server")
    func choicesForAdministrators() async throws {
        let server = try await TestServer.start()
        let anna = try server.addUser("anna")
        for path in ["/roots/choices", "/backup", "/backup/key", "/problems"] {
            let answer = try await server.send(
                "GET", "/api/v1" + path, headers: ["Authorization": "Bearer \(anna)"])
            #expect(answer.status == 403, "\(path)")
        }
        await server.stop()
    }

    // MARK: - Roots

    @Test("While another process scans, roots are neither added nor removed")
    func rootsDuringScan() async throws {
        let server = try await TestServer.start(["inner/a.flac": "full/full.flac"])
        let root = try #require(try server.catalog.roots.all().first)
        let body = #"{"path":"\#(server.music.path)/inner"}"#
        let changes: [() async throws -> TestServer.Answer] = [
            { try await server.api("POST", "/roots", body: body) },
            { try await server.api("DELETE", "/roots/\(root.id)") },
        ]
        let lock = try ScanLock(library: server.catalog.path)
        for change in changes {
            let answer = try await change()
            #expect(answer.status == 409)
            #expect(answer.text.contains("process \(getpid()) is scanning into it"))
        }
        withExtendedLifetime(lock) {}
        await server.stop()
    }

    @Test("A root inside another one that is closed to a user stays, and the reason is named")
    func closedRoot() async throws {
        let server = try await TestServer.start(["inner/a.flac": "full/full.flac"])
        _ = try server.addUser("anna")
        let body = #"{"path":"\#(server.music.path)/inner"}"#
        #expect(try await server.api("POST", "/roots", body: body).status == 204)
        let inner = try #require(
            try server.catalog.roots.all().first { $0.path.lastComponent == "inner" })
        try server.catalog.users.setRoots(
            closed: [inner.id], for: server.catalog.users.user(named: "anna"))
        let answer = try await server.api("DELETE", "/roots/\(inner.id)")
        #expect(answer.status == 409 && answer.text.contains("is closed to anna"))
        #expect(try server.catalog.roots.all().count == 2)
        await server.stop()
    }

    // MARK: - Problems

    @Test("A problem is ignored, listed on demand, and reported again")
    func ignoring() async throws {
        let server = try await TestServer.start()
        try Data("no sound".utf8).write(to: server.music.appendingPathComponent("broken.mp3"))
        try await server.scan()
        func paths(_ query: String = "") async throws -> [String] {
            try await server.api("/problems" + query).json().objects("items")
                .compactMap { $0.text("path") }
        }
        let path = server.music.appendingPathComponent("broken.mp3").path
        #expect(try await paths() == [path])
        func body(_ isIgnored: Bool) -> String {
            #"{"path":"\#(path)","isIgnored":\#(isIgnored)}"#
        }
        #expect(try await server.api("PATCH", "/problems", body: body(true)).status == 204)
        #expect(try await paths().isEmpty)
        #expect(try await paths("?ignored=true") == [path])
        #expect(try await server.api("PATCH", "/problems", body: body(false)).status == 204)
        #expect(try await paths() == [path])
        #expect(
            try await server.api(
                "PATCH", "/problems", body: #"{"path":"/x","isIgnored":true}"#
            ).status == 404)
        #expect(
            try await server.api("PATCH", "/problems", body: #"{"isIgnored":true}"#).status == 400)
        await server.stop()
    }

    // MARK: - Duplicates

    @Test("Duplicates come in groups, page by page, the best first")
    func duplicates() async throws {
        let server = try await TestServer.start([
            "a.mp3": "full/full.mp3", "b.mp3": "full/full.mp3", "c.flac": "full/full.flac",
            "d.flac": "full/full.flac",
        ])
        let audio = try await server.api("/duplicates").json()
        #expect(audio["total"] as? Int == 2)
        let groups = audio.objects("items")
        #expect(groups.map { $0.objects("items").count } == [2, 2])
        #expect(groups.allSatisfy { ($0["spareBytes"] as? Int ?? 0) > 0 })
        let second = try await server.api("/duplicates?by=audio&limit=1&offset=1").json()
        #expect(second["total"] as? Int == 2 && second.objects("items").count == 1)
        #expect(
            second.objects("items").first?.objects("items").first?.text("persistentID")
                == groups.last?.objects("items").first?.text("persistentID"))
        let tags = try await server.api("/duplicates?by=tags").json().objects("items")
        #expect(tags.first?.objects("items").first?.text("codec") == "flac")
        let part = try await server.api("/duplicates?itemLimit=1").json().objects("items")
        #expect(part.map { $0.objects("items").count } == [1, 1])
        #expect(part.map { $0["count"] as? Int } == [2, 2])
        #expect(try await server.api("/duplicates?by=colour").status == 400)
        await server.stop()
    }

    // MARK: - Backup

    @Test("A backup is downloaded by the page: a library, and its key; nothing is left behind")
    func backup() async throws {
        let server = try await TestServer.start()
        let copy = try await server.page("GET", "/backup")
        #expect(copy.status == 200 && copy.headers["cache-control"] == "no-store")
        #expect(copy.headers["content-disposition"]?.contains(".sqlite") == true)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-backup-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try copy.body.write(to: file)
        let library = try Catalog.open(at: file.path, for: .reading)
        #expect(
            try library.items.count(matching: MediaQuery())
                == server.catalog.items.count(matching: MediaQuery()))
        try library.close()
        let key = try await server.page("GET", "/backup/key")
        let path = Catalog.keyPath(ofLibrary: server.catalog.path).description
        #expect(try key.body == Data(contentsOf: URL(fileURLWithPath: path)))
        let cache = server.music.deletingLastPathComponent().appendingPathComponent("cache").path
        let left = try FileManager.default.contentsOfDirectory(atPath: cache)
        #expect(left.allSatisfy { !$0.contains("backup") })
        #expect(try await server.api("/backup").status == 403)
        await server.stop()
    }

    // MARK: - Books

    @Test("A book is found by any of its parts, with all of them in order")
    func book() async throws {
        let server = try await TestServer.start([:])
        try server.add("full/full.mp3", as: "Book/1.mp3")
        try server.add("full/full.flac", as: "Book/2.flac")
        let body = #"{"path":"\#(server.music.path)","kind":"audiobook"}"#
        #expect(try await server.api("POST", "/roots", body: body).status == 204)
        try await server.scan()
        let books = try await server.api("/books").json().objects("items")
        let first = try #require(books.first?.text("persistentID"))
        let shown = try await server.api("/books/\(first)").json()
        let parts = shown.objects("parts").compactMap { $0.text("persistentID") }
        #expect(parts.count == 2 && parts.first == first)
        #expect(shown["partCount"] as? Int == 2 && !shown.objects("artwork").isEmpty)
        #expect(
            try await server.api("/books/\(parts[1])").json().text("persistentID") == first)
        #expect(try await server.api("/books/99999").status == 404)
        await server.stop()
    }
}

extension String {
    fileprivate var urlEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
    }
}
