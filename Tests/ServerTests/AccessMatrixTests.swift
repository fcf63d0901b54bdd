import Foundation
import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Every endpoint of both APIs, asked by nobody, with a wrong password, by a user, by a user to whom a root is closed,
/// and by an administrator.
@Suite(.timeLimit(.minutes(20))) struct AccessMatrixTests {
    /// Words of the closed root: of tags, and of the paths of files and folders.
    private static let hidden = ["Lluvia", "Cartas", "Electronic", "Chamber", "hidden", "attic"]

    /// The things of the closed root, by what they are.
    private struct HiddenThings {
        var song = ""
        var album = ""
        var folder = ""
        var root = ""
        var cover = ""
        /// In the native API.
        var item = ""
        var folderNumber = ""
    }

    private func world() async throws -> (TestServer, user: String, restricted: String) {
        let server = try await TestServer.start(
            ["open.mp3": "odd/nul-separated.mp3"],
            more: [
                "hidden/attic/1.flac": "full/full.flac", "hidden/attic/2.mkv": "full/full.mkv",
            ])
        let user = try server.addUser("anna")
        let restricted = try server.addUser("ben")
        let roots = try server.catalog.roots.all()
        let closed = try #require(roots.first { $0.path.description.hasSuffix("hidden") })
        try server.catalog.users.setRoots(
            closed: [closed.id], for: server.catalog.users.user(named: "ben"))
        return (server, user, restricted)
    }

    // MARK: - OpenSubsonic

    @Test("OpenSubsonic: each endpoint is answered for those only who may call it")
    func subsonicRoles() async throws {
        let (server, user, _) = try await world()
        try server.setPassword()
        for endpoint in SubsonicEndpoints.all {
            let name = endpoint.name
            func code(_ query: String) async throws -> Int? {
                let answer = try await server.send("GET", "/rest/\(name)?f=json&\(query)")
                let envelope = try answer.json().object("subsonic-response")
                return envelope.object("error")["code"] as? Int
            }
            let nobody = try await code("")
            let wrong = try await code("apiKey=wrong-\(name)")
            let known = try await code("apiKey=\(user)")
            switch endpoint.role {
            case .anybody:
                #expect(nobody == nil && wrong == nil && known == nil, "\(name)")
            case .user:
                #expect(nobody == 10, "\(name)")
                #expect(wrong == 44, "\(name)")
                #expect(![40, 44].contains(known ?? 0), "\(name)")
                #expect((known == 50) == endpoint.refusesAppPasswords, "\(name)")
            case .admin:
                #expect(nobody == 10, "\(name)")
                #expect(wrong == 44, "\(name)")
                #expect(known == 50, "\(name)")
                let admin = try await code(
                    endpoint.refusesAppPasswords
                        ? "u=owner&p=\(TestServer.password)" : "apiKey=\(server.secret)")
                // Without its parameters it does nothing; one that has none is done.
                #expect(![40, 44, 50].contains(admin ?? 0), "\(name)")
            }
            // Failures are counted by address and name; that is not what is tested.
            server.clock.advance(by: .seconds(LoginThrottle.longest))
        }
        await server.stop()
    }

    @Test("OpenSubsonic: nothing of a closed root is answered, in lists or by its ids")
    func subsonicClosedRoot() async throws {
        let (server, _, restricted) = try await world()
        let things = try await hiddenThings(server)
        let ids = [things.song, things.album, things.folder, things.cover]
        for endpoint in SubsonicEndpoints.all where endpoint.role != .admin {
            for id in ids {
                let query = endpoint.parameters.compactMap { parameter in
                    value(of: parameter, id: id, things).map { "\(parameter.name)=\($0)" }
                }.joined(separator: "&")
                for method in ["GET", "POST"] {
                    let answer = try await ask(
                        server, method, endpoint.name, "apiKey=\(restricted)&\(query)")
                    let label = "\(method) \(endpoint.name)?\(query)"
                    for word in Self.hidden {
                        #expect(!answer.text.contains(word), "\(label): \(word)")
                    }
                    // A refusal without a body is as good: the endpoint for transcodes has only a status.
                    #expect(
                        answer.body.isEmpty || answer.headers["content-type"] == "application/json",
                        "\(label) sends bytes")
                }
            }
        }
        // The same is answered to those to whom the root is open.
        let open = try await server.payload("getSong", "id=\(things.song)")
        #expect(open.object("song").text("title")?.contains("Lluvia") == true)
        #expect(try await server.call("stream", "id=\(things.song)").status == 200)
        await server.stop()
    }

    /// Asks with the query in the address, or as a form.
    private func ask(
        _ server: TestServer, _ method: String, _ endpoint: String, _ query: String
    ) async throws -> TestServer.Answer {
        let query = "f=json&c=test&" + query
        return method == "GET"
            ? try await server.send("GET", "/rest/\(endpoint)?\(query)")
            : try await server.send(
                "POST", "/rest/\(endpoint)",
                headers: ["Content-Type": "application/x-www-form-urlencoded"], body: query)
    }

    private func value(of parameter: Parameter, id: String, _ things: HiddenThings) -> String? {
        switch parameter.name {
        case "id", "playlistId", "songId", "songIdToAdd", "mediaId", "albumId", "artistId",
            "current":
            return id
        case "musicFolderId": return parameter.isRequired ? things.root : nil
        case "username": return "ben"
        case "mediaType": return "song"
        case "state": return "playing"
        case "genre": return "Folk"
        case "password": return "enough-letters"
        default: break
        }
        guard parameter.isRequired else { return nil }
        switch parameter.kind {
        case .text: return "x"
        case .anyText: return ""
        case .integer, .number: return "1"
        case .flag: return "true"
        case .choice(let choices): return choices.first
        }
    }

    private func hiddenThings(_ server: TestServer) async throws -> HiddenThings {
        let items = try server.catalog.items.all(matching: MediaQuery())
        let item = try #require(
            items.first { $0.location.path.description.hasSuffix("attic/1.flac") })
        var things = HiddenThings()
        things.item = item.persistentID.description
        things.song = "tr-\(item.persistentID)"
        let song = try await server.payload("getSong", "id=\(things.song)").object("song")
        things.album = try #require(song.text("albumId"))
        things.folder = try #require(song.text("parent"))
        things.cover = try #require(song.text("coverArt"))
        things.folderNumber = String(things.folder.dropFirst(3))
        let root = try #require(
            server.catalog.roots.all().first { $0.path.description.hasSuffix("hidden") })
        things.root = root.id.description
        return things
    }

    // MARK: - The native API

    @Test("The native API: each resource is answered for those only who may ask for it")
    func nativeRoles() async throws {
        let (server, user, _) = try await world()
        for route in APIRoutes.all where route.path != "/events" {
            let path = "/api/v1" + route.path.replacing(/\{\w+\}/, with: "999999")
            let method = route.method.rawValue
            func status(_ secret: String?) async throws -> Int {
                try await server.send(
                    method, path, headers: secret.map { ["Authorization": "Bearer \($0)"] } ?? [:],
                    body: method == "GET" ? nil : "{}"
                ).status
            }
            let label = "\(method) \(route.path)"
            let nobody = try await status(nil)
            let wrong = try await status("wrong")
            let known = try await status(user)
            server.clock.advance(by: .seconds(LoginThrottle.longest))
            if route.role == .anybody {
                #expect(nobody != 401, "\(label)")
                continue
            }
            #expect(nobody == 401 && wrong == 401, "\(label)")
            #expect(
                (known == 403) == (route.role == .admin || route.refusesAppPasswords),
                "\(label): \(known)")
            #expect(known < 500, "\(label): \(known)")
            if route.role == .admin, route.path != "/scans" {
                #expect(try await status(server.secret) < 500, "\(label)")
            }
        }
        await server.stop()
    }

    @Test("The native API: nothing of a closed root is answered, in lists or by its ids")
    func nativeClosedRoot() async throws {
        let (server, _, restricted) = try await world()
        let things = try await hiddenThings(server)
        // Routes about the caller's own passwords and sessions would end the caller's access half-way, and the description of
        // the API has these words of its own.
        let account = ["/events", "/app-passwords", "/session", "/password", "/openapi.json"]
        let routes = APIRoutes.all.filter { route in
            route.role != .admin && !account.contains { route.path.hasPrefix($0) }
        }
        for route in routes {
            for id in [things.item, things.folderNumber] {
                let isItem = route.path.hasPrefix("/items/") || route.path.hasPrefix("/folders/")
                if isItem != (id == things.item) && route.path.hasPrefix("/items/") { continue }
                let path = "/api/v1" + route.path.replacing(/\{\w+\}/, with: id) + "?q=Lluvia"
                let method = route.method.rawValue
                let answer = try await server.send(
                    method, path, headers: ["Authorization": "Bearer \(restricted)"],
                    body: method == "GET"
                        ? nil
                        : #"{"rating":1,"star":true,"time":1,"items":["\#(things.item)"],"name":"x"}"#
                )
                for word in Self.hidden {
                    #expect(!answer.text.contains(word), "\(method) \(path): \(word)")
                }
                if route.path.hasPrefix("/items/{id}") {
                    #expect(answer.status == 404, "\(method) \(path): \(answer.status)")
                }
            }
        }
        let open = try await server.api("GET", "/items/\(things.item)")
        #expect(open.text.contains("Lluvia"))
        await server.stop()
    }
}
