import Foundation
import PhonolithFixtures
import PhonolithTestSupport
import Testing

extension ByTheClock {
    /// The playlists that are written, loaded by MPD.
    @Suite(.enabled(if: MusicPlayerDaemon.isInstalled), .serialized)
    struct MusicPlayerDaemonTests {
        private static let names = [
            "plain.ogg", "with blanks .ogg", "#1 hit.ogg", "a%20b.ogg", "100%.ogg",
            "a&b<c>d\"e'f.ogg", "back\\slash.ogg", "Bjo\u{308}rk.ogg", "Björk.ogg", "🎸.ogg",
            "-dash.ogg", "[x]=;y.ogg", "A: B/1. Jóga.ogg",
            String(repeating: "ü", count: 125) + "x.ogg",
        ]

        @Test(
            "MPD loads the playlist and finds every file",
            arguments: ["m3u8", "m3u", "xspf", "pls"])
        func everyFile(format: String) throws {
            let tool = try CommandLineTool()
            for name in Self.names { try tool.add("full/full.ogg", as: name) }
            try #require(try tool.run("scan", tool.music.path).code == 0)
            try tool.run("playlist", "create", "All", "--where", "true")
            let lists = tool.music.appendingPathComponent("Lists")
            try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
            for style in ["relative", "absolute"] {
                let file = lists.appendingPathComponent("\(style).\(format)").path
                let export = try tool.run(
                    "playlist", "export", "All", "--output", file, "--paths", style)
                #expect(export.code == 0, "\(export.problems)")
            }
            let daemon = try MusicPlayerDaemon(playing: tool.music, keepingFilesIn: tool.folder)
            // On a slow machine, mpc may return before the update is complete.
            try eventually("MPD knows the files") {
                try daemon.files().filter { $0.hasSuffix(".ogg") }.count == Self.names.count
            }
            for style in ["relative", "absolute"] {
                let loaded = try daemon.load("Lists/\(style).\(format)")
                #expect(loaded.sorted() == Self.names.sorted(), "\(style).\(format)")
            }
        }
    }
}

/// A daemon of its own for a folder of music, which plays to nobody and ends with the value.
private final class MusicPlayerDaemon {
    private let process: Program
    private let socket: String

    static let isInstalled = ["mpd", "mpc"].allSatisfy { program in
        ["/usr/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }

    init(playing music: URL, keepingFilesIn folder: URL) throws {
        socket = folder.appendingPathComponent("mpd").path
        let lists = folder.appendingPathComponent("mpd-lists")
        try FileManager.default.createDirectory(at: lists, withIntermediateDirectories: true)
        let configuration = folder.appendingPathComponent("mpd.conf")
        try """
        music_directory "\(music.path)"
        playlist_directory "\(lists.path)"
        db_file "\(folder.path)/mpd.db"
        log_file "\(folder.path)/mpd.log"
        bind_to_address "\(socket)"
        audio_output {
            type "null"
            name "null"
        }
        """.write(to: configuration, atomically: false, encoding: .utf8)
        process = try Program(["mpd", "--no-daemon", configuration.path])
        try eventually("MPD listens") { FileManager.default.fileExists(atPath: socket) }
        try ask("-q", "update", "--wait")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }

    /// All that MPD knows.
    func files() throws -> [String] { try lines("listall") }

    /// The files of a list in the music's folder, as MPD has them.
    func load(_ list: String) throws -> [String] {
        try ask("-q", "clear")
        try ask("-q", "load", list)
        return try lines("playlist", "-f", "%file%")
    }

    private func lines(_ arguments: String...) throws -> [String] {
        try ask(arguments).split(separator: "\n").map(String.init)
    }

    private func ask(_ arguments: String...) throws { try ask(arguments) }

    @discardableResult
    private func ask(_ arguments: [String]) throws -> String {
        String(decoding: try output(of: ["mpc", "--host", socket] + arguments), as: UTF8.self)
    }
}
