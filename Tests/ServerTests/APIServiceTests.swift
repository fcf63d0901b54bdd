import Foundation
import HTTPTypes
import HummingbirdTesting
import PhonolithAccess
import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// The native API.
@Suite(.timeLimit(.minutes(20))) struct APIServiceTests {
    @Test("A list comes in pages that lead to each other, with its length")
    func pages() async throws {
        let server = try await TestServer.start()
        let first = try await server.api("GET", "/songs?limit=2&sort=title").json()
        #expect(first["total"] as? Int == 3)
        #expect(first.objects("items").count == 2)
        let next = try #require(first.text("next"))
        let second = try await server.api(
            "GET", String(next.dropFirst("/api/v1".count))
        ).json()
        #expect(second.objects("items").count == 1)
        #expect(second["next"] == nil)
        let ids = (first.objects("items") + second.objects("items")).map {
            $0.text("persistentID")
        }
        #expect(Set(ids).count == 3)
        let found = try await server.api("GET", "/songs?where=codec%20%3D%20flac").json()
        #expect(found["total"] as? Int == 1)
        await server.stop()
    }

    @Test("With NDJSON all comes, a record a line")
    func lines() async throws {
        let server = try await TestServer.start()
        for list in ["items", "albums", "genres"] {
            let all = try await server.api("GET", "/\(list)").json()
            let streamed = try await server.api(
                "GET", "/\(list)", headers: ["Accept": "application/x-ndjson"])
            let records = try streamed.text.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
            }
            #expect(records.count == all["total"] as? Int)
            #expect(
                records.map { $0.text("persistentID") }
                    == all.objects("items").map { $0.text("persistentID") })
        }
        await server.stop()
    }

    @Test("Nothing is answered without credentials, and problems say what is wrong")
    func problems() async throws {
        let server = try await TestServer.start([:])
        for path in ["/items", "/nothing", "/openapi.json", "/users"] {
            let answer = try await server.send("GET", "/api/v1\(path)")
            #expect(answer.status == 401, "\(path)")
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
        #expect(try await server.api("GET", "/nothing").status == 404)
        #expect(try await server.api("DELETE", "/items").status == 405)
        #expect(try await server.api("GET", "/items/99").status == 404)
        let wrong = try await server.api("GET", "/items?sort=colour")
        #expect(wrong.status == 400)
        #expect(try wrong.json().text("detail")?.contains("colour") == true)
        #expect(try await server.api("GET", "/items?where=artist%20%3D").status == 400)
        #expect(try await server.api("GET", "/items?limit=x").status == 400)
        await server.stop()
    }

    @Test(
        "A body without the property changes nothing; null removes the value",
        arguments: [
            ("rating", #"{"rating":4}"#, #"{"stars":5}"#, #"{"rating":null}"#),
            ("bookmark", #"{"time":0.25}"#, #"{"tim":3}"#, #"{"time":null}"#),
        ])
    func absentProperty(name: String, given: String, wrong: String, null: String) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let item = try #require(try server.catalog.items.all(matching: .songs).first)
        let path = "/items/\(item.persistentID)/\(name)"
        func hasValue() throws -> Bool {
            let values = try #require(try server.catalog.items.item(item.persistentID)).userValues
            return values.rating != nil || values.bookmarkTime != nil
        }
        #expect(try await server.api("PUT", path, body: given).status == 204)
        for body in [wrong, "{}", "[]"] {
            #expect(try await server.api("PUT", path, body: body).status == 400)
            #expect(try hasValue())
        }
        let property = name == "rating" ? "rating" : "time"
        let detail = try await server.api("PUT", path, body: wrong).json().text("detail")
        #expect(detail == "the body has no property '\(property)'")
        #expect(try await server.api("PUT", path, body: null).status == 204)
        #expect(try !hasValue())
        await server.stop()
    }

    @Test("A browser logs in by cookie, and changes need its token")
    func sessions() async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        try Access.setPassword(
            "correct horse", of: server.catalog.users.all()[0], in: server.catalog, cost: .least)
        let refused = try await server.send(
            "POST", "/api/v1/session", body: #"{"user":"owner","password":"x"}"#)
        #expect(refused.status == 401)
        // A session must not outlive the app password that it was begun with.
        let app = try await server.send(
            "POST", "/api/v1/session",
            body: #"{"user":"owner","password":"\#(server.secret)"}"#)
        #expect(app.status == 401)
        let login = try await server.send(
            "POST", "/api/v1/session", body: #"{"user":"owner","password":"correct horse"}"#)
        #expect(login.status == 200)
        let set = try #require(login.headers["set-cookie"])
        #expect(set.contains("HttpOnly") && set.contains("SameSite=Lax"))
        let cookie = String(set.prefix { $0 != ";" })
        let token = try #require(try login.json().text("csrfToken"))
        let list = try await server.send("GET", "/api/v1/items", headers: ["Cookie": cookie])
        let item = try #require(try list.json().objects("items").first?.text("persistentID"))
        let path = "/api/v1/items/\(item)/rating"
        let body = #"{"rating":4}"#
        #expect(
            try await server.send("PUT", path, headers: ["Cookie": cookie], body: body).status
                == 403)
        let changed = try await server.send(
            "PUT", path, headers: ["Cookie": cookie, "X-CSRF-Token": token], body: body)
        #expect(changed.status == 204)
        #expect(try await server.api("GET", "/items/\(item)").json()["rating"] as? Int == 4)
        let out = try await server.send(
            "DELETE", "/api/v1/session", headers: ["Cookie": cookie, "X-CSRF-Token": token])
        #expect(out.status == 204)
        #expect(
            try await server.send("GET", "/api/v1/items", headers: ["Cookie": cookie]).status
                == 401)
        await server.stop()
    }

    @Test("The description names every resource, and refers to nothing that it lacks")
    func description() async throws {
        let server = try await TestServer.start([:])
        let answer = try await server.api("GET", "/openapi.json")
        let document = try answer.json()
        #expect(document.text("openapi") == "3.1.0")
        for route in APIRoutes.all {
            let operation = document.object(
                "paths", route.path, route.method.rawValue.lowercased())
            #expect(operation.text("summary") == route.summary, "\(route.path)")
        }
        let rating = document.object("paths", "/items/{id}/rating", "put", "requestBody")
        #expect(rating["required"] as? Bool == true)
        let schema = rating.object("content", "application/json", "schema")
        #expect(schema["required"] as? [String] == ["rating"])
        #expect(
            schema.object("properties", "rating")["type"] as? [String] == ["integer", "null"])
        let schemas = Set(document.object("components", "schemas").keys)
        let references = answer.text.components(separatedBy: "#/components/schemas/")
            .dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(Set(references).isSubset(of: schemas))
        await server.stop()
    }

    @Test("Below a base path everything is, and nothing beside it")
    func basePath() async throws {
        let server = try await TestServer.start([:], basePath: "/music")
        #expect(try await server.send("GET", "/healthz").text == "ok\n")
        #expect(try await server.payload("ping").text("status") == "ok")
        let document = try await server.api("/openapi.json").json()
        #expect(document.objects("servers").first?.text("url") == "/music/api/v1")
        let made = try await server.api("POST", "/playlists", body: #"{"name":"One"}"#)
        #expect(made.headers["location"]?.hasPrefix("/music/api/v1/playlists/") == true)
        let imported = try await server.api(
            "POST", "/playlists/import?name=Two&format=m3u8", body: "#EXTM3U\nx.mp3\n")
        #expect(imported.status == 201)
        #expect(imported.headers["location"]?.hasPrefix("/music/api/v1/playlists/") == true)
        let outside = try await server.client?.execute(uri: "/healthz", method: .get)
        #expect(outside?.status == .notFound)
        await server.stop()
    }
}
