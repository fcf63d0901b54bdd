import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Lists page by page, and as one stream.
@Suite(.timeLimit(.minutes(20))) struct ListPageTests {
    /// The ids, or other values, of all pages of a list that lead to each other.
    private func ids(
        of list: String, in server: TestServer, key: String = "persistentID",
        between: () async throws -> Void = {}
    ) async throws -> [String] {
        var (ids, path): ([String], String?) = ([], list)
        while let next = path {
            let page = try await server.api(next).json()
            ids += page.objects("items").compactMap { $0.text(key) }
            path = page.text("next").map { String($0.dropFirst("/api/v1".count)) }
            if path != nil { try await between() }
        }
        return ids
    }

    @Test("More than a thousand items come once each in a random order, in pages and as lines")
    func random() async throws {
        let files = Dictionary(
            uniqueKeysWithValues: (1...1100).map { ("\($0).mp3", "empty/empty.mp3") })
        let server = try await TestServer.start(files)
        let pages = try await ids(of: "/items?sort=random&limit=300", in: server)
        #expect(pages.count == 1100 && Set(pages).count == 1100)
        let lines = try await server.api(
            "/items?sort=random", headers: ["Accept": "application/x-ndjson"])
        let streamed = try lines.text.split(separator: "\n").compactMap {
            (try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?
                .text("persistentID")
        }
        #expect(streamed.count == 1100 && Set(streamed).count == 1100)
        #expect(streamed != pages)
        await server.stop()
    }

    @Test("A list goes on where the last item of a page was deleted")
    func deleted() async throws {
        let server = try await TestServer.start(
            Dictionary(uniqueKeysWithValues: (1...5).map { ("\($0).mp3", "empty/empty.mp3") }))
        let whole = try await ids(of: "/items?sort=path", in: server)
        let page = try await server.api("/items?sort=path&limit=2").json()
        let last = try #require(MediaItemID(whole[1]))
        try server.remove("2.mp3")
        try await server.scan()
        #expect(try server.catalog.goneItems.delete([last]) == 1)
        let next = try #require(page.text("next"))
        let rest = try await ids(of: String(next.dropFirst("/api/v1".count)), in: server)
        #expect(rest == Array(whole[2...]))
        await server.stop()
    }

    @Test("A page says how many there are now, after each change of the library")
    func totals() async throws {
        let server = try await TestServer.start([
            "a/full.mp3": "full/full.mp3", "b/full.flac": "full/full.flac",
        ])
        func totals() async throws -> [Int?] {
            var totals: [Int?] = []
            for list in ["items", "songs", "albums", "audiobooks"] {
                // Twice: the second one may be remembered.
                for _ in 1...2 {
                    totals.append(try await server.api("/\(list)?limit=1").json()["total"] as? Int)
                }
            }
            return totals
        }
        func counted() throws -> [Int?] {
            try [MediaQuery(), .songs, .albums, .audiobooks].flatMap { query in
                let count = try server.catalog.collections.count(of: query)
                return [count, count]
            }
        }
        #expect(try await totals() == counted())
        try server.add("empty/empty.mp3", as: "c.mp3")
        try await server.scan()
        #expect(try await totals() == counted())
        try server.remove("a/full.mp3")
        try await server.scan()
        #expect(try await totals() == counted())
        #expect(try await totals()[0] == 2)
        await server.stop()
    }

    @Test("Pages of the history have each play once, whatever is played between them")
    func history() async throws {
        let server = try await TestServer.start(["a.mp3": "full/full.mp3"])
        let item = try #require(try server.catalog.items.all(matching: MediaQuery()).first)
        func play(_ seconds: [Int]) throws {
            for second in seconds {
                try server.catalog.values.notePlay(
                    of: item.persistentID, at: Date(secondsSince1970: second), by: "\(second)")
            }
        }
        try play([50, 20, 20, 10, 40])
        let players = try await ids(of: "/history?limit=2", in: server, key: "player") {
            try play([99])
        }
        #expect(players == ["50", "40", "20", "20", "10"])
        #expect(try await server.api("/history?after=3").status == 400)
        await server.stop()
    }

    @Test("Sort keys are those of the command line, and a token is of one list and order")
    func parameters() async throws {
        let server = try await TestServer.start()
        for sort in ["ALBUM:desc", "lastplayed,track", "added", "random", "duration:asc"] {
            #expect(try await server.api("/songs?sort=\(sort)").status == 200, "\(sort)")
        }
        let hint = try await server.api("/songs?sort=titel").json().text("detail")
        #expect(hint?.contains("did you mean title?") == true)
        let next = try await server.api("/songs?sort=title&limit=1").json().text("next")
        let token = try #require(next?.split(separator: "after=").last)
        #expect(try await server.api("/songs?sort=title&after=\(token)").status == 200)
        for path in [
            "/songs?sort=year&after=\(token)", "/albums?after=\(token)", "/songs?after=\(token)",
            "/history?after=\(token)", "/songs?after=1", "/songs?after=%00", "/songs?after=AQ",
        ] {
            let answer = try await server.api(path)
            #expect(answer.status == 400, "\(path)")
            #expect(answer.headers["content-type"] == "application/problem+json")
        }
        let lines = try await server.api(
            "/albums?after=\(token)", headers: ["Accept": "application/x-ndjson"])
        #expect(lines.status == 400)
        await server.stop()
    }
}
