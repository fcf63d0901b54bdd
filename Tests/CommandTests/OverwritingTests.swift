import Foundation
import PhonolithDatabase
import PhonolithFixtures
import PhonolithTestSupport
import Testing

/// No command writes over a file of the library, over the library, or over what it reads.
@Suite(.thorough) struct OverwritingTests {
    private let tool: CommandLineTool

    /// `music/1.flac` and `music/2.flac` are in the library, `outside/3.flac` is not.
    init() async throws {
        tool = try CommandLineTool()
        for name in ["1", "2"] { try tool.add("full/full.flac", as: "\(name).flac") }
        try tool.add("films/closed-gop.mp4", as: "../outside/film.mp4")
        try tool.add("full/full.flac", as: "../outside/3.flac")
        try await tool.scan(tool.music.path)
        #expect(try tool.run("playlist", "create", "List").code == 0)
    }

    private func path(_ name: String) -> String { tool.folder.appendingPathComponent(name).path }

    private func content(_ name: String) throws -> Data {
        try Data(contentsOf: tool.folder.appendingPathComponent(name))
    }

    /// How a protected file is named.
    enum Name: CaseIterable {
        case itself, symbolicLink, linkToLink, hardLink
    }

    /// Gives a file another name.
    private func name(_ file: String, _ name: Name, as other: String) throws -> String {
        let manager = FileManager.default
        switch name {
        case .itself: return path(file)
        case .symbolicLink:
            try manager.createSymbolicLink(
                atPath: path(other), withDestinationPath: path(file))
        case .linkToLink:
            try manager.createSymbolicLink(
                atPath: path("first"), withDestinationPath: path(file))
            try manager.createSymbolicLink(atPath: path(other), withDestinationPath: "first")
        case .hardLink: try manager.linkItem(atPath: path(file), toPath: path(other))
        }
        return path(other)
    }

    /// Commands that write to one file, which `@` stands for.
    private static let commands: [[String]] = [
        ["play", "%outside/3.flac", "--output", "wav:@"], ["artwork", "1", "--output", "@"],
        ["backup", "@"], ["export-user-data", "@"],
        ["playlist", "export", "List", "--format", "m3u8", "--output", "@"],
    ]

    private func run(_ command: [String], _ file: String) throws -> CommandLineTool.Result {
        try tool.run(
            command.map {
                $0.replacingOccurrences(of: "@", with: file)
                    .replacingOccurrences(of: "%", with: tool.folder.path + "/")
            })
    }

