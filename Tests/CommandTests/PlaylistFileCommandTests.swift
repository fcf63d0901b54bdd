import Foundation
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

/// Playlist files as a user imports, exports and scans them.
@Suite final class PlaylistFileCommandTests: PlaylistCommandWorld {
    @Test(
        "what is written is read again with the same entries",
        arguments: ["m3u8", "m3u", "pls", "xspf", "jspf"])
    func roundTrip(format: String) throws {
        try tool.run("playlist", "create", "L", "--where", "true", "--sort", "path:desc")
        try tool.run("playlist", "add", "L", "1", "https://example.org/radio?a=1&b=2")
        let file = tool.folder.appendingPathComponent("list.\(format)").path
        #expect(try tool.run("playlist", "export", "L", "--output", file).code == 0)
        #expect(try tool.run("playlist", "import", file, "--name", "Copy").code == 0)
        #expect(try paths("Copy") == paths("L"))
    }

    @Test("an entry that is not found is told, kept, and found by a later scan")
    func laterScan() throws {
        let file = try write("#EXTM3U\n#EXTINF:1,A - T\nmusic/C/04.opus\n", to: "later.m3u8")
        let result = try tool.run("playlist", "import", file)
        #expect(result.code == 1)
        #expect(result.problems.contains("entry 1: 'music/C/04.opus' is not in the library"))
        #expect(try paths("later") == ["music/C/04.opus"])
        try tool.add("full/full.opus", as: "C/04.opus")
        try tool.run("scan")
        #expect(try paths("later") == ["C/04.opus"])
    }

    @Test(
        "a scan reads playlists where it is asked to, and follows their files until they are edited"
    )
    func scanning() throws {
        func put(_ text: String) throws {
            let url = tool.music.appendingPathComponent("A/list.m3u")
            try text.write(to: url, atomically: false, encoding: .utf8)
            // A file system may tell times no finer than a second.
            let date = Date(timeIntervalSince1970: Double(text.utf8.count) * 1000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
        }
        try put("01.mp3\n")
        try tool.run("scan")
        #expect(try tool.run("playlist", "list").lines == [])
        try tool.run("scan", "--playlists")
        #expect(try paths("list") == ["A/01.mp3"])
        try put("01.mp3\n02.flac\n")
        try tool.run("scan", "--playlists")
        #expect(try paths("list") == ["A/01.mp3", "A/02.flac"])
        try tool.run("playlist", "remove", "list", "1")
        try put("01.mp3\n02.flac\n../B/03.ogg\n")
        try tool.run("scan", "--playlists")
        #expect(try paths("list") == ["A/02.flac"])
    }

    @Test(
        "a scan with rules and broken playlists among others can be repeated, and prints its result"
    )
    func repeatedScans() throws {
        try write(#"{"name":"NS","all":[{"gt":{"rating":3}}]}"#, to: "music/rules.nsp")
        try write("01.mp3\n", to: "music/A/list.m3u")
        #expect(try tool.run("scan", "--playlists").code == 0)
        #expect(try tool.run("scan", "--playlists").code == 0)
        try write("{", to: "music/bad.jspf")
        for (code, problemCount, knownCount) in [(1, 1, 0), (0, 0, 1)] {
            let result = try tool.run("scan", "--playlists", "--json")
            #expect(result.code == code)
            let report = try #require(try result.objects().first)
            let problems = try #require(report["problems"] as? [[String: Any]])
            #expect(problems.count == problemCount)
            #expect(report["knownProblems"] as? Int == knownCount)
            for problem in problems {
                #expect((problem["path"] as? String)?.hasSuffix("music/bad.jspf") == true)
            }
        }
        #expect(
            try tool.run("playlist", "list").objects().map { $0["name"] as? String }
                == ["list", "NS"])
    }

    @Test("a list that is exported into a scanned folder stays one list, also if its root is moved")
    func exportedIntoRoot() throws {
        func names() throws -> [String?] {
            try tool.run("playlist", "list").objects().map { $0["name"] as? String }
        }
        try tool.run("playlist", "create", "L", "--where", "true")
        let file = tool.music.appendingPathComponent("L.m3u8").path
        #expect(try tool.run("playlist", "export", "L", "--output", file).code == 0)
        #expect(try tool.run("scan", "--playlists").code == 0)
        #expect(try names() == ["L"])
        let moved = tool.folder.appendingPathComponent("moved")
        try FileManager.default.moveItem(at: tool.music, to: moved)
        #expect(try tool.run("roots", "move", tool.music.path, moved.path).code == 0)
        #expect(try tool.run("scan", "--playlists").code == 0)
        #expect(try names() == ["L"])
    }

    @Test("a list whose file is gone goes with a scan, and one that is excluded is not read")
    func goneAndExcluded() throws {
        try write("01.mp3\n", to: "music/A/list.m3u")
        try write("01.mp3\n", to: "music/A/old.m3u")
        try write("old.m3u\n", to: "music/.phonolithignore")
        try tool.run("scan", "--playlists")
        #expect(try tool.run("playlist", "list").lines.count == 1)
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("A/list.m3u"))
        let result = try tool.run("scan", "--playlists")
        #expect(result.code == 0)
        #expect(result.problems.contains("1 playlist deleted because its file is gone: list"))
        #expect(try tool.run("playlist", "list").lines == [])
    }

