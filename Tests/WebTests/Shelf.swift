import Foundation
import PhonolithTestSupport

/// A few invented albums: tones with tags, among them names that a careless page would run as a program.
enum Shelf {
    static let script = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>"
    static let longName = String(repeating: "Endless ", count: 1250)
    static let emoji = "🎻👩‍👩‍👧‍👦"
    static let hebrew = "שלום עולם"
    /// Names of songs, albums, artists, genres, composers and folders.
    static let oddNames = ["script": script, "long": longName, "emoji": emoji, "hebrew": hebrew]

    struct Song {
        var file: String
        var tags: [String: String]
        var seconds = 2
    }

    static let songs: [Song] =
        (1...4).map { number in
            Song(
                file: "Lanterns/\(number).flac",
                tags: [
                    "title": "Lamp \(number)", "artist": "The Paper Lanterns",
                    "album": "Night Ferry", "date": "1997", "genre": "Folk",
                    "track": "\(number)", "composer": "Ada Quill",
                    "lyrics": number == 1 ? "[00:00.00]First line\n[00:01.00]Second line" : "",
                ], seconds: number == 1 ? 6 : 2)
        }
        + [
            Song(
                file: "Duo/1.flac",
                tags: ["title": "Duo", "artist": "Anna Oak; Ben Elm", "album": "Two"]),
            Song(file: "odd/untitled.flac", tags: [:]),
            Song(file: "odd/japanese.flac", tags: ["title": "雨の音", "artist": "雨宮ひかり"]),
        ]
        + oddNames.sorted { $0.key < $1.key }.map { key, name in
            // No name of a folder has a slash, or more than 255 bytes.
            let folder = name.prefix(60).replacing("/", with: "")
            let tags = ["title", "artist", "album", "album_artist", "genre", "composer", "comment"]
            return Song(
                file: "odd/\(folder)/\(key).flac",
                tags: Dictionary(uniqueKeysWithValues: tags.map { ($0, name) }))
        }

    /// A playlist of each odd name, as long as it may be.
    static func addPlaylists(to household: Household) throws {
        for (key, name) in oddNames {
            let list = String(name.prefix(1000))
            _ = try household.answer("playlist", "create", list, "--where", "path contains \(key)")
            _ = try household.answer("playlist", "describe", list, name)
        }
    }

    static func make(in folder: URL) throws {
        // One program makes all: to start it takes longer than to make a song.
        var (tones, results): ([String], [String]) = ([], [])
        for (place, song) in songs.enumerated() {
            let file = folder.appendingPathComponent(song.file)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            tones += [
                "-f", "lavfi", "-i",
                "sine=frequency=\(220 + 30 * place):duration=\(song.seconds)",
            ]
            let tags = song.tags.filter { !$0.value.isEmpty }.flatMap {
                ["-metadata", "\($0.key)=\($0.value)"]
            }
            results += ["-map", "\(place)"] + tags + [file.path]
        }
        _ = try output(of: ["ffmpeg", "-v", "error", "-y"] + tones + results)
        for song in songs {
            let path = folder.appendingPathComponent(song.file).path
            guard FileManager.default.fileExists(atPath: path) else {
                throw Browser.Failure(description: "ffmpeg makes no \(song.file)")
            }
        }
        try Data("no sound".utf8).write(to: folder.appendingPathComponent("broken.mp3"))
    }
}
