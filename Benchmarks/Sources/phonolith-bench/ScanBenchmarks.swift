import Foundation
import PhonolithQueries
import PhonolithScans
import PhonolithStore

/// The cost of a scan, beside other programs over the same files. Each is measured in runs that take turns,
/// so that a machine that is busy for a while is busy for all.
struct ScanBenchmarks {
    let music: BenchmarkLibrary
    let threads: Int
    let runs: Int
    let comparesWithMPD: Bool
    /// The programs `phonolith` and `taglib-loop`.
    let program: String
    let tagLibLoopProgram: String

    /// The library that the last scan has made.
    var database: String { music.folder + "/library.sqlite" }

    /// Reads everything once, so that it is in the page cache.
    func warmUp() throws {
        _ = try Command("find", [music.music, "-type", "f", "-exec", "cat", "{}", "+"]).run()
    }

    /// The scan of everything, into a library that is not there yet.
    func fullScan() throws -> [Outcome] {
        let pairs = try pairsOfScans()
        let memory = Double(pairs.map(\.scan.peakMemory).max() ?? 0)
        let tracks = Double(music.shape.tracks)
        return try [
            ratio(
                "full scan ÷ bare TagLib loop, \(threads) threads each", pairs, \.seconds,
                limit: .atMost(2.5)),
            ratio("full scan in processor time", pairs, \.processorSeconds, limit: nil),
            peers(Runs(pairs.map(\.scan.seconds)), tracks),
            Outcome(
                what: "memory of the full scan", value: memory / 1e6, unit: .megabytes,
                limit: .atMost(music.shape.tracks > 20_000 ? 200 : 150),
                detail: "peak resident set, the most of \(pairs.count) runs"),
            databaseSize(tracks),
        ].compactMap { $0 }
    }

    /// The scan of a library of one format.
    func fullScan(of format: InventedMusic.Format) throws -> Outcome {
        let pairs = try pairsOfScans()
        try deleteDatabase()
        return ratio(
            "full scan of \(music.shape.tracks) tracks in \(format.rawValue) ÷ bare TagLib loop",
            pairs, \.seconds, limit: nil)
    }

    /// How many full scans are compared with a loop, where other measurements have a number of runs.
    static func pairs(for runs: Int) -> Int { max(runs, 7) }

    /// A scan into a new library, and the loop that was run before it.
    private typealias Pair = (scan: Run, loop: Run)

    private func pairsOfScans() throws -> [Pair] {
        try (0..<Self.pairs(for: runs)).map { _ in
            // The kernel, and the host of a virtual machine, take back what has not been read for a while.
            try warmUp()
            let loop = try tagLibLoop()
            try deleteDatabase()
            return (try scan(), loop)
        }
    }

    /// The median of the ratios of each pair.
    private func ratio(
        _ what: String, _ pairs: [Pair], _ time: (Run) -> Double, limit: Outcome.Limit?
    ) -> Outcome {
        let ratios = Runs(pairs.map { time($0.scan) / time($0.loop) })
        return Outcome(
            what: what, value: ratios.median, unit: .ratio, limit: limit,
            detail: "median of \(pairs.count) pairs, \(ratios.range); Phonolith"
                + " \(Runs(pairs.map { time($0.scan) }).text);"
                + " TagLib \(Runs(pairs.map { time($0.loop) }).text)")
    }

    /// The scan of a library in which every track has a picture of its own.
    func fullScanOfUniquePictures() throws -> [Outcome] {
        try deleteDatabase()
        defer { try? deleteDatabase() }  // It holds all pictures; its size is its only use.
        let loop = try tagLibLoop()
        let scan = try scan()
        return [
            Outcome(
                what: "full scan, a picture of its own in each track ÷ bare TagLib loop",
                value: scan.seconds / loop.seconds, unit: .ratio, limit: nil,
                detail: "Phonolith \(scan.seconds.text) s; TagLib \(loop.seconds.text) s; one run"),
            Outcome(
                what: "memory of that scan", value: Double(scan.peakMemory) / 1e6,
                unit: .megabytes, limit: nil, detail: "peak resident set"),
        ]
    }