    @Test("what the user changed is not lost by importing again")
    func importTwice() throws {
        let file = try write("music/A/01.mp3\n", to: "re.m3u")
        try tool.run("playlist", "import", file)
        try tool.run("playlist", "add", "re", "2")
        let again = try tool.run("playlist", "import", file)
        #expect(again.code == 2)
        #expect(again.problems.contains("re: you changed this playlist"))
        #expect(again.problems.contains("--replace"))
        #expect(try paths("re").count == 2)
        #expect(try tool.run("playlist", "import", file, "--name", "Other").code == 0)
        #expect(try paths("Other") == ["A/01.mp3"])
        #expect(try tool.run("playlist", "import", file, "--replace").code == 0)
        #expect(try paths("re") == ["A/01.mp3"])
    }

    @Test("lists are made and followed while a scan watches")
    func watching() throws {
        let process = try tool.start(["scan", "--watch", "--playlists"])
        defer { process.terminate() }
        try write("A/01.mp3\n", to: "music/list.m3u")
        try eventually("the list is made") { try paths("list") == ["A/01.mp3"] }
        try write("A/02.flac\nB/03.ogg\n", to: "music/list.m3u")
        try eventually("the list is followed") { try paths("list") == ["A/02.flac", "B/03.ogg"] }
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("list.m3u"))
        try eventually("the list goes with its file") {
            try tool.run("playlist", "list").lines.isEmpty
        }
    }

    @Test(
        "names in an old code page are shown readably, written as UTF-8, and found by their bytes")
    func oldCodePage() throws {
        let file = tool.folder.appendingPathComponent("latin.m3u")
        try Data(Array("music/caf".utf8) + [0xE9] + Array(".mp3\n".utf8)).write(to: file)
        let result = try tool.run("playlist", "import", file.path)
        #expect(result.problems.contains("'music/café.mp3' is not in the library"))
        #expect(try paths("latin") == ["music/café.mp3"])
        let text = try tool.run("playlist", "export", "latin", "--format", "m3u8").output
        #expect(String(validating: text, as: UTF8.self)?.contains("music/café.mp3") == true)
        let target = Array((tool.music.path + "/caf").utf8) + [0xE9] + Array(".mp3".utf8) + [0]
        let source = tool.music.appendingPathComponent("A/01.mp3").path
        let isMade = target.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { link(source, $0.baseAddress!) == 0 }
        }
        // Not every file system takes such names.
        guard isMade else { return }
        try tool.run("scan")
        #expect(try tool.run("playlist", "list").objects().first?["unresolved"] as? Int == 0)
    }

    @Test("names that are not UTF-8 are written byte by byte")
    func bytes() throws {
        let name = Array("no\u{0}".utf8.dropLast()) + [0xFF] + Array(".mp3".utf8)
        let source = tool.music.appendingPathComponent("A/01.mp3").path
        let target = Array((tool.music.path + "/").utf8) + name + [0]
        let isMade = target.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { link(source, $0.baseAddress!) == 0 }
        }
        // Not every file system takes such names.
        guard isMade else { return }
        try tool.run("scan")
        let file = tool.folder.appendingPathComponent("bytes.m3u8")
        try tool.run("playlist", "create", "L", "--where", "true")
        #expect(try tool.run("playlist", "export", "L", "--output", file.path).code == 0)
        #expect(try Data(contentsOf: file).firstRange(of: Data(Array("music/".utf8) + name)) != nil)
        #expect(try tool.run("playlist", "import", file.path).code == 0)
    }
}
