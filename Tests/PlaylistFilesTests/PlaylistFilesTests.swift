import Foundation
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Testing

/// Playlist files on disk, and a library that holds nothing.
@Suite final class PlaylistFilesTests: PlaylistFolder {
    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private func read(_ name: String) throws -> PlaylistImporter.Outcome {
        try PlaylistImporter(catalog: catalog).importFile(at: path(name))
    }

    private func places(_ outcome: PlaylistImporter.Outcome) -> [String] {
        outcome.entries.map { $0.text.location?.description ?? "" }
    }

    // MARK: - Reading

    @Test("a list is called as its file says, or as its file is called")
    func names() throws {
        try put("a.mp3", in: "plain.m3u")
        try put("#EXTM3U\n#PLAYLIST:Named\na.mp3", in: "other.m3u")
        #expect(try read("plain.m3u").result.playlist.name == "plain")
        #expect(try read("other.m3u").result.playlist.name == "Named")
    }

    @Test("lists in lists are expanded in their places, with their own folders")
    func nested() throws {
        try put("a.mp3\nsub/inner.m3u\nz.mp3", in: "outer.m3u")
        try put("b.mp3\nmissing.m3u", in: "sub/inner.m3u")
        let outcome = try read("outer.m3u")
        #expect(places(outcome) == ["a.mp3", "b.mp3", "missing.m3u", "z.mp3"])
        let folders = try catalog.playlists.entries(of: outcome.result.playlist.persistentID).map(
            \.folder)
        let root = MediaPath(folder.path)
        #expect(folders == [root, root.appending("sub"), root.appending("sub"), root])
    }

    @Test("lists that name one another end, and what is not expanded is kept and told")
    func loops() throws {
        try put("a.mp3\ntwo.m3u", in: "one.m3u")
        try put("b.mp3\none.m3u\ntwo.m3u", in: "two.m3u")
        let outcome = try read("one.m3u")
        #expect(places(outcome) == ["a.mp3", "b.mp3", "one.m3u", "two.m3u"])
        #expect(outcome.problems.map(\.entry) == [2, 3])
    }

    @Test("lists stand no deeper than eight in one another")
    func depth() throws {
        for number in 0..<12 { try put("\(number).mp3\n\(number + 1).m3u", in: "\(number).m3u") }
        let outcome = try read("0.m3u")
        #expect(places(outcome) == (0..<8).map { "\($0).mp3" } + ["8.m3u"])
        #expect(outcome.problems.map(\.entry) == [8])
    }

    @Test(
        "what is no playlist is refused with the reason, and nothing is made",
        arguments: [
            ("hls.m3u8", "#EXTM3U\n#EXT-X-VERSION:3\nx.ts", "HLS"),
            ("words.txt", "words", "not a playlist"),
            ("broken.xspf", "<playlist>", "not XML"), ("none.jspf", "{}", "not JSPF"),
            ("rules.nsp", "{\"all\":[{\"is\":{\"averagerating\":4}}]}", "averagerating"),
        ])
    func refusals(name: String, contents: String, reason: String) throws {
        try put(contents, in: name)
        let error = #expect(throws: PlaylistFileError.self) { try read(name) }
        #expect(error?.description.contains(reason) == true)
        #expect(try catalog.playlists.all() == [])
    }

    @Test("a file that is not there, and a folder, are refused")
    func noFiles() throws {
        #expect(throws: PlaylistFileError.self) { try read("none.m3u") }
        #expect(throws: PlaylistFileError.self) { try read("") }
    }