    /// The scan of everything again, when nothing has changed.
    func rescan(_ name: String = "rescan") throws -> [Outcome] {
        // The library may not have been made yet.
        _ = try scan()
        let find = Command("find", [music.music, "-printf", "%s %T@ %i %p\\n"])
        var finds: [Run] = []
        var scans: [Run] = []
        for _ in 0..<(runs + 2) {
            finds.append(try find.run())
            scans.append(try scan())
        }
        let (scan, list) = (Runs(scans.map(\.seconds)), Runs(finds.map(\.seconds)))
        let (scanWork, listWork) = (
            Runs(scans.map(\.processorSeconds)), Runs(finds.map(\.processorSeconds))
        )
        return [
            Outcome(
                what: "\(name), nothing changed ÷ find -printf", value: scan.best / list.best,
                unit: .ratio, limit: .atMost(2),
                detail: "Phonolith \(scan.millisecondsText); find \(list.millisecondsText)"),
            Outcome(
                what: "\(name) in processor time", value: scanWork.best / listWork.best,
                unit: .ratio, limit: nil,
                detail: "Phonolith \(scanWork.millisecondsText); find \(listWork.millisecondsText)"),
        ]
    }

    /// A whole command, from its start to its end, that lists the first 50.
    func firstPage(_ arguments: [String]) throws -> Outcome {
        let command = phonolith(arguments + ["--limit", "50"])
        let measured = try (0..<20).map { _ in try command.run() }
        let times = Runs(measured.map(\.seconds))
        let work = Runs(measured.map(\.processorSeconds))
        return Outcome(
            what: "`\((["phonolith"] + command.arguments).joined(separator: " "))`",
            value: times.best * 1000, unit: .milliseconds, limit: .atMost(25),
            detail: "the whole command, 20 runs: \(times.millisecondsText); processor time"
                + " \(work.millisecondsText)")
    }

    func phonolith(_ arguments: [String]) -> Command {
        // The user's own configuration must not change what is measured.
        Command(
            program, arguments,
            environment: [
                "PHONOLITH_LIBRARY": database, "PHONOLITH_CONFIG": music.folder + "/no-config.json",
            ])
    }

    private func scan() throws -> Run {
        try phonolith(["scan", "--threads", "\(threads)", music.music]).run()
    }

    private func tagLibLoop() throws -> Run {
        try Command(tagLibLoopProgram, ["\(threads)"]).reading(music.list).run()
    }

    func deleteDatabase() throws {
        for suffix in ["", "-wal", "-shm", "-lock", ".lock"] {
            let path = database + suffix
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// `nil` where MPD is not wanted, or not installed. The best runs count.
    private func peers(_ scan: Runs, _ tracks: Double) throws -> Outcome? {
        guard comparesWithMPD, MusicPlayerDaemon.isInstalled else { return nil }
        let daemon = try MusicPlayerDaemon.start(music: music.music, scratch: music.folder)
        let known = daemon.trackCount()
        guard known == music.shape.tracks else {
            throw BenchmarkError("MPD knows \(known) of \(music.shape.tracks) tracks")
        }
        let rescans = try Runs(max(3, runs)) { try daemon.rescan() }
        return Outcome(
            what: "full scan, tracks/s ÷ those of mpc rescan",
            value: rescans.best / scan.best, unit: .ratio, limit: .atLeast(3),
            detail: "Phonolith \((tracks / scan.best).text) tracks/s;"
                + " MPD \((tracks / rescans.best).text) tracks/s, \(rescans.text)")
    }

    private func databaseSize(_ tracks: Double) throws -> Outcome {
        let catalog = try Catalog.open(at: database, for: .reading)
        let statistics = try catalog.statistics.values()
        guard statistics.items == music.shape.tracks else {
            throw BenchmarkError("Phonolith knows \(statistics.items) of \(Int(tracks)) tracks")
        }
        guard let size = statistics.librarySize, let pictures = statistics.pictureBytes else {
            throw BenchmarkError("Phonolith does not say how large the library is")
        }
        return Outcome(
            what: "database without pictures, a track",
            value: Double(size - pictures) / tracks / 1000, unit: .kilobytes, limit: .atMost(3),
            detail: "\((Double(size) / 1e6).text) MB, \((Double(pictures) / 1e6).text) MB of it"
                + " pictures")
    }
}
