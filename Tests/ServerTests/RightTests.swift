import Foundation
import HTTPTypes
import PhonolithAccess
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithQueries
import PhonolithServer
import PhonolithStore
import PhonolithTestSupport
import PhonolithUsers
import Testing

/// Rights that administrators give users, and the data that is kept of bookmarks.
@Suite(.timeLimit(.minutes(20))) struct RightTests {
    @Test("Each right is needed by what is for it, in both APIs, and by no administrator")
    func rights() async throws {
        let server = try await TestServer.start()
        let anna = try server.addUser("anna")
        let user = try server.catalog.users.user(named: "anna")
        for endpoint in SubsonicEndpoints.all {
            guard let right = endpoint.right, !endpoint.refusesAppPasswords else { continue }
            func code(_ secret: String) async throws -> Int? {
                let answer = try await server.send(
                    "GET", "/rest/\(endpoint.name)?f=json&apiKey=\(secret)")
                return try answer.json().object("subsonic-response", "error")["code"] as? Int
            }
            try server.catalog.access.setRights(
                Set(UserRight.allCases).subtracting([right]), of: user.id)
            #expect(try await code(anna) == 50, "\(endpoint.name)")
            #expect(try await code(server.secret) != 50, "\(endpoint.name)")
            try server.catalog.access.setRights([right], of: user.id)
            #expect(try await code(anna) != 50, "\(endpoint.name)")
        }
        for route in APIRoutes.all {
            guard let right = route.right else { continue }
            try server.catalog.access.setRights(
                Set(UserRight.allCases).subtracting([right]), of: user.id)
            let path = "/api/v1" + route.path.replacing("{id}", with: "1")
            let answer = try await server.send(
                route.method.rawValue, path, headers: ["Authorization": "Bearer \(anna)"],
                body: route.method == .get ? nil : "{}")
            #expect(answer.status == 403, "\(route.method) \(route.path)")
            let admin = try await server.api(
                route.method.rawValue, String(path.dropFirst("/api/v1".count)),
                body: route.method == .get ? nil : "{}")
            #expect(admin.status != 403, "\(route.method) \(route.path)")
        }
        await server.stop()
    }

    @Test("An app password changes no users, passwords or sessions, unless it was made for that")
    func appPasswords() async throws {
        let server = try await TestServer.start([:])
        let endpoints = SubsonicEndpoints.all.filter(\.refusesAppPasswords).map(\.name)
        #expect(
            Set(endpoints) == ["createUser", "updateUser", "deleteUser", "changePassword"])
        try server.setPassword()
        let administration = try server.addAdministration()
        for name in endpoints {
            #expect(try await server.error(name) == 50, "\(name)")
            #expect(try await server.error(name, secret: administration) == 10, "\(name)")
            // It asks for its parameters.
            #expect(try await server.errorWithPassword(name) == 10, "\(name)")
        }
        let routes = APIRoutes.all.filter(\.refusesAppPasswords)
        #expect(
            Set(routes.map(\.path)) == [
                "/users", "/users/{id}", "/app-passwords", "/app-passwords/{id}", "/sessions",
                "/backup", "/backup/key",
            ])
        let open = APIRoutes.all.filter { $0.path.hasPrefix("/users") && !$0.refusesAppPasswords }
        #expect(open.isEmpty)
        for route in routes {
            let path = route.path.replacing("{id}", with: "999999")
            let body = route.method == .get ? nil : "{}"
            let method = route.method.rawValue
            #expect(try await server.api(method, path, body: body).status == 403, "\(path)")
            #expect(
                try await server.api(method, path, body: body, secret: administration).status
                    != 403, "\(path)")
            #expect(try await server.page(method, path, body: body).status != 403, "\(path)")
        }
        await server.stop()
    }

    @Test("A user without the right to settings keeps the password that an administrator gave")
    func settings() async throws {
        let server = try await TestServer.start([:])
        let user = try server.catalog.users.add("anna")
        try Access.setPassword("first-password", of: user, in: server.catalog, cost: .least)
        func code(_ password: String) async throws -> Int? {
            let answer = try await server.send(
                "GET",
                "/rest/changePassword?f=json&u=anna&p=\(password)&username=anna&password=second-one"
            )
            return try answer.json().object("subsonic-response", "error")["code"] as? Int
        }
        try server.catalog.access.setRights([.stream], of: user.id)
        #expect(try await code("first-password") == 50)
        try server.catalog.access.setRights([.settings], of: user.id)
        #expect(try await code("first-password") == nil)
        await server.stop()
    }

    @Test("createUser and updateUser give rights, and getUser shows them")
    func roles() async throws {
        let server = try await TestServer.start()
        try server.setPassword()
        #expect(
            try await server.errorWithPassword(
                "createUser", "username=eva&password=long-enough&email=&shareRole=true") == nil)
        func roles() async throws -> [String: Any] {
            try await server.payload("getUser", "username=eva").object("user")
        }
        // The protocol's defaults: settings and streams.
        #expect(try await roles()["shareRole"] as? Bool == true)
        #expect(try await roles()["streamRole"] as? Bool == true)
        #expect(try await roles()["downloadRole"] as? Bool == false)
        let song = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        let shares = try await server.send(
            "GET",
            "/rest/createShare?f=json&c=test&v=1.16.1&u=eva&p=long-enough&id=tr-\(song.persistentID)"
        ).json().object("subsonic-response", "shares").objects("share")
        let link = String(
            try #require(shares.first?.text("url")).dropFirst(server.url.absoluteString.count))
        #expect(try await server.send("GET", link).status == 200)
        #expect(
            try await server.errorWithPassword(
                "updateUser", "username=eva&downloadRole=true&shareRole=false") == nil)
        // A link gives no more than its maker has.
        #expect(try await server.send("GET", link).status == 404)
        #expect(try await roles()["downloadRole"] as? Bool == true)
        #expect(try await roles()["shareRole"] as? Bool == false)
        #expect(try await roles()["streamRole"] as? Bool == true)
        // Administrators have all rights, and what was denied before is denied after.
        for isAdmin in [true, false] {
            #expect(
                try await server.errorWithPassword(
                    "updateUser", "username=eva&adminRole=\(isAdmin)") == nil)
            #expect(try await roles()["shareRole"] as? Bool == isAdmin)
        }
        await server.stop()
    }

    @Test("A bookmark keeps its comment and when it was made and changed")
    func bookmarks() async throws {
        let server = try await TestServer.start()
        let id = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            .persistentID
        func bookmark() async throws -> [String: Any]? {
            try await server.payload("getBookmarks").object("bookmarks").objects("bookmark").first
        }
        #expect(
            try await server.error("createBookmark", "id=tr-\(id)&position=150&comment=here")
                == nil)
        let made = try #require(try await bookmark())
        #expect(made.text("comment") == "here" && made["position"] as? Int == 150)
        #expect(made.text("created")?.hasSuffix("Z") == true)
        // The command line changes it, too.
        try server.catalog.values.setBookmark(0.3, of: id)
        let changed = try #require(try await bookmark())
        #expect(changed["position"] as? Int == 300)
        #expect(changed.text("created") == made.text("created"))
        let (first, second) = try (
            #require(made.text("changed")), #require(changed.text("changed"))
        )
        #expect(second >= first)
        #expect(try await server.error("deleteBookmark", "id=tr-\(id)") == nil)
        #expect(try await bookmark() == nil)
        // Apps keep what they know, as of conversions that are longer.
        #expect(try await server.error("createBookmark", "id=tr-\(id)&position=99999") == nil)
        #expect(try #require(try await bookmark())["position"] as? Int == 99999)
        #expect(try await server.error("deleteBookmark", "id=tr-\(id)") == nil)
        // Where the item has ended, there is nothing to resume.
        let late = try await server.api("PUT", "/items/\(id)/bookmark", body: #"{"time":100}"#)
        #expect(late.status == 400)
        #expect(
            try late.json().text("detail")
                == "time takes seconds before the end at 0.5, not '100.0'")
        #expect(try await bookmark() == nil)
        try server.catalog.values.setBookmark(0.4, of: id)
        #expect(try #require(try await bookmark()).text("comment") == nil)
        await server.stop()
    }

    @Test("The indexes are not sent again while nothing changes, and are after a change")
    func indexes() async throws {
        let server = try await TestServer.start()
        func indexes(_ since: Int) async throws -> (count: Int, date: Int) {
            let found = try await server.payload("getIndexes", "ifModifiedSince=\(since)")
                .object("indexes")
            return (found.objects("index").count, try #require(found["lastModified"] as? Int))
        }
        var (count, date) = try await indexes(0)
        #expect(count > 0)
        // In the second of the last change it is sent again, and then no more.
        try await eventually("the second is over") {
            (count, date) = try await indexes(date)
            return count == 0
        }
        try server.add("full/full.ogg", as: "Zappa/1.ogg")
        try await server.scan()
        #expect(try await indexes(date).count > 0)
        await server.stop()
    }

    @Test("An answer is not sent again while it is the same")
    func tags() async throws {
        let server = try await TestServer.start()
        let id = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            .persistentID
        for path in ["/items", "/albums", "/search?q=a", "/stats", "/openapi.json", "/items/\(id)"]
        {
            let tag = try #require(try await server.api(path).headers["etag"], "\(path)")
            let again = try await server.api(path, headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty, "\(path)")
        }
        let tag = try #require(try await server.api("/items").headers["etag"])
        try server.catalog.values.setRating(3, of: id)
        #expect(try await server.api("/items", headers: ["If-None-Match": tag]).status == 200)
        await server.stop()
    }

    @Test("An explanation names the tags that a value comes from")
    func explanation() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let id = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            .persistentID
        let answer = try await server.api("/items/\(id)/explanation")
        #expect(answer.status == 200, "\(answer.text)")
        let properties = try answer.json().objects("properties")
        #expect(properties.contains { $0.text("name") == "title" })
        try server.remove("a.flac")
        let refusal = try await server.api("/items/\(id)/explanation")
        #expect(refusal.status == 409 && refusal.text.contains("a.flac"), "\(refusal.text)")
        await server.stop()
    }

    @Test(
        "A file of another machine is not there for now, and the answer names the machine",
        arguments: [
            "/api/v1/items/ID/download", "/api/v1/items/ID/stream",
            "/rest/stream?c=x&apiKey=KEY&id=tr-ID",
        ])
    func otherMachine(path: String) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let id = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            .persistentID
        try server.catalog.giveRoots(to: "nas")
        let key = path.contains("KEY") ? [:] : ["Authorization": "Bearer \(server.secret)"]
        let path = path.replacing("ID", with: id.description).replacing("KEY", with: server.secret)
        #expect(try await server.send("GET", path, headers: key).status == 200)
        try server.remove("a.flac")
        let answer = try await server.send("GET", path, headers: key)
        #expect(answer.status == 503 && answer.text.contains("nas"), "\(answer.text)")
        await server.stop()
    }

    @Test(
        "An explanation that cannot be had names why",
        arguments: [
            ("kill -SEGV $$", "crashed"), ("echo it is out of order >&2; exit 2", "out of order"),
            ("exit 3", "code 3"),
        ])
    func failedExplanation(script: String, cause: String) async throws {
        let program = FileManager.default.temporaryDirectory
            .appendingPathComponent("program-\(UUID().uuidString)")
        try makeProgram(at: program, running: script)
        defer { try? FileManager.default.removeItem(at: program) }
        let server = try await TestServer.start(["a.flac": "full/full.flac"]) {
            $0.media.program = MediaPath(program.path)
        }
        let id = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            .persistentID
        let answer = try await server.api("/items/\(id)/explanation")
        #expect(answer.status == 409 && answer.text.contains(cause), "\(answer.text)")
        await server.stop()
    }

    @Test(
        "A client that closes its connection ends the reading for its explanation",
        arguments: ["", "Content-Length: 5\r\n"])
    func abandonedExplanation(field: String) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-explanation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (program, number) = (
            folder.appendingPathComponent("program"), folder.appendingPathComponent("number")
        )
        try makeProgram(at: program, running: "echo $$ > '\(number.path)'\nexec sleep 600")
        let server = try await TestServer.start(["a.flac": "full/full.flac"], over: .socket) {
            $0.media.program = MediaPath(program.path)
        }
        let id = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
            .persistentID
        var worker: pid_t?
        do {
            let client = try RawConnection(port: #require(server.url.port))
            client.send(
                "GET /api/v1/items/\(id)/explanation HTTP/1.1\r\nHost: x\r\n"
                    + "\(field)Authorization: Bearer \(server.secret)\r\n\r\n")
            try await eventually("the worker starts") {
                // Not there until the worker has started.
                let text = try? String(contentsOf: number, encoding: .utf8)
                worker = text.flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
                return worker != nil
            }
        }
        let reader = try #require(worker)
        try await eventually("the worker is ended") { kill(reader, 0) != 0 }
        // The limit of time would have ended it with an answer that names it.
        var line: String?
        try await eventually("the log has the request") {
            line = server.log.lines.first { $0.contains("/explanation") }
            return line != nil
        }
        #expect(line?.contains("503") == true, "\(line ?? "")")
        await server.stop()
    }

    @Test("A user who cannot be added as asked is not added at all")
    func addingUsers() async throws {
        let server = try await TestServer.start()
        let root = try #require(try server.catalog.roots.all().first).id
        func add(_ roots: String, _ name: String = "eva") async throws -> Int {
            try await server.page(
                "POST", "/users",
                body:
                    #"{"name":"\#(name)","password":"long-enough","closedRoots":["\#(roots)"],"rights":["stream"]}"#
            ).status
        }
        #expect(try await add("999") == 400)
        #expect(
            try await server.errorWithPassword(
                "createUser", "username=eva&password=long-enough&email=&musicFolderId=999") == 70)
        #expect(try server.catalog.users.all().map(\.name) == ["owner"])
        #expect(try await add(root.description) == 201)
        #expect(try await add(root.description, "EVA") == 409)
        let eva = try server.catalog.users.user(named: "eva")
        #expect(try server.catalog.users.closedRoots(of: eva) == [root])
        #expect(
            try server.catalog.access.deniedRights(of: eva.id)
                == Set(UserRight.allCases).subtracting([.stream]))
        let ping = try await server.send("GET", "/rest/ping?f=json&u=eva&p=long-enough").json()
        #expect(ping.object("subsonic-response").text("status") == "ok")
        await server.stop()
    }
}
