import Foundation
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithQueries
import PhonolithScans
import PhonolithServer
import PhonolithStore
import PhonolithUsers
import Testing

/// What a request may be, before anything is computed from it.
@Suite(.timeLimit(.minutes(20))) struct RequestLimitTests {
    /// Every parameter of both APIs, beside those that every call of OpenSubsonic has.
    static let names: [String] = Set(
        ["u", "p", "t", "s", "apiKey", "c", "v", "f", "callback"]
            + SubsonicEndpoints.all.flatMap(\.parameters).map(\.name)
            + APIRoutes.all.flatMap { $0.parameters + $0.body }.map(\.name)
    ).sorted()

    /// The longest text of a size, of letters that fold to many.
    private static func longest(_ size: RequestLimits.Size) -> String {
        switch size {
        case .bytes(let most):
            String(repeating: "ﷺ", count: most / 3) + String(repeating: "a", count: most % 3)
        case .characters(let most): String(repeating: "ﷺ", count: most)
        }
    }

    @Test(
        "The longest text of every parameter is taken, and one letter more is not", arguments: names
    )
    func parameter(name: String) async throws {
        let size = RequestLimits.size(of: name)
        let text = Self.longest(size)
        for (value, isTaken) in [(text, true), (text + "a", false)] {
            let form = FormText("\(name)=\(value)&f=json")
            #expect((form.excess == nil) == isTaken)
            #expect(form.values(name) == (isTaken ? [value] : []) + (name == "f" ? ["json"] : []))
            let encoded = FormText("\(name)=\(PercentEncoding.value(value))")
            #expect((encoded.excess == nil) == isTaken)
            for body in [#"{"\#(name)":"\#(value)"}"#, #"{"\#(name)":["a","\#(value)"]}"#] {
                let error = await #expect(throws: (any Error).self) {
                    try await LongBodies().object(
                        Never.self, in: Self.json(body), upTo: .max, from: "192.0.2.1")
                }
                #expect((error is RequestExcess) != isTaken)
            }
        }
    }

    private static func json(_ body: String) -> Request {
        Request(
            head: .init(
                method: .post, scheme: nil, authority: nil, path: "/",
                headerFields: [.contentType: "application/json"]),
            body: RequestBody(buffer: ByteBuffer(string: body)))
    }

    @Test("Names, lists and forms that are too long are refused, whatever they are of")
    func counts() {
        let names = [255, 256].map { FormText(String(repeating: "a", count: 3 * $0) + "=1") }
        #expect(names.map { $0.excess == nil } == [true, false])
        let most = RequestLimits.listCount
        let lists = [most, most + 1].map {
            FormText(Array(repeating: "id=tr-1", count: $0).joined(separator: "&"))
        }
        #expect(lists.map { $0.excess == nil } == [true, false])
        #expect(lists.map { $0.values("id").count } == [most, most])
    }

    @Test("Clients without credentials send 16 KB, objects with lists 1 MiB, all others 64 KiB")
    func bodies() {
        let open = APIRoutes.all.filter { $0.role == .anybody && !$0.body.isEmpty }
        #expect(open.map(\.path) == ["/session", "/setup"])
        for route in APIRoutes.all {
            let hasList = route.body.contains { $0.kind == .array }
            let expected = route.role == .anybody ? 16 << 10 : hasList ? 1 << 20 : 64 << 10
            #expect(route.longestBody == expected, "\(route.path)")
        }
    }

    @Test("Every endpoint and resource refuses texts that are too long with a reason")
    func everywhere() async throws {
        let server = try await TestServer.start([:])
        try await withThrowingTaskGroup { group in
            for endpoint in SubsonicEndpoints.all {
                group.addTask {
                    for parameter in endpoint.parameters {
                        let value = Self.longest(RequestLimits.size(of: parameter.name)) + "a"
                        let answer = try await server.send(
                            "POST", "/rest/\(endpoint.name)",
                            headers: ["Content-Type": "application/x-www-form-urlencoded"],
                            body: "\(parameter.name)=\(value)&f=json")
                        let error = try answer.json().object("subsonic-response", "error")
                        #expect(
                            error.text("message")?.hasPrefix("\(parameter.name) is too long: ")
                                == true,
                            "\(endpoint.name) \(parameter.name)")
                    }
                }
            }
            for route in APIRoutes.all {
                group.addTask {
                    let path = route.path.replacing(/\{[^}]*\}/, with: "1")
                    for parameter in route.parameters {
                        let size = RequestLimits.size(of: parameter.name)
                        let value = PercentEncoding.value(Self.longest(size) + "a")
                        // The URL itself has a limit.
                        if value.utf8.count > 60 << 10 { continue }
                        let answer = try await server.api(
                            route.method.rawValue, "\(path)?\(parameter.name)=\(value)")
                        #expect(answer.status == 400, "\(path) \(parameter.name)")
                        #expect(answer.text.contains("is too long"))
                    }
                    if route.body.isEmpty { return }
                    let secret = try server.addAdministration()
                    let body =
                        "{\"x\":\"" + String(repeating: "a", count: route.longestBody) + "\"}"
                    let answer = try await server.api(
                        route.method.rawValue, path, body: body, secret: secret)
                    #expect([404, 413, 422].contains(answer.status), "\(path) \(answer.status)")
                }
            }
            try await group.waitForAll()
        }
        await server.stop()
    }

    /// Logins by every way, with a name or a password that is much too long.
    static let logins: [(path: String, type: String, body: String)] = [
        "ﷺ", "a", "é", "\u{202E}", "漢",
    ].flatMap { letter in
        let text = String(repeating: letter, count: 900_000 / letter.utf8.count)
        return [
            ("/api/v1/session", "application/json", #"{"user":"\#(text)","password":"x"}"#),
            ("/api/v1/session", "application/json", #"{"user":"a","password":"\#(text)"}"#),
            ("/api/v1/setup", "application/json", #"{"token":"\#(text)","password":"12345678"}"#),
            ("/rest/ping", "application/x-www-form-urlencoded", "f=json&u=\(text)&p=x"),
            ("/rest/ping", "application/x-www-form-urlencoded", "u=a&p=\(text)&f=json"),
            ("/rest/ping", "application/x-www-form-urlencoded", "u=a&t=\(text)&s=b&f=json"),
            ("/rest/ping", "application/x-www-form-urlencoded", "u=a&t=b&s=\(text)&f=json"),
            ("/rest/ping", "application/x-www-form-urlencoded", "apiKey=\(text)&f=json"),
        ]
    }

    @Test("A login with megabytes is refused for its length, and counts as no try")
    func longLogins() async throws {
        let server = try await TestServer.start([:])
        try server.setPassword()
        for login in Self.logins {
            let answer = try await server.send(
                "POST", login.path, headers: ["Content-Type": login.type], body: login.body)
            if login.path == "/rest/ping" {
                let error = try answer.json().object("subsonic-response", "error")
                #expect(error["code"] as? Int == 0 && answer.status == 200)
            } else {
                #expect(answer.status == 413)
            }
        }
        #expect(!server.log.lines.contains { $0.contains("login failed") })
        #expect(try await server.errorWithPassword("ping") == nil)
        await server.stop()
    }

    @Test(
        "A search takes 500 characters, which the library reads at once",
        arguments: ["ﷺ", "a", "é-", "漢", "! "])
    func search(letter: String) async throws {
        let server = try await TestServer.start()
        let text = String(repeating: letter, count: 500 / letter.count)
        for name in ["search2", "search3"] {
            let query = PercentEncoding.value(text)
            #expect(try await server.error(name, "query=\(query)") == nil)
            #expect(try await server.error(name, "query=\(query)a") == 0)
        }
        #expect(try await server.api("/search?q=\(PercentEncoding.value(text))").status == 200)
        #expect(try await server.api("/search?q=\(PercentEncoding.value(text))a").status == 400)
        // What other programs give the library is cut.
        let whole = try server.catalog.search.results(String(repeating: letter, count: 300_000))
        #expect(whole == SearchResults())
        await server.stop()
    }

    /// Why a form is not read, and where in it the client says how it wants to be answered.
    static let forms: [(name: String, status: Int, body: @Sendable (String) -> String)] = [
        ("too many parameters", 200, { $0 + "&" + list + "&songId=tr-1" }),
        ("too many parameters, the form of the answer last", 200, { list + "&songId=tr-1&" + $0 }),
        ("a name that is too long", 200, { $0 + "&u=" + String(repeating: "a", count: 256) }),
        (
            "a name that is too long, in front", 200,
            { "u=" + String(repeating: "a", count: 256) + "&" + $0 }
        ),
        ("more than 10 MiB", 413, { $0 + "&" + String(repeating: "a=b&", count: 3 << 20) }),
    ]
    private static let list = Array(repeating: "songId=tr-1", count: 100_000).joined(separator: "&")

    @Test(
        "An error before a form is read is in the form that it asks for",
        arguments: forms.indices, ["json", "jsonp", "xml"])
    func formOfErrors(index: Int, format: String) async throws {
        let server = try await TestServer.start([:])
        let form = Self.forms[index]
        let answer = try await server.send(
            "POST", "/rest/createPlaylist",
            headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: form.body("f=\(format)&callback=call&v=1.16.1"))
        let beginning =
            switch format {
            case "json": #"{"subsonic-response":{"status":"failed""#
            case "jsonp": #"call({"subsonic-response":{"status":"failed""#
            default: #"<?xml version="1.0" encoding="UTF-8"?>"#
            }
        #expect(answer.status == form.status)
        #expect(answer.text.hasPrefix(beginning), "\(form.name): \(answer.text.prefix(200))")
        await server.stop()
    }

    @Test(
        "Names that are none are refused by the library, createUser and the native API alike",
        arguments: [
            "", " ", ".", "..", "a/b", "/", "../a", "a\u{0}b", "a\nb", "a\u{202E}b", "a\u{2066}b",
            "a\u{2028}b", String(repeating: "a", count: 256), String(repeating: "a", count: 5000),
            String(repeating: "ﷺ", count: 86), "\u{301}\u{301}",
        ])
    func userNames(name: String) async throws {
        let server = try await TestServer.start([:])
        let secret = try server.addAdministration()
        let encoded = PercentEncoding.value(name)
        let code = try await server.error(
            "createUser", "username=\(encoded)&password=12345678&email=", secret: secret)
        #expect(code == (name.isEmpty ? 10 : 0))
        let body = try String(
            decoding: JSONEncoder().encode(["name": name, "password": "12345678"]), as: UTF8.self)
        let native = try await server.api("POST", "/users", body: body, secret: secret)
        #expect([400, 422].contains(native.status))
        #expect(throws: UserError.unusableName(name)) { try server.catalog.users.add(name) }
        #expect(try server.catalog.users.all().map(\.name) == ["owner"])
        await server.stop()
    }

    @Test(
        "Names that are some are taken by every way, and log in",
        arguments: ["Anna", "anna@example.org", "o'brien", "Ada, L.", "…", "漢字", "a.b", "a\\b"])
    func usableNames(name: String) async throws {
        let server = try await TestServer.start([:])
        let secret = try server.addAdministration()
        let encoded = PercentEncoding.value(name)
        #expect(
            try await server.error(
                "createUser", "username=\(encoded)&password=12345678&email=", secret: secret)
                == nil)
        let answer = try await server.send("GET", "/rest/ping?f=json&u=\(encoded)&p=12345678")
        #expect(try answer.json().object("subsonic-response").text("status") == "ok")
        await server.stop()
    }

    @Test(
        "A scrobble with an impossible time is refused, and counts nothing",
        arguments: [
            ("-1", false), ("-5", false), ("-9223372036854775808", false),
            ("9223372036854775807", false), ("253402300800000", false), ("0", true),
            ("1700000000", true), ("1700000000000", true), ("4000000000000", true),
        ])
    func scrobbleTime(time: String, isTaken: Bool) async throws {
        let server = try await TestServer.start(["a.flac": "full/full.flac"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        let code = try await server.error("scrobble", "id=tr-\(item.persistentID)&time=\(time)")
        #expect(code == (isTaken ? nil : 0))
        let now = try #require(try server.catalog.items.item(item.persistentID))
        #expect(now.userValues.playCount == (isTaken ? 1 : 0))
        await server.stop()
    }

    @Test("A main password has 8 characters to 1024 bytes, by every way")
    func passwords() async throws {
        let server = try await TestServer.start([:])
        let secret = try server.addAdministration()
        for (password, isTaken) in [
            ("1234567", false), ("12345678", true), (String(repeating: "é", count: 512), true),
            (String(repeating: "é", count: 512) + "a", false),
        ] {
            let name = "user\(password.utf8.count)"
            let native = try await server.api(
                "POST", "/users", body: #"{"name":"\#(name)","password":"\#(password)"}"#,
                secret: secret)
            #expect(native.status == (isTaken ? 201 : 422))
            let hex = "enc:" + password.utf8.map { String($0, radix: 16) }.joined()
            let code = try await server.error(
                "createUser", "username=\(name)s&password=\(hex)&email=", secret: secret)
            #expect(code == (isTaken ? nil : 0))
            guard isTaken else { continue }
            for name in [name, name + "s"] {
                let login = try await server.send(
                    "POST", "/api/v1/session",
                    body: #"{"user":"\#(name)","password":"\#(password)"}"#)
                #expect(login.status == 200)
            }
        }
        await server.stop()
    }
}
