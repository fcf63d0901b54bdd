import Foundation
import Testing

@Suite("phonolith import-from") struct ImportFromCommandTests {
    private let tool: CommandLineTool
    private let export: String

    /// A library of iTunes that knows one track that is here, by the end of its path, and one that is not.
    init() async throws {
        tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "Ada/First/1.mp3")
        try tool.add("full/full.flac", as: "Ada/First/2.flac")
        try await tool.scan(tool.music.path)
        func track(_ id: Int, _ path: String, _ more: String) -> String {
            """
            <key>\(id)</key><dict><key>Track ID</key><integer>\(id)</integer>
            <key>Location</key><string>file:///Users/me/Music/\(path)</string>\(more)</dict>
            """
        }
        let rated =
            "<key>Rating</key><integer>80</integer><key>Play Count</key><integer>7</integer>"
        let tracks =
            track(1, "Ada/First/1.mp3", rated)
            + track(2, "Gone/x.mp3", "<key>Name</key><string>Señal de Lluvia</string>\(rated)")
        export = tool.folder.path + "/Library.xml"
        try Data(
            """
            <plist version="1.0"><dict><key>Tracks</key><dict>\(tracks)</dict>
            <key>Playlists</key><array><dict><key>Name</key><string>Road</string>
            <key>Playlist Persistent ID</key><string>AB</string><key>Playlist Items</key><array>
            <dict><key>Track ID</key><integer>1</integer></dict>
            <dict><key>Track ID</key><integer>2</integer></dict></array></dict></array></dict></plist>
            """.utf8
        ).write(to: URL(fileURLWithPath: export))
    }

    private func first() throws -> [String] {
        try tool.run(
            "items", "--where", "codec = mp3", "--template", "{rating} {playCount} {skipCount}"
        ).lines
    }

    @Test("Shows first what it would do, imports it, and changes nothing the second time")
    func imports() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: export))
        let rehearsal = try tool.run("import-from", "itunes", export, "--dry-run")
        #expect(
            rehearsal.text == "would import: 1 track found, 1 changed, 1 not found, 1 playlist\n")
        #expect(try first() == [" 0 0"])
        #expect(try tool.run("playlist", "list").text == "")

        let done = try tool.run("import-from", "itunes", export, "--json")
        #expect(done.code == 1)
        let object = try #require(try done.objects().first)
        #expect(
            ["matched", "changed", "playlists", "unresolvedEntries"].map { object[$0] as? Int }
                == [1, 1, 1, 1])
        let unmatched = try #require((object["unmatched"] as? [[String: Any]])?.first)
        #expect(unmatched["path"] as? String == "/Users/me/Music/Gone/x.mp3")
        #expect(unmatched["title"] as? String == "Señal de Lluvia" && unmatched["reason"] is String)
        #expect(try first() == ["4 7 0"])

        let again = try tool.run("import-from", "itunes", export)
        #expect(again.text == "1 track found, 0 changed, 1 not found, 0 playlists\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: export)) == before)
    }

    @Test("Playlists of Rhythmbox have what its other file knows of their tracks by its tags")
    func rhythmboxPlaylist() async throws {
        // One file of these tags.
        let tool = try CommandLineTool()
        try tool.add("full/full.mp3", as: "Ada/First/1.mp3")
        try await tool.scan(tool.music.path)
        let item = try #require(try tool.run("items", "--where", "codec = mp3").objects().first)
        let tags = [
            ("title", "title"), ("artist", "artist"), ("album", "albumTitle"),
            ("track-number", "albumTrackNumber"), ("disc-number", "discNumber"),
        ].map { element, field in
            "<\(element)>\(item[field].map { "\($0)" } ?? "")</\(element)>"
        }.joined()
        let place = "<location>file:///old/Somewhere%20else/x.mp3</location>"
        let length = "<duration>\(Int(item["playbackDuration"] as? Double ?? 0))</duration>"
        let folder = tool.folder.appendingPathComponent("rhythmbox")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(
            """
            <rhythmdb version="2.0"><entry type="song">\(tags)\(length)\(place)<rating>3</rating>
            </entry></rhythmdb>
            """.utf8
        ).write(to: folder.appendingPathComponent("rhythmdb.xml"))
        try Data(
            """
            <rhythmdb-playlists><playlist name="Old" type="static">\(place)</playlist>
            </rhythmdb-playlists>
            """.utf8
        ).write(to: folder.appendingPathComponent("playlists.xml"))
        let result = try tool.run("import-from", "rhythmbox", folder.path)
        #expect(result.code == 0, "\(result.problems)")
        #expect(try tool.run("items", "--template", "{rating}").lines == ["3"])
        #expect(
            try tool.run("playlist", "show", "Old").objects().map { $0["path"] as? String }
                == [item["path"] as? String])
    }

    @Test("What was done here since stays")
    func keeps() throws {
        let id = try #require(try tool.run("items", "--where", "codec = mp3").objects().first)
        try tool.run("rate", id["persistentID"] as? String ?? "", "2")
        try tool.run("import-from", "itunes", export)
        #expect(try first() == ["2 7 0"])
        try tool.run("playlist", "remove", "Road", "2")
        try tool.run("import-from", "itunes", export)
        #expect(try tool.run("playlist", "show", "Road").lines.count == 1)
    }

    @Test("A prefix says where files are now")
    func prefix() throws {
        let result = try tool.run(
            "import-from", "itunes", export, "--json", "--path-prefix",
            "/Users/me/Music/Gone/x.mp3=\(tool.music.path)/Ada/First/2.flac")
        #expect(result.code == 0)
        #expect(try result.objects().first?["matched"] as? Int == 2)
    }

    @Test("Tracks without a file are found by their tags, counted where not, and stay in lists")
    func cloud() throws {
        func track(_ id: Int, _ name: String, _ more: String) -> String {
            """
            <key>\(id)</key><dict><key>Track ID</key><integer>\(id)</integer>
            <key>Name</key><string>\(name)</string>\(more)</dict>
            """
        }
        let here = """
            <key>Artist</key><string>Ada Quill feat. Bo Lindström</string>
            <key>Album</key><string>ALBUM</string><key>Track Number</key><integer>NUMBER</integer>
            <key>Total Time</key><integer>LENGTH</integer>
            """
        let item = try #require(try tool.run("items", "--where", "codec = mp3").objects().first)
        let length = Int((item["playbackDuration"] as? Double ?? 0) * 1000)
        let found = here.replacing("ALBUM", with: item["albumTitle"] as? String ?? "")
            .replacing("NUMBER", with: "\(item["albumTrackNumber"] as? Int ?? 0)")
            .replacing("LENGTH", with: "\(length)")
        // Two files have these tags; one of them goes.
        try FileManager.default.removeItem(
            at: tool.music.appendingPathComponent("Ada/First/2.flac"))
        try tool.run("scan")
        let rated = "<key>Rating</key><integer>100</integer>"
        let tracks =
            track(
                1, "Señal de Lluvia", found + rated + "<key>Album Rating</key><integer>60</integer>"
            )
            + track(2, "Only There", "<key>Artist</key><string>Zed</string>\(rated)")
            + track(3, "Station", "<key>Location</key><string>http://127.0.0.1/r.mp3</string>")
        try Data(
            """
            <plist version="1.0"><dict><key>Tracks</key><dict>\(tracks)</dict>
            <key>Playlists</key><array><dict><key>Name</key><string>Mix</string>
            <key>Playlist Persistent ID</key><string>AC</string><key>Playlist Items</key><array>
            <dict><key>Track ID</key><integer>1</integer></dict>
            <dict><key>Track ID</key><integer>2</integer></dict>
            <dict><key>Track ID</key><integer>3</integer></dict>
            </array></dict></array></dict></plist>
            """.utf8
        ).write(to: URL(fileURLWithPath: export))
        let result = try tool.run("import-from", "itunes", export)
        #expect(result.code == 1)
        #expect(result.text == "1 track found, 1 changed, 1 not found, 1 playlist\n")
        #expect(result.problems.contains("3 tracks without a file"), "\(result.problems)")
        #expect(try first() == ["5 0 0"])
        #expect(try tool.run("playlist", "show", "Mix").lines.count == 3)
        let again = try tool.run("import-from", "itunes", export)
        #expect(again.text == "1 track found, 0 changed, 1 not found, 0 playlists\n")
    }

    @Test(
        "What cannot be read is refused in one line",
        arguments: [
            (["itunes", "/nowhere.xml"], "/nowhere.xml: no such file"),
            (["kodi", "/etc/hostname"], "/etc/hostname: cannot be read"),
            (["beets", "/etc/apt"], "has none of the files of beets: library.db"),
        ])
    func refused(arguments: [String], words: String) throws {
        let result = try tool.run(["import-from"] + arguments)
        #expect(result.code == 2)
        #expect(result.problems.contains(words), "\(result.problems)")
        #expect(result.problems.split(separator: "\n").count == 1)
    }
}
