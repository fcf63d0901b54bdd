import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// Files that no library knows, and what servers have.
@Suite(.needsInstallation) struct OutsideLibraryTests {
    private let tool: CommandLineTool

    init() throws { tool = try CommandLineTool() }

    /// Puts a fixture into the folder of music.
    private func file(_ name: String) throws -> String {
        let last = String(try #require(name.split(separator: "/").last))
        try tool.add(name, as: last)
        return tool.music.path + "/" + last
    }

    @Test(
        "a file is shown as it is in a library after a scan, without its ids and the user's values",
        arguments: [
            "full/full.mp3", "full/full.flac", "full/full.m4a", "full/full.ogg", "full/full.opus",
            "full/full.m4b", "empty/empty.mp3", "films/closed-gop.mp4",
        ])
    func shown(name: String) async throws {
        let path = try file(name)
        let outside = try #require(try tool.run("show", path, "--format", "jsonl").objects().first)
        try await tool.scan(tool.music.path)
        var inside = try #require(try tool.run("show", path, "--format", "jsonl").objects().first)
        let own = [
            "relativePath", "rating", "isFavorite", "favoriteDate", "playCount", "skipCount",
            "lastPlayedDate", "dateAdded", "bookmarkTime", "isMissing", "isAvailable",
        ]
        for key in inside.keys where key.lowercased().hasSuffix("persistentid") || own.contains(key)
        {
            inside[key] = nil
        }
        #expect(NSDictionary(dictionary: outside) == NSDictionary(dictionary: inside))
    }

    @Test("a file outside is explained, and no library is made for it")
    func explained() throws {
        let path = try file("full/full.mp3")
        let table = try tool.run("show", "--explain", path, "--format", "table")
        #expect(table.code == 0 && table.text.contains("ID3v2") && table.text.contains("\nAlbum: "))
        let json = try tool.run("show", "--explain", path, "--format", "json")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [String: Any])
        #expect(object["path"] as? String == path && object["persistentID"] == nil)
        #expect(!FileManager.default.fileExists(atPath: tool.library.path))
    }

    @Test("the cover of a file outside is that of the library, and never written over its file")
    func cover() async throws {
        let path = try file("full/full.flac")
        let outside = try tool.run("artwork", path)
        let back = try tool.run("artwork", path, "--type", "fish")
        #expect(back.code == 2 && back.problems.contains("has no fish picture"))
        let over = try tool.run("artwork", path, "--output", path)
        #expect(over.code == 2 && over.problems.contains("refusing to overwrite"))
        try await tool.scan(tool.music.path)
        #expect(try tool.run("artwork", path).output == outside.output)
        #expect(outside.output.count > 100)
    }

    @Test(
        "what is no media outside says so in one line",
        arguments: [
            ("odd/text-named.mp3", "is text, not audio or video"), ("odd/nothing.mp3", "is empty"),
        ])
    func refused(name: String, reason: String) throws {
        let path = try file(name)
        for command in [["show"], ["show", "--explain"], ["artwork"]] {
            let result = try tool.run(command + [path])
            #expect(result.code == 2)
            #expect(result.problems == "phonolith: \(path): \(reason)\n")
        }
    }

    @Test(
        "a cover and thumbnails of what a server has are those of the file; a server without it is named"
    )
    func served() throws {
        let song = try Data(contentsOf: URL(fileURLWithPath: file("full/full.mp3")))
        let film = try file("films/closed-gop.mp4")
        let songs = MusicServer(Array(song), .good)
        defer { songs.stop() }
        let local = try tool.run("artwork", tool.music.path + "/full.mp3")
        let fetched = try tool.run("artwork", songs.address("full.mp3"))
        #expect(fetched.code == 0 && fetched.output == local.output)

        let films = MusicServer(Array(try Data(contentsOf: URL(fileURLWithPath: film))), .good)
        defer { films.stop() }
        func pictures(of video: String, in folder: String) throws -> [Data] {
            let folder = tool.folder.appendingPathComponent(folder)
            let result = try tool.run(
                "thumbnails", video, "--at", "0,1", "--exact", "--output", folder.path)
            #expect(result.code == 0, "\(result.problems)")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
                try Data(contentsOf: folder.appendingPathComponent($0))
            }
        }
        let remote = try pictures(of: films.address("closed-gop.mp4") + "?token=a/b", in: "remote")
        #expect(try remote == pictures(of: film, in: "local") && remote.count == 2)

        let missing = MusicServer([], .missing)
        defer { missing.stop() }
        let address = missing.address("gone.mp4")
        let gone = try tool.run("thumbnails", address, "--at", "1", "--output", tool.folder.path)
        #expect(gone.code != 0 && gone.problems.contains("404"))
        #expect(try tool.run("artwork", address).problems.hasPrefix("phonolith: \(address): "))
    }
}