    @Test("Navidrome's rules become a smart playlist")
    func navidrome() throws {
        try put(
            """
            {"name": "Old favourites", "comment": "words", "all": [{"gt": {"rating": 3}},
             {"any": [{"inTheRange": {"year": [1970, 1979]}}, {"contains": {"genre": "Jazz"}}]},
             {"isNot": {"artist": "X"}}], "sort": "-year,title", "limit": 50}
            """, in: "old.nsp")
        let playlist = try read("old.nsp").result.playlist
        #expect(playlist.name == "Old favourites")
        let rule = try #require(try catalog.playlists.rule(of: playlist.persistentID))
        #expect(
            rule.predicate.expression
                == "rating > 3 and (year between 1970 and 1979 or genre contains \"Jazz\") and artist != \"X\""
        )
        #expect(rule.order == [MediaOrder(.year, isDescending: true), MediaOrder(.title)])
        #expect(rule.limit == .items(50))
    }

    // MARK: - Writing

    private let document = PlaylistDocument(entries: [
        PlaylistEntry(location: .path("/music/A/1.mp3")),
        PlaylistEntry(location: .uri("http://example.org/")),
    ])

    @Test(
        "places are written as asked",
        arguments: [
            (PlaylistExporter.Paths.relative, "../music/A/1.mp3"), (.absolute, "/music/A/1.mp3"),
            (.uri, "file:///music/A/1.mp3"),
        ])
    func places(style: PlaylistExporter.Paths, place: String) throws {
        let exporter = PlaylistExporter(format: .m3u8, paths: style)
        let text = try text(of: document, by: exporter).text
        #expect(text == "#EXTM3U\n\(place)\nhttp://example.org/\n")
    }

    @Test("a prefix that is told is written in the place of another")
    func prefixes() throws {
        let exporter = PlaylistExporter(
            format: .m3u8, prefixes: [PathPrefix(old: "/music/", new: "")])
        let text = try text(of: document, by: exporter).text
        #expect(text == "#EXTM3U\nA/1.mp3\nhttp://example.org/\n")
    }

    @Test(
        "pictures are written as the format has them",
        arguments: [
            (PlaylistFormat.m3u8, "#EXTIMG:../music/A/a b.jpg"),
            (.xspf, "<image>../music/A/a%20b.jpg</image>"), (.pls, nil),
        ] as [(PlaylistFormat, String?)])
    func pictures(format: PlaylistFormat, words: String?) throws {
        var document = document
        document.entries[0].details.image = "/music/A/a b.jpg"
        let (text, problems) = try text(of: document, by: PlaylistExporter(format: format))
        #expect(text.contains(words ?? "Length1"))
        #expect(text.contains("a b.jpg") == (format == .m3u8))
        #expect(problems == [])
    }

    @Test("a long list is written in pieces, and none is lost")
    func pieces() throws {
        let entries = (1...5000).map {
            PlaylistEntry(location: .path(MediaPath("/music/\($0).mp3")))
        }
        let exporter = PlaylistExporter(format: .pls)
        var pieces: [[UInt8]] = []
        let problems = try exporter.write(
            PlaylistSource(PlaylistDocument(entries: entries)), in: "/music"
        ) { pieces.append($0) }
        #expect(pieces.count > 1)
        #expect(pieces.allSatisfy { $0.count < 100_000 })
        let reading = try PlaylistFormat.pls.parse(Array(pieces.joined()))
        #expect(
            reading.document.entries.map(\.location)
                == (1...5000).map { .path(MediaPath("\($0).mp3")) })
        #expect(problems == [])
    }

    /// The text of a list that is to be in `/lists`.
    private func text(
        of document: PlaylistDocument, by exporter: PlaylistExporter
    ) throws -> (text: String, problems: [PlaylistProblem]) {
        var bytes: [UInt8] = []
        let problems = try exporter.write(PlaylistSource(document), in: "/lists") { bytes += $0 }
        return (String(decoding: bytes, as: UTF8.self), problems)
    }

    @Test("a file is written whole or not at all")
    func writing() throws {
        try put("before", in: "list.m3u8")
        let exporter = PlaylistExporter(format: .m3u8, paths: .absolute)
        let list = PlaylistSource(document)
        _ = try exporter.write(list, to: path("list.m3u8"))
        #expect(try text("list.m3u8").hasPrefix("#EXTM3U\n/music"))
        #expect(throws: PlaylistFileError.self) {
            try exporter.write(list, to: path("none/list.m3u8"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["list.m3u8"])
    }

    @Test(
        "files are copied with names that a stick takes, each once, and the list names the copies")
    func copying() throws {
        for (name, words) in [("A/a?b.mp3", "1"), ("A/a*b.mp3", "2"), ("A./1.mp3", "3")] {
            try put(words, in: "music/" + name)
        }
        var document = PlaylistDocument(
            entries: ["A/a?b.mp3", "A/a*b.mp3", "A./1.mp3", "A/a?b.mp3", "none.mp3"].map {
                PlaylistEntry(location: .path(path("music/" + $0)))
            })
        var copy = try PlaylistCopy(to: path("stick"), roots: [path("music")])
        for index in 0..<4 { try copy.copy(&document.entries[index]) }
        #expect(throws: PlaylistFileError.self) { try copy.copy(&document.entries[4]) }
        let stick = path("stick")
        #expect(
            document.entries.prefix(4).map { $0.location?.path?.relative(to: stick) }
                == ["A/a_b.mp3", "A/a_b (2).mp3", "A/1.mp3", "A/a_b.mp3"])
        #expect(try text("stick/A/a_b.mp3") == "1")
        #expect(try text("stick/A/a_b (2).mp3") == "2")
    }
}