    private func expectRefusal(
        _ result: CommandLineTool.Result, _ why: String, _ comment: String
    ) {
        #expect(result.code == 2, "\(comment): \(result.text)")
        #expect(
            result.problems.contains("refusing to overwrite "), "\(comment): \(result.problems)")
        #expect(result.problems.contains(why), "\(comment): \(result.problems)")
        #expect(result.problems.split(separator: "\n").count == 1, "\(result.problems)")
    }

    @Test("no command writes over an item, whatever its name", arguments: Name.allCases, commands)
    func items(name: Name, command: [String]) throws {
        let before = try content("music/2.flac")
        let file = try self.name("music/2.flac", name, as: "other")
        expectRefusal(try run(command, file), "it is in the library", "\(command)")
        #expect(try content("music/2.flac") == before)
    }

    @Test("no command writes over the library", arguments: Name.allCases, commands)
    func library(name: Name, command: [String]) throws {
        let file = try self.name("library.sqlite", name, as: "other")
        expectRefusal(try run(command, file), "it is the library itself", "\(command)")
        #expect(try tool.run("stats").code == 0)
    }

    @Test(
        "no command makes a file where the library has its own",
        arguments: ["-wal", "-shm", "-journal", ".key", ".scan"], commands)
    func besideLibrary(suffix: String, command: [String]) throws {
        expectRefusal(
            try run(command, path("library.sqlite" + suffix)), "it is the library itself",
            "\(command)")
    }

    @Test("what is played is not written over, with a library or without", arguments: Name.allCases)
    func played(name: Name) throws {
        let before = try content("outside/3.flac")
        let file = try self.name("outside/3.flac", name, as: "other")
        for library in [tool.library.path, path("none.sqlite")] {
            for played in ["outside/3.flac", "outside"] {
                let result = try tool.run(
                    "play", path(played), "--library", library, "--output", "wav:\(file)")
                expectRefusal(result, "it is read by this command", played)
            }
        }
        #expect(try content("outside/3.flac") == before)
    }

    @Test("what is played from the kept queue is not written over")
    func keptQueue() throws {
        let before = try content("outside/3.flac")
        #expect(try tool.run("queue", "add", path("outside/3.flac")).code == 0)
        expectRefusal(
            try tool.run("play", "--output", "wav:\(path("outside/3.flac"))"),
            "it is read by this command", "kept queue")
        #expect(try content("outside/3.flac") == before)
    }

    @Test(
        "pictures are not written over items or over their video",
        arguments: [
            (["--at", "0"], "film-0-00-00.000.jpg"), (["--sheet", "2x2"], "film-sheet.jpg"),
            (["--sprites", "--every", "1"], "film-sprites.jpg"),
            (["--sprites", "--every", "1"], "film-sprites.vtt"),
        ])
    func pictures(arguments: [String], picture: String) throws {
        for file in ["music/2.flac", "outside/film.mp4"] {
            let before = try content(file)
            let folder = path("pictures")
            try? FileManager.default.removeItem(atPath: folder)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + picture, withDestinationPath: path(file))
            let result = try tool.run(
                ["thumbnails", path("outside/film.mp4"), "--output", folder] + arguments)
            #expect(result.code == 2, "\(result.text)")
            #expect(result.problems.contains("refusing to overwrite \(folder)/\(picture)"))
            #expect(try content(file) == before)
        }
    }

    /// Commands that write a file and need no library.
    private static let independent: [[String]] = [
        ["play", "%outside/3.flac", "--output", "wav:@"],
        ["thumbnails", "%outside/film.mp4", "--at", "0", "--output", "%pictures"],
    ]

    /// Runs such a command, which would write over `music/2.flac`.
    private func runOverItem(_ command: [String]) throws -> CommandLineTool.Result {
        let picture = path("pictures/film-0-00-00.000.jpg")
        if !FileManager.default.fileExists(atPath: path("pictures")) {
            try FileManager.default.createDirectory(
                atPath: path("pictures"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: picture, withDestinationPath: path("music/2.flac"))
        }
        return try run(command, path("music/2.flac"))
    }

    @Test(
        "a library that cannot be read protects its items all the same", arguments: independent)
    func unreadableLibrary(command: [String]) throws {
        let before = try content("music/2.flac")
        let whole = try Data(contentsOf: tool.library)
        // Of another version.
        let database = try SQLiteDatabase(path: tool.library.path)
        try database.write { try $0.execute(sql: "UPDATE library SET schema_sha256 = 'x'") }
        expectRefusal(
            try runOverItem(command), "made by another version of phonolith", "\(command)")
        // Locked by another program, for which each opening waits.
        if command[0] != "play" {
            try database.write { database in
                try database.execute(sql: "PRAGMA journal_mode = DELETE")
                try database.execute(sql: "BEGIN EXCLUSIVE")
                expectRefusal(
                    try runOverItem(command), "another program is writing", "\(command)")
                try database.execute(sql: "ROLLBACK")
            }
        }
        try database.close()
        // Damaged: the header is good, and nothing behind it.
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: tool.library.path + suffix)
        }
        try (whole.prefix(100) + Data(count: whole.count - 100)).write(to: tool.library)
        expectRefusal(try runOverItem(command), "is damaged", "\(command)")
        #expect(try content("music/2.flac") == before)
    }

    @Test("where no library is, files are replaced", arguments: independent)
    func noLibrary(command: [String]) throws {
        for text in ["my diary", ""] {
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: tool.library.path + suffix)
            }
            try Data(text.utf8).write(to: tool.library)
            let before = try content("music/2.flac")
            let result = try runOverItem(command)
            #expect(result.code == 0, "\(command): \(result.problems)")
            #expect(try content("music/2.flac") != before)
            try FileManager.default.removeItem(atPath: path("music/2.flac"))
            try tool.add("full/full.flac", as: "2.flac")
        }
    }

    @Test("copies are not written over items")
    func copies() throws {
        let before = try content("music/2.flac")
        let folder = path("stick")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/1.flac", withDestinationPath: path("music/2.flac"))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
            ofItemAtPath: path("music/2.flac"))
        let result = try tool.run("songs", "--format", "m3u8", "--copy-to", folder)
        expectRefusal(result, "it is in the library", "--copy-to")
        #expect(try content("music/2.flac") == before)
    }

    @Test("other files are replaced, through a link and with their mode", arguments: commands)
    func others(command: [String]) throws {
        let real = path("real")
        // Files that backup and export-user-data replace must be of their own kind.
        #expect(try run(command, real).code == 0)
        chmod(real, 0o640)
        try FileManager.default.createSymbolicLink(
            atPath: path("link"), withDestinationPath: "real")
        let result = try run(command, path("link"))
        #expect(result.code == 0, "\(result.problems)")
        let attributes = try FileManager.default.attributesOfItem(atPath: real)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "real")
    }
}
