import Foundation
import TestSupport

/// A few invented albums: tones with tags, among them names that a careless page would run as a program.
enum Shelf {
    static let script = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>"
    static let longName = String(repeating: "Endless ", count: 1250)

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
                file: "odd/script.flac",
                tags: ["title": script, "artist": script, "album": script, "genre": script]),
            Song(file: "odd/long.flac", tags: ["title": longName, "artist": "Long"]),
            Song(file: "odd/emoji.flac", tags: ["title": "🎻👩‍👩‍👧‍👦", "artist": "雨宮ひかり"]),
            Song(file: "odd/hebrew.flac", tags: ["title": "שלום עולם", "artist": "זמרת"]),
            Song(file: "odd/untitled.flac", tags: [:]),
        ]

    static func make(in folder: URL) throws {
        for (place, song) in songs.enumerated() {
            let file = folder.appendingPathComponent(song.file)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let tone = "sine=frequency=\(220 + 30 * place):duration=\(song.seconds)"
            let tags = song.tags.filter { !$0.value.isEmpty }.flatMap {
                ["-metadata", "\($0.key)=\($0.value)"]
            }
            _ = try output(
                of: ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", tone] + tags + [file.path])
            guard FileManager.default.fileExists(atPath: file.path) else {
                throw Browser.Failure(description: "ffmpeg makes no \(song.file)")
            }
        }
        try Data("no sound".utf8).write(to: folder.appendingPathComponent("broken.mp3"))
    }
}
