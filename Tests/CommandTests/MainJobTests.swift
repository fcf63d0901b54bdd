import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import Testing

@Suite struct MainJobTests {
    let tool: CommandLineTool

    init() throws {
        tool = try CommandLineTool()
        try tool.add("full/full.flac", as: "Album/1.flac")
        try tool.add("full/full.mp3", as: "Album/2.mp3")
        try tool.add("empty/empty.mp3", as: "loose.mp3")
    }

    @Test("a folder is scanned, and asked in every format")
    func formats() throws {
        let scan = try tool.run("scan", tool.music.path)
        #expect(scan.code == 0)
        #expect(scan.text.hasPrefix("3 added, in "))
        #expect(scan.problems == "")

        let songs = try tool.run("songs").objects()
        #expect(songs.count == 3)
        let flac = try #require(
            songs.first { ($0["relativePath"] as? String) == "Album/1.flac" })
        let facts = try #require(Fixtures.full.first { $0.name == "full/full.flac" }?.facts)
        #expect(flac["title"] as? String == facts.title)
        #expect(flac["artists"] as? [String] == facts.artists)
        #expect(flac["year"] as? Int == facts.releaseDate?.year)
        #expect(flac["path"] as? String == tool.music.appendingPathComponent("Album/1.flac").path)
        #expect((flac["artwork"] as? [[String: Any]])?.count == 2)

        let array = try JSONSerialization.jsonObject(
            with: try tool.run("songs", "--format", "json").output)
        #expect((array as? [[String: Any]])?.count == 3)

