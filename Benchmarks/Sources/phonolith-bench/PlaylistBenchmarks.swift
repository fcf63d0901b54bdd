import Foundation

/// The cost of reading and writing a playlist of all tracks of a library.
struct PlaylistBenchmarks {
    /// Where the lists are made.
    let folder: String
    /// The library's file.
    let database: String
    /// How many tracks it has.
    let tracks: Int
    let runs: Int
    /// The program `phonolith`.
    let program: String

    private static let timeLimit = Outcome.Limit.atMost(2)
    private static let memoryLimit = Outcome.Limit.atMost(150)

    func outcomes() throws -> [Outcome] {
        let lists = folder + "/playlists"
        try FileManager.default.createDirectory(
            atPath: lists, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: lists) }
        try makeList(lists + "/list.m3u8")
        return try ["m3u8", "xspf"].flatMap { format in
            let file = lists + "/list.\(format)"
            // The first reading makes the list that is written then.
            let imports = try measure(["playlist", "import", "--replace", "--name", "List", file])
            let target = format == "m3u8" ? "xspf" : "m3u8"
            let exports = try measure([
                "playlist", "export", "List", "--output", lists + "/list.\(target)",
            ])
            return outcomes("import of an \(format)", imports)
                + outcomes("export to an \(target)", exports)
        }
    }

    /// All tracks of the library; by the program itself, so that this process stays small.
    private func makeList(_ path: String) throws {
        var command = Command(
            program, ["items", "--format", "m3u8", "--paths", "absolute"],
            environment: ["PHONOLITH_LIBRARY": database])
        command.output = path
        _ = try command.run()
    }

    private func measure(_ arguments: [String]) throws -> [Run] {
        try (0..<runs).map { _ in
            try Command(program, arguments, environment: ["PHONOLITH_LIBRARY": database]).run()
        }
    }

    private func outcomes(_ what: String, _ measured: [Run]) -> [Outcome] {
        let times = Runs(measured.map(\.seconds))
        let memory = Double(measured.map(\.peakMemory).max() ?? 0)
        return [
            Outcome(
                what: "\(what) with \(tracks) entries", value: times.median, unit: .seconds,
                limit: tracks > 100_000 ? nil : Self.timeLimit, detail: times.text),
            Outcome(
                what: "memory of it", value: memory / 1e6, unit: .megabytes,
                limit: tracks > 100_000 ? nil : Self.memoryLimit,
                detail: "peak resident set, the most of \(runs) runs"),
        ]
    }
}
