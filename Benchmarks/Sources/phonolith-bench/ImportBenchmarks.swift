import Foundation

/// The cost of importing ratings, counts and dates from another program.
struct ImportBenchmarks {
    /// Where the files are made.
    let folder: String
    /// The library's file; the measurement changes a copy.
    let database: String
    /// How many tracks it has.
    let tracks: Int
    /// The program `phonolith`.
    let program: String

    func outcomes() throws -> [Outcome] {
        let files = folder + "/imports"
        try? FileManager.default.removeItem(atPath: files)
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: files) }
        let copy = files + "/library.sqlite"
        _ = try phonolith(["backup", copy], database).run()
        var list = phonolith(["items", "--format", "m3u8", "--paths", "absolute"], database)
        list.output = files + "/list.m3u8"
        _ = try list.run()
        let paths = try String(contentsOfFile: list.output, encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        let library = files + "/Library.xml"
        try libraryOfITunes(paths).write(toFile: library, atomically: false, encoding: .utf8)
        let run = try phonolith(["import-from", "itunes", library, "--json"], copy).run()
        return [
            Outcome(
                what: "import-from itunes, \(paths.count) tracks", value: run.seconds,
                unit: .seconds, limit: .atMost(10),
                detail: "ratings, counts and dates, into a library of \(tracks); one run")
        ]
    }

    private func phonolith(_ arguments: [String], _ library: String) -> Command {
        Command(program, arguments, environment: ["PHONOLITH_LIBRARY": library])
    }

    /// As iTunes exports it, with a rating, a count and a date for each track.
    private func libraryOfITunes(_ paths: [Substring]) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "&;"))
        let entries = paths.enumerated().map { number, path in
            let address = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
            return """
                <key>\(number)</key><dict><key>Track ID</key><integer>\(number)</integer>\
                <key>Play Count</key><integer>\(number % 50 + 1)</integer>\
                <key>Play Date UTC</key><date>2026-01-02T03:04:05Z</date>\
                <key>Rating</key><integer>\(number % 5 * 20 + 20)</integer>\
                <key>Location</key><string>file://\(address)</string></dict>
                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>Tracks</key><dict>
            \(entries.joined(separator: "\n"))
            </dict><key>Playlists</key><array/></dict></plist>
            """
    }
}