        let commas = try tool.run("songs", "--format", "csv").lines
        #expect(commas[0].hasPrefix("persistentID,mediaType,title,albumTitle"))
        let tabs = try tool.run("songs", "--format", "tsv", "--limit", "1").lines
        #expect(tabs.count == 2)
        #expect(
            tabs[0].split(separator: "\t", omittingEmptySubsequences: false).count
                == tabs[1].split(separator: "\t", omittingEmptySubsequences: false).count)

        let table = try tool.run("songs", "--format", "table").lines
        #expect(table[0].hasPrefix("ID  Title"))
        #expect(table.count == 4)
    }

    @Test("a scan tells programs what it did, with these keys")
    func scanJSON() throws {
        try Data("text".utf8).write(to: tool.music.appendingPathComponent("bad.mp3"))
        let scan = try tool.run("scan", tool.music.path, "--json")
        #expect(scan.code == 1)
        let report = try #require(try scan.objects().last)
        #expect(
            Set(report.keys) == [
                "added", "changed", "moved", "missing", "unchanged", "unreadable", "seconds",
                "problems", "solvedProblems", "knownProblems", "unavailable",
            ])
        #expect(report["added"] as? Int == 3)
        #expect(report["unreadable"] as? Int == 1)
        let problems = try #require(report["problems"] as? [[String: String]])
        #expect(problems.map(\.keys.count) == [2])
        #expect(
            problems[0]["path"] == tool.music.appendingPathComponent("bad.mp3").path)
    }

    @Test("filters and orders reach every listing")
    func filters() throws {
        try tool.run("scan", tool.music.path)
        let facts = try #require(Fixtures.full.first { $0.name == "full/full.flac" }?.facts)
        let artist = try #require(facts.artists.first)
        let album = try #require(facts.albumTitle)
        let year = try #require(facts.releaseDate?.year)
        func count(_ arguments: String...) throws -> Int { try tool.run(arguments).lines.count }
        #expect(try count("songs", "--artist", artist.uppercased()) == 2)
        #expect(try count("songs", "--artist", "Nobody") == 0)
        #expect(try count("songs", "--album", album, "--sort", "track:desc,title") == 2)
        #expect(try count("songs", "--year", "\(year)") == 2)
        #expect(try count("songs", "--year", "\(year - 5)..\(year)") == 2)
        #expect(try count("songs", "--year", "\(year + 1)..") == 0)
        #expect(try count("items", "--limit", "2", "--offset", "1") == 2)
        #expect(try count("items", "--missing") == 0)
        #expect(try count("albums") == 1)
        #expect(try count("artists") == facts.artists.count)
        #expect(try count("album-artists", "--genre", facts.genres[0]) == facts.albumArtists.count)
        #expect(try count("composers") == facts.composers.count)
        #expect(try count("genres", "--composer", facts.composers[0]) == facts.genres.count)
        #expect(try count("compilations") == (facts.isCompilation == true ? 1 : 0))
    }

    @Test(
        "an expression filters every listing, together with the other filters",
        arguments: [
            "items", "songs", "albums", "artists", "album-artists", "composers", "genres",
        ])
    func expressions(command: String) throws {
        try tool.run("scan", tool.music.path)
        func count(_ arguments: String...) throws -> Int {
            let result = try tool.run([command] + arguments)
            #expect(result.code == 0, "\(result.problems)")
            return result.lines.count
        }
        let all = try count("--where", "albumTitle is not missing")
        #expect(all > 0)
        #expect(try count("--where", "relativePath begins with 'album/' and codec = FLAC") > 0)
        #expect(try count("--where", "year >= 1 or artist is missing") >= all)
        #expect(try count("--where", "true", "--where", "false") == 0)
        #expect(try count("--where", "true", "--artist", "Nobody") == 0)
        #expect(try count("--where", "added < 2020") == 0)
        #expect(try count("--where", "not (added < 2020)", "--where", "track >= 0") == all)
        #expect(try count("--where", "title = \"' OR 1=1 --\"") == 0)
    }

    @Test("an item is shown by id and by path, and explained")
    func show() throws {
        try tool.run("scan", tool.music.path)
        let path = tool.music.appendingPathComponent("Album/2.mp3").path
        let byPath = try #require(try tool.run("show", path).objects().first)
        let id = try #require(byPath["persistentID"] as? String)
        let byID = try #require(try tool.run("show", id).objects().first)
        #expect(byID["path"] as? String == path)
        let explained = try #require(try tool.run("show", id, "--explain").objects().first)
        let properties = try #require(explained["properties"] as? [[String: Any]])
        let title = try #require(properties.first { $0["name"] as? String == "title" })
        let source = try #require((title["from"] as? [[String: Any]])?.first)
        #expect(source["key"] as? String == "TIT2")
        #expect((explained["album"] as? String)?.contains("tracks: 2") == true)
        let table = try tool.run("show", id, "--explain", "--format", "table")
        #expect(table.text.contains("ID3v2"))
    }

    @Test("a picture comes out as it went in, or smaller")
    func artwork() throws {
        try tool.run("scan", tool.music.path)
        let path = tool.music.appendingPathComponent("Album/1.flac").path
        let front = try Data(Fixtures.bytes(of: "pictures/front.jpg"))
        #expect(try tool.run("artwork", path).output == front)
        let file = tool.folder.appendingPathComponent("back.png")
        #expect(try tool.run("artwork", path, "--type", "back", "--output", file.path).code == 0)
        #expect(try Data(contentsOf: file) == Data(Fixtures.bytes(of: "pictures/back.png")))
        let misnamed = tool.folder.appendingPathComponent("back.jpg").path
        let told = try tool.run("artwork", path, "--type", "back", "--output", misnamed)
        #expect(told.code == 0)
        #expect(told.problems.contains("\(misnamed): is in the format PNG; name it .png"))
        let small = try tool.run("artwork", path, "--size", "16")
        #expect(small.code == 0)
        #expect(small.output.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(small.output != front)
        #expect(try tool.run("artwork", path, "--size", "500").output == front)
    }

    @Test("a picture is written through a link, which stays")
    func artworkThroughLink() throws {
        try tool.run("scan", tool.music.path)
        let (file, link) = (
            tool.folder.appendingPathComponent("a.jpg"), tool.folder.appendingPathComponent("link")
        )
        try Data("old".utf8).write(to: file)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let path = tool.music.appendingPathComponent("Album/2.mp3").path
        #expect(try tool.run("artwork", path, "--output", link.path).code == 0)
        #expect(try Data(contentsOf: file) == tool.run("artwork", path).output)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    }

    @Test("an item behind a link is found by the path that it is listed under")
    func showThroughLink() throws {
        let elsewhere = tool.folder.appendingPathComponent("elsewhere")
        try FileManager.default.moveItem(
            at: tool.music.appendingPathComponent("loose.mp3"), to: elsewhere)
        try FileManager.default.createSymbolicLink(
            at: tool.music.appendingPathComponent("loose.mp3"), withDestinationURL: elsewhere)
        try tool.run("scan", tool.music.path)
        for item in try tool.run("items").objects() {
            let path = try #require(item["path"] as? String)
            let shown = try tool.run("show", path).objects()
            #expect(shown.map { $0["path"] as? String } == [path])
        }
    }

    @Test("stats count, roots list and remove, check finds what changed")
    func upkeep() throws {
        try tool.run("scan", tool.music.path)
        #expect(try tool.run("stats").objects()[0]["items"] as? Int == 3)
        #expect(try tool.run("check").code == 0)
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("loose.mp3"))
        let check = try tool.run("check")
        #expect(check.code == 1)
        #expect(try check.objects().map { $0["problem"] as? String } == ["missing"])
        #expect(try tool.run("roots").objects().map { $0["path"] as? String } == [tool.music.path])
        #expect(try tool.run("roots", "remove", tool.music.path).code == 0)
        #expect(try tool.run("roots", "list").lines == [])
        #expect(try tool.run("songs").lines == [])
    }

    @Test("the configuration says what separates names")
    func configuration() throws {
        try Data(#"{"articles": ["Le"], "genreSeparators": [","]}"#.utf8)
            .write(to: tool.folder.appendingPathComponent("config.json"))
        #expect(try tool.run("scan", tool.music.path).code == 0)
        try Data(#"{"articles": "Le"}"#.utf8)
            .write(to: tool.folder.appendingPathComponent("config.json"))
        let wrong = try tool.run("songs")
        #expect(wrong.code == 2)
        #expect(wrong.problems.contains("config.json: articles has the wrong type"))
        try Data(#"{"artcles": ["Le"]}"#.utf8)
            .write(to: tool.folder.appendingPathComponent("config.json"))
        let misspelled = try tool.run("songs")
        #expect(misspelled.code == 2)
        #expect(misspelled.problems.contains("config.json: 'artcles' is not a setting"))
    }

    @Test("a name that is no UTF-8 is shown with U+FFFD, and carried exactly")
    func notUTF8() throws {
        let name = Array(tool.music.path.utf8) + [0x2F, 0x61, 0xFF] + Array(".mp3\0".utf8)
        let bytes = try Fixtures.bytes(of: "empty/empty.mp3")
        let file = try #require(
            name.withUnsafeBytes {
                fopen($0.baseAddress!.assumingMemoryBound(to: CChar.self), "wb")
            })
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        try tool.run("scan", tool.music.path)
        let items = try tool.run("items", "--sort", "path").objects()
        let item = try #require(items.first { $0["relativePath"] as? String == "a\u{FFFD}.mp3" })
        let base64 = try #require(item["pathBase64"] as? String)
        #expect(Data(base64Encoded: base64) == Data(name.dropLast()))
    }
}
