import Foundation
import PhonolithDatabase
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// User data comes back, and nothing is deleted that the user did not want deleted.
@Suite struct BackupTests {
    let tool: CommandLineTool

    init() async throws {
        tool = try CommandLineTool()
        for (fixture, name) in [
            ("full/full.mp3", "A/1.mp3"), ("empty/empty.flac", "A/2.flac"),
            ("full/full.ogg", "B/3.ogg"),
        ] {
            try tool.add(fixture, as: name)
        }
        try await tool.scan(tool.music.path)
        try rate(["1.mp3": 5, "2.flac": 3, "3.ogg": 1])
    }

    /// Rates items by their files' names, and gives each plays, skips, a date and a bookmark.
    private func rate(_ ratings: [String: Int]) throws {
        let database = try SQLiteDatabase(path: tool.library.path)
        defer { try? database.close() }
        try database.write { database in
            for (name, rating) in ratings {
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO user_values (user_id, item_id, rating, play_count,
                            skip_count, last_played, bookmark_time)
                        SELECT 1, items.id, ?, ? * 10, 2, 1600000000, 1.5
                        FROM items JOIN files ON files.id = file_id WHERE files.name = CAST(? AS BLOB)
                        """, arguments: [rating, rating, name])
            }
            try database.execute(sql: "UPDATE items SET date_added = 1500000000")
        }
    }

    private func values() throws -> [String: [String]] {
        let items = try tool.run("items").objects()
        let keys = [
            "rating", "playCount", "skipCount", "lastPlayedDate", "dateAdded", "bookmarkTime",
        ]
        let values = items.map { item in
            let path = item["path"] as? String ?? ""
            return (URL(fileURLWithPath: path).lastPathComponent, keys.map { "\(item[$0] ?? "")" })
        }
        // Of files of one name the one that is rated.
        return Dictionary(values) { $0[0] > $1[0] ? $0 : $1 }
    }

    private func file(_ name: String) -> String { tool.folder.appendingPathComponent(name).path }

    private func forget() throws {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: tool.library.path + suffix)
        }
    }

    private let keyOfThen = Data(repeating: 1, count: 32)
    private let keyOfNow = Data(repeating: 2, count: 32)

    @Test("a backup is put back with its key, and what was there meanwhile is kept beside it")
    func restored() throws {
        let key = tool.library.path + ".key"
        try keyOfThen.write(to: URL(fileURLWithPath: key))
        let before = try values()
        // An older key that everybody can read.
        try Data("an older key".utf8).write(to: URL(fileURLWithPath: file("copy.sqlite.key")))
        #expect(try tool.run("backup", file("copy.sqlite")).code == 0)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: file("copy.sqlite.key")))
                == keyOfThen)
        try rate(["1.mp3": 1])
        let later = try values()
        try keyOfNow.write(to: URL(fileURLWithPath: key))
        for name in ["before-restore", "before-restore-2"] {
            let result = try tool.run("restore", file("copy.sqlite"))
            #expect(result.code == 0, "\(result.problems)")
            #expect(result.problems.contains("is kept in \(tool.library.path).\(name)\n"))
            #expect(try values() == before)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: key)) == keyOfThen)
        #expect(
            try FileManager.default.attributesOfItem(atPath: file("copy.sqlite.key"))[
                .posixPermissions]
                as? Int == 0o600)
        let kept = tool.library.path + ".before-restore"
        #expect(try tool.run("restore", kept).code == 0)
        #expect(try values() == later)
        #expect(try Data(contentsOf: URL(fileURLWithPath: key)) == keyOfNow)
    }

    @Test(
        "a backup is put where there is no library yet, and app passwords that nobody can read are revoked"
    )
    func restoredFromNothing() throws {
        let database = try SQLiteDatabase(path: tool.library.path)
        try database.write {
            try $0.execute(
                sql:
                    "INSERT INTO app_passwords (user_id, label, digest, sealed, administers, created) VALUES (1, 'phone', zeroblob(32), x'02', 0, 0)"
            )
        }
        try database.close()
        let before = try values()
        let key = tool.library.path + ".key"
        try Data().write(to: URL(fileURLWithPath: key))
        let useless = try tool.run("backup", file("other.sqlite"))
        #expect(useless.code == 1 && useless.problems.contains("\(key): contains no key"))
        try FileManager.default.removeItem(atPath: key)
        let backup = try tool.run("backup", file("copy.sqlite"))
        #expect(backup.code == 1)
        #expect(
            backup.problems.contains(tool.library.path + ".key")
                && backup.problems.contains(file("copy.sqlite.key")))
        try forget()
        let result = try tool.run("restore", file("copy.sqlite"))
        #expect(result.code == 0)
        #expect(
            result.problems.contains(file("copy.sqlite.key"))
                && result.problems.contains("1 app password")
        )
        #expect(try values() == before)
    }

    @Test(
        "a damaged library is replaced, and its file is kept",
        arguments: [
            "truncate -s 40K library.sqlite",
            "printf x | dd of=library.sqlite bs=1 seek=100 conv=notrunc",
        ])
    func restoredOverDamage(damage: String) throws {
        let before = try values()
        #expect(try tool.run("backup", file("copy.sqlite")).code == 0)
        #expect(try tool.shell("rm -f library.sqlite-wal library.sqlite-shm; \(damage)").code == 0)
        let damaged = try Data(contentsOf: tool.library)
        #expect(try tool.run("items").code == 2)
        try tool.setRights(0o640, of: "library.sqlite")
        // A key that cannot be read changes nothing.
        let key = URL(fileURLWithPath: file("copy.sqlite.key"))
        try FileManager.default.createDirectory(at: key, withIntermediateDirectories: true)
        #expect(try tool.run("restore", file("copy.sqlite")).code == 2)
        #expect(try Data(contentsOf: tool.library) == damaged)
        try FileManager.default.removeItem(at: key)
        let result = try tool.run("restore", file("copy.sqlite"))
        #expect(result.code == 0, "\(result.problems)")
        #expect(try values() == before)
        let rights = try FileManager.default.attributesOfItem(atPath: tool.library.path)
        #expect(rights[.posixPermissions] as? Int == 0o640)
        let kept = URL(fileURLWithPath: tool.library.path + ".before-restore")
        #expect(try Data(contentsOf: kept) == damaged)
    }

    @Test("a backup takes the place of an empty file, which is none itself")
    func emptyFile() throws {
        try Data().write(to: URL(fileURLWithPath: file("empty.sqlite")))
        let refused = try tool.run("restore", file("empty.sqlite"))
        #expect(refused.code == 2)
        #expect(
            refused.problems.contains("empty"),
            "\(refused.problems)")
        #expect(try tool.run("backup", file("empty.sqlite")).code == 0)
        #expect(try tool.run("restore", file("empty.sqlite")).code == 0)
    }

    @Test("nothing is changed by what is no backup, or while a scan runs")
    func refused() throws {
        let before = try values()
        try Data("hello".utf8).write(to: URL(fileURLWithPath: file("text.sqlite")))
        #expect(try tool.run("backup", file("cut.sqlite")).code == 0)
        #expect(try tool.shell("truncate -s 40K cut.sqlite").code == 0)
        for (name, reason) in [
            ("text.sqlite", "is not a backup"), ("nowhere.sqlite", "there is no such backup\n"),
            ("library.sqlite", "is the library itself"), ("cut.sqlite", "the backup is damaged"),
        ] {
            let result = try tool.run("restore", file(name))
            #expect(result.code == 2)
            #expect(result.problems.contains(file(name)), "\(result.problems)")
            #expect(result.problems.contains(reason), "\(result.problems)")
        }
        #expect(try tool.run("backup", file("copy.sqlite")).code == 0)
        let lock = open(tool.library.path + ".scan", O_RDWR | O_CREAT, 0o644)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let result = try tool.run("restore", file("copy.sqlite"))
        #expect(result.code == 2)
        #expect(result.problems.contains("is scanning into it"))
        #expect(try values() == before)
    }

    @Test("what the user did comes back into a new library of the same files elsewhere")
    func roundTrip() throws {
        let before = try values()
        #expect(try tool.run("export-user-data", file("data.json")).code == 0)
        #expect(
            try tool.run("export-user-data", "-").text
                == String(contentsOfFile: file("data.json"), encoding: .utf8))
        try forget()
        let elsewhere = tool.folder.appendingPathComponent("elsewhere/deep")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            at: tool.music.appendingPathComponent("A"), to: elsewhere.appendingPathComponent("A"))
        // This one is retagged and renamed besides: the audio tells.
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("B/3.ogg"))
        try FileManager.default.copyItem(
            at: Fixtures.url(of: "empty/empty.ogg"), to: elsewhere.appendingPathComponent("3.ogg"))
        #expect(try tool.run("scan", elsewhere.path).code == 0)
        let result = try tool.run("import-user-data", file("data.json"))
        #expect(result.text == "3 items found, 0 not found\n")
        #expect(result.code == 0)
        #expect(try values() == before)
        // Twice is once.
        #expect(try tool.run("import-user-data", file("data.json")).code == 0)
        #expect(try values() == before)
    }

    @Test("what is not found is reported and stays in the file, for another time")
    func unmatched() throws {
        // Of other sound, so that no other file is the same song.
        try tool.add("sweep/long.mp3", as: "C/4.mp3")
        #expect(try tool.run("scan").code == 0)
        try rate(["4.mp3": 2])
        let before = try values()
        #expect(try tool.run("export-user-data", file("data.json")).code == 0)
        try forget()
        let away = tool.folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: tool.music.appendingPathComponent("C"), to: away)
        #expect(try tool.run("scan", tool.music.path).code == 0)
        let result = try tool.run("import-user-data", file("data.json"))
        #expect(result.code == 1)
        #expect(result.text == "3 items found, 1 not found\n")
        #expect(result.problems.contains("C/4.mp3: not found in the library; its data stays in"))
        try FileManager.default.moveItem(at: away, to: tool.music.appendingPathComponent("C"))
        #expect(try tool.run("scan").code == 0)
        #expect(try tool.run("import-user-data", file("data.json")).code == 0)
        #expect(try values() == before)
    }

    @Test("what is greater, later or earlier in the library is not lost by an import")
    func merged() throws {
        #expect(try tool.run("export-user-data", file("data.json")).code == 0)
        let database = try SQLiteDatabase(path: tool.library.path)
        try database.write {
            try $0.execute(
                sql: """
                    UPDATE user_values SET rating = NULL, play_count = 99, skip_count = NULL,
                        last_played = 1700000000, bookmark_time = NULL;
                    UPDATE items SET date_added = 1400000000
                    """)
        }
        try database.close()
        #expect(try tool.run("import-user-data", file("data.json")).code == 0)
        #expect(
            try values()["1.mp3"]
                == ["5", "99", "2", "2023-11-14T22:13:20Z", "2014-05-13T16:53:20Z", "1.5"])
    }

    @Test(
        "a file of the first version, with one user, is read for the owner, or for the user that is named"
    )
    func firstVersion() throws {
        let path = tool.music.appendingPathComponent("A/1.mp3").path
        let old = """
            {"format":"phonolith-user-data","version":1,"items":[
            {"path":"\(path)","dateAdded":"2001-02-03T04:05:06Z","rating":2,"playCount":70,
            "lastPlayedDate":"2024-01-01T00:00:00Z"}
            ],"playlists":[{"uuid":"11111111-2222-4333-8444-555555555555","name":"Old","created":1,
            "modified":2,"entries":[{"path":"\(path)"}]}]}
            """
        try Data(old.utf8).write(to: tool.folder.appendingPathComponent("old.json"))
        try tool.run("user", "add", "Anna")
        for user in [["--user", "Anna"], []] {
            let result = try tool.run(user + ["import-user-data", file("old.json")])
            #expect(result.code == 0, "\(result.problems)")
            let item = try #require(
                try tool.run(user + ["show", path, "--format", "jsonl"]).objects().first)
            #expect(item["rating"] as? Int == 2)
            #expect(item["playCount"] as? Int == 70)
            #expect(item["dateAdded"] as? String == "2001-02-03T04:05:06Z")
            #expect(try tool.run(user + ["playlist", "show", "Old"]).lines.count == 1)
            let others = try tool.run(["--user", "owner", "show", path, "--format", "jsonl"])
                .objects()
            if !user.isEmpty { #expect(others.first?["playCount"] as? Int == 50) }
        }
    }

    @Test("values that are not possible are reported, and the others are imported")
    func impossibleValues() throws {
        let path = tool.music.appendingPathComponent("A/1.mp3").path
        let text = """
            {"format":"phonolith-user-data","version":1,"items":[{"path":"\(path)","rating":99,
            "playCount":70,"skipCount":-1,"bookmarkTime":99999,"favoriteDate":"2998-01-01T00:00:00Z",
            "lastPlayedDate":"2999-01-01T00:00:00Z"}]}
            """
        try Data(text.utf8).write(to: tool.folder.appendingPathComponent("odd.json"))
        let result = try tool.run("import-user-data", file("odd.json"))
        #expect(result.code == 1)
        #expect(result.lines == ["1 item found, 0 not found"])
        #expect(
            result.problems.split(separator: "\n").map(String.init)
                == [
                    "rating 99", "skipCount -1", "favoriteDate 2998-01-01T00:00:00Z",
                    "lastPlayedDate 2999-01-01T00:00:00Z", "bookmarkTime 99999.0",
                ].map { "\(path): \($0) is not valid and was not imported" })
        #expect(
            try values()["1.mp3"]?.prefix(4) == ["5", "70", "2", "2020-09-13T12:26:40Z"])
    }

    @Test("files that are something else are refused, and none is overwritten")
    func refusals() throws {
        try Data("milk, eggs".utf8).write(to: tool.folder.appendingPathComponent("list.txt"))
        try Data(#"{"format":"phonolith-user-data","version":3,"songs":[]}"#.utf8)
            .write(to: tool.folder.appendingPathComponent("newer.json"))
        try Data(#"{"format":"phonolith-user-data","version":2,"items":[{"pa"#.utf8)
            .write(to: tool.folder.appendingPathComponent("cut.json"))
        for (arguments, words) in [
            (["import-user-data", file("none.json")], "cannot be read"),
            (
                ["import-user-data", file("list.txt")],
                "is not a file of phonolith export-user-data"
            ),
            (["import-user-data", file("cut.json")], "cut.json: is a file of phonolith"),
            (["import-user-data", file("cut.json")], "that is cut off or damaged"),
            (
                ["import-user-data", tool.library.path],
                "first: phonolith export-user-data --library OLD FILE"
            ),
            (["import-user-data", file("newer.json")], "newer version of phonolith (format 3)"),
            (
                ["export-user-data", file("list.txt")],
                "is not a file of phonolith export-user-data"
            ),
            (["export-user-data", file("no/folder.json")], "cannot be written"),
            (["backup", file("list.txt")], "is not a backup"),
            (["backup", tool.library.path], "is the library itself"),
            (["backup", file("no/folder.sqlite")], "cannot be opened"),
        ] {
            let result = try tool.run(arguments)
            #expect(result.code == 2, "\(arguments)")
            #expect(result.problems.contains(words), "\(arguments): \(result.problems)")
            #expect(result.problems.split(separator: "\n").count == 1)
        }
        #expect(
            try String(contentsOfFile: file("list.txt"), encoding: .utf8) == "milk, eggs")
    }

    @Test(
        "a backup is a library of one file, whole, also while a scan writes; an older one is replaced"
    )
    func backup() throws {
        let before = try values()
        #expect(try tool.run("backup", file("backup.sqlite")).code == 0)
        try tool.add("full/full.mp3", as: "first.mp3")
        try tool.link("first.mp3", count: 300)
        let scan = try tool.start(["scan"])
        for _ in 0..<5 {
            #expect(try tool.run("backup", file("backup.sqlite")).code == 0)
            let check = try tool.run(
                "--library", file("backup.sqlite"), "items", "--limit", "1000")
            #expect(check.code == 0)
            #expect(check.lines.count >= 3)
        }
        #expect(try tool.finish(scan).code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
        #expect(names.filter { $0.hasPrefix("backup") } == ["backup.sqlite"])
        try forget()
        try FileManager.default.copyItem(atPath: file("backup.sqlite"), toPath: tool.library.path)
        #expect(try values()["1.mp3"] == before["1.mp3"])
        #expect(
            try tool.run("check").objects().allSatisfy { $0["problem"] as? String != "damaged" })
    }

    @Test("prune shows what is gone and deletes it only when told to; the rest stays")
    func prune() throws {
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("A/1.mp3"))
        #expect(try tool.run("scan").code == 0)
        let dry = try tool.run("prune", "--dry-run")
        #expect(dry.code == 0)
        #expect(try dry.objects().map { $0["rating"] as? Int } == [5])
        let refused = try tool.run("prune")
        #expect(refused.code == 2)
        #expect(refused.problems.contains("--yes"))
        #expect(try tool.run("items", "--missing").lines.count == 1)
        let done = try tool.run("prune", "--yes")
        #expect(done.code == 0)
        #expect(done.problems.contains("1"))
        #expect(try tool.run("items", "--missing").lines == [])
        #expect(try tool.run("items").lines.count == 2)
        #expect(try tool.run("check").lines == [])
        for option in ["--yes", "--dry-run"] {
            #expect(try tool.run("prune", option).text == "")
            let shown = try tool.run("prune", option, "--format", "table")
            #expect(shown.code == 0 && shown.text == "Nothing to delete.\n")
        }
    }

    @Test("prune keeps what may only be out of reach")
    func pruneOutOfReach() throws {
        try FileManager.default.removeItem(at: tool.music.appendingPathComponent("A/1.mp3"))
        #expect(try tool.run("scan").code == 0)
        // The file is gone; but now its disk is, too, or the file is back and nobody has scanned.
        try FileManager.default.moveItem(
            at: tool.music, to: tool.folder.appendingPathComponent("away"))
        for isEmpty in [false, true] {
            if isEmpty {
                try FileManager.default.createDirectory(
                    at: tool.music, withIntermediateDirectories: true)
            }
            let result = try tool.run("prune", "--yes")
            #expect(result.code == 1)
            #expect(result.text == "")
            #expect(result.problems.contains("its missing items are kept (1)"))
        }
        try FileManager.default.removeItem(at: tool.music)
        try FileManager.default.moveItem(
            at: tool.folder.appendingPathComponent("away"), to: tool.music)
        try tool.add("full/full.mp3", as: "A/1.mp3")
        #expect(try tool.run("prune", "--yes").text == "")
        #expect(try tool.run("scan").code == 0)
        #expect(try values()["1.mp3"]?.first == "5")
    }
}
