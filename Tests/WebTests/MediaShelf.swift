import Foundation
import PhonolithTestSupport

/// A shelf of everything but plain songs: films, books in parts, a song in two formats, a file that is none.
enum MediaShelf {
    static func make(in folder: URL) throws {
        try makeFilms(in: folder.appendingPathComponent("films"))
        try makeBooks(in: folder.appendingPathComponent("books"))
        try makeTwins(in: folder.appendingPathComponent("music"))
        try Data("no sound".utf8).write(to: folder.appendingPathComponent("broken.mp3"))
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("music/Empty Shelf"),
            withIntermediateDirectories: false)
    }

    /// One that browsers play, with chapters, and one that they do not.
    private static func makeFilms(in folder: URL) throws {
        let chapters = """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/1
            START=0
            END=12
            title=Low tide
            [CHAPTER]
            TIMEBASE=1/1
            START=12
            END=30
            title=High tide

            """
        let words = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-chapters-\(UUID().uuidString)")
        try Data(chapters.utf8).write(to: words)
        defer { try? FileManager.default.removeItem(at: words) }
        try encode(
            [
                "-f", "lavfi", "-i", "testsrc=size=320x180:rate=10:duration=30", "-f", "lavfi",
                "-i", "sine=duration=30", "-i", words.path, "-map_metadata", "2", "-map", "0",
                "-map", "1", "-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-c:a", "aac",
                "-metadata", "title=Harbour",
            ], to: folder.appendingPathComponent("harbour.mp4"))
        try addSubtitles("harbour.en.srt", to: folder)
        try addSubtitles("reel.srt", to: folder)
        try encode(
            [
                "-f", "lavfi", "-i", "testsrc=size=160x120:rate=25:duration=20", "-f", "lavfi",
                "-i", "sine=duration=20", "-c:v", "mpeg2video", "-c:a", "ac3", "-metadata",
                "title=Old reel",
            ], to: folder.appendingPathComponent("reel.mkv"))
    }

    /// A line for each second.
    private static func addSubtitles(_ name: String, to folder: URL) throws {
        let cues = (10..<30).map {
            "\($0)\n00:00:\($0),000 --> 00:00:\($0 + 1),000\nSecond \($0)\n\n"
        }
        try Data(cues.joined().utf8).write(to: folder.appendingPathComponent(name))
    }

    private static func makeBooks(in folder: URL) throws {
        for part in 1...2 {
            try encode(
                [
                    "-f", "lavfi", "-i", "sine=frequency=\(200 * part):duration=60", "-c:a", "aac",
                    "-b:a", "48k",
                ]
                    + tags([
                        "title": "Chapter \(part)", "artist": "Ruth Vane", "album": "The Long Walk",
                        "track": "\(part)", "genre": "Audiobook",
                    ]), to: folder.appendingPathComponent("walk-\(part).m4b"))
        }
    }

    private static func makeTwins(in folder: URL) throws {
        let song = tags(["title": "Twin", "artist": "The Pair", "album": "Double", "date": "2001"])
        for (name, codec) in [("a.flac", "flac"), ("b.mp3", "libmp3lame")] {
            try encode(
                ["-f", "lavfi", "-i", "sine=frequency=440:duration=30", "-c:a", codec] + song,
                to: folder.appendingPathComponent(name))
        }
        try FileManager.default.copyItem(
            at: folder.appendingPathComponent("a.flac"),
            to: folder.appendingPathComponent("copy.flac"))
    }

    /// A song as a scan finds it later.
    static func addSong(_ title: String, in folder: String) throws {
        try encode(
            ["-f", "lavfi", "-i", "sine=frequency=550:duration=2"]
                + tags(["title": title, "artist": "Late", "album": "Arrivals"]),
            to: URL(fileURLWithPath: folder).appendingPathComponent("\(title).flac"))
    }

    static func tags(_ values: [String: String]) -> [String] {
        values.flatMap { ["-metadata", "\($0.key)=\($0.value)"] }
    }

    static func encode(_ words: [String], to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        _ = try output(of: ["ffmpeg", "-v", "error", "-y"] + words + [file.path])
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw Browser.Failure(description: "ffmpeg makes no \(file.lastPathComponent)")
        }
    }
}
