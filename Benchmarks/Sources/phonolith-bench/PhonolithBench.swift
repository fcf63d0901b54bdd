import ArgumentParser
import Foundation

/// Measures what scans, queries, pictures of videos, playing, playlists and the service cost, beside other programs.
@main
struct PhonolithBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phonolith-bench",
        abstract: "Measure what Phonolith costs, and compare it with its limits.",
        discussion: "Exit code 1 means that a limit is missed.")

    @Option(help: "The command to measure.")
    var program: String
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Measure only these parts: \(Part.allCases.map(\.rawValue).joined(separator: ", ")); "
                + "without it all but server, postgres, and copies and page, which are parts of server.",
            valueName: "part"))
    var only: [Part] = []
    @Flag(
        help: "Measure libraries of 200000 and 1000000 tracks too; the files take 5 GB.")
    var large = false
    @Option(help: "The number of tracks with pictures to scan.")
    var tracks = 20_000
    @Option(help: "The size of each cover, in bytes.")
    var pictureBytes = 115_000
    @Flag(help: "Also scan a library in which each track has a cover of its own.")
    var uniquePictures = false
    @Option(help: "The seed of the libraries; the same seed makes the same files.")
    var seed: UInt64 = 1
    @Option(help: "The folder that keeps the libraries [~/.cache/phonolith-bench].")
    var folder: String?
    @Option(help: "The number of reading threads [processors].")
    var threads = ProcessInfo.processInfo.activeProcessorCount
    @Option(help: "The number of runs of each comparison; full scans have seven or more.")
    var runs = 3
    @Flag(
        name: .customLong("without-mpd"), help: "Skip the comparison with MPD, which takes longest."
    )
    var withoutMPD = false
    @Flag(help: "Print one JSON array of records.")
    var json = false
    @Option(
        help: "A docs folder: add the results to benchmarks/results.json and benchmarks.md in it.")
    var write: String?

    /// Parts that can be measured alone, in the order of measurement. Queries come last: they are asked by this
    /// process, whose memory counts as that of each program that it starts (``Run/peakMemory``).
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case scan, library, watch, lists, videos, playing, server, attack, copies, page, postgres
        case queries

        /// Whether it is measured unless something else is asked for. Half a million requests take minutes.
        var isUsual: Bool { ![.server, .attack, .copies, .page, .postgres].contains(self) }
    }

    func validate() throws {
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw ValidationError("--program takes a command that can be run, not \(program)")
        }
        for (name, number, range) in [
            ("tracks", tracks, 1...10_000_000), ("picture-bytes", pictureBytes, 1...10_000_000),
            ("threads", threads, 1...256), ("runs", runs, 1...100),
        ] where !range.contains(number) {
            throw ValidationError(
                "--\(name) takes \(range.lowerBound) to \(range.upperBound), not \(number)")
        }
    }

    func run() throws {
        try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
        // No command that is measured may ask, or depend on, the library of the person who measures.
        setenv("PHONOLITH_LIBRARY", base + "/no-library.sqlite", 1)
        var outcomes: [Outcome] = []
        var isComplete = true
        for part in Part.allCases where only.isEmpty ? part.isUsual : only.contains(part) {
            do {
                outcomes += try measure(part)
            } catch {
                // Results of the other parts, which took minutes, are not lost with this one.
                say("\(part.rawValue): \(error)")
                isComplete = false
            }
        }
        let report = BenchmarkReport(outcomes)
        print(json ? try report.json : report.table)
        if let write {
            try report.write(
                records: write + "/benchmarks/results.json", page: write + "/benchmarks.md")
        }
        if !isComplete || !report.isWithinLimits { throw ExitCode(1) }
    }

    private func measure(_ part: Part) throws -> [Outcome] {
        switch part {
        case .scan: try scan()
        case .library: try library()
        case .watch:
            try libraries.map { library in
                _ = try kept(library)
                say("changing files under watch, \(library.tracks) tracks")
                return try WatchBenchmarks(library: library).changedFile()
            }
        case .queries: try [queryDuringScan()] + libraries.flatMap(queries)
        case .lists: try lists()
        case .videos: try videos()
        case .server: try server()
        case .attack: try attack()
        case .copies: try copies()
        case .page: try page()
        case .postgres: try postgres()
        case .playing:
            try PlaybackBenchmarks(folder: base + "/sounds", runs: runs, program: program)
                .outcomes()
        }
    }

    // MARK: - Libraries

    var base: String {
        folder ?? NSHomeDirectory() + "/.cache/phonolith-bench"
    }

    func music(_ tracks: Int, _ seed: UInt64) -> BenchmarkLibrary {
        BenchmarkLibrary(
            BenchmarkLibrary.Shape(seed: seed, tracks: tracks, pictureBytes: 0), in: base)
    }

    func shelf(_ name: String, _ roots: [BenchmarkLibrary]) -> ShelfLibrary {
        ShelfLibrary(roots: roots, folder: base + "/library-" + name, program: program)
    }

    /// 100 000 tracks, and with `--large` 1 000 000 in two roots.
    var libraries: [ShelfLibrary] {
        let small = music(100_000, seed)
        return [shelf("100k", [small])]
            + (large ? [shelf("1m", [small, music(900_000, seed + 1)])] : [])
    }

    func kept(_ library: ShelfLibrary) throws -> ShelfLibrary.Cost {
        say("a library of \(library.tracks) tracks in \(library.folder)")
        return try library.keep()
    }

    // MARK: - Parts

    private var shape: BenchmarkLibrary.Shape {
        BenchmarkLibrary.Shape(seed: seed, tracks: tracks, pictureBytes: pictureBytes)
    }

    private func scan() throws -> [Outcome] {
        let scans = try scans(of: shape)
        say("scanning, \(ScanBenchmarks.pairs(for: runs)) times")
        var outcomes = try scans.fullScan()
        say("scanning again with nothing changed")
        outcomes += try scans.rescan()
        outcomes += try InventedMusic.Format.allCases.map(scan)
        say("asking")
        let pages = [
            ["songs"], ["songs", "--sort", "year:desc"], ["songs", "--genre", "Jazz"], ["albums"],
            ["artists"],
        ]
        outcomes += try pages.map(scans.firstPage)
        if uniquePictures {
            var unique = shape
            unique.hasUniquePictures = true
            outcomes += try self.scans(of: unique).fullScanOfUniquePictures()
        }
        return outcomes
    }

    /// The scan of a fifth of the tracks, all in one format.
    private func scan(_ format: InventedMusic.Format) throws -> Outcome {
        var shape = shape
        (shape.tracks, shape.format) = (max(1, tracks / 5), format)
        return try scans(of: shape).fullScan(of: format)
    }

    private var tagLibLoopProgram: String {
        let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return own.deletingLastPathComponent().path + "/taglib-loop"
    }

    /// With all files in the page cache.
    private func scans(of shape: BenchmarkLibrary.Shape) throws -> ScanBenchmarks {
        let library = BenchmarkLibrary(shape, in: base)
        say("making \(shape.tracks) tracks in \(library.folder)")
        try library.make()
        let scans = ScanBenchmarks(
            music: library, threads: threads, runs: runs, comparesWithMPD: !withoutMPD,
            program: program, tagLibLoopProgram: tagLibLoopProgram)
        say("reading everything once")
        try scans.warmUp()
        return scans
    }

    private func library() throws -> [Outcome] {
        say("scanning 100000 tracks without pictures")
        let cost = try shelf("scanned", [music(100_000, seed)]).make()
        let size = Outcome(
            what: "100000 tracks: database without artwork, a track",
            value: Double(cost.bytes) / Double(cost.tracks) / 1000, unit: .kilobytes,
            limit: .atMost(3), detail: "\((Double(cost.bytes) / 1e6).text) MB after the scan")
        var outcomes = cost.outcomes("100000 tracks", memory: 200) + [size]
        outcomes += try scans(of: music(100_000, seed).shape).rescan("100000 tracks: rescan")
        outcomes += try scansWithMoreTags()
        guard large else { return outcomes }
        say("scanning 200000 tracks without pictures")
        let middle = try shelf("scanned", [music(200_000, seed + 2)]).make()
        outcomes += middle.outcomes("200000 tracks", memory: 200)
        if let library = libraries.last {
            outcomes += try kept(library).outcomes(
                "900000 tracks as a second root beside 100000", memory: 300)
        }
        return outcomes
    }

    /// The cost of credits and tags without a property, in scans that take turns.
    private func scansWithMoreTags() throws -> [Outcome] {
        var shape = BenchmarkLibrary.Shape(seed: seed, tracks: 20_000, pictureBytes: 0)
        let plainMusic = BenchmarkLibrary(shape, in: base)
        shape.hasMoreTags = true
        let taggedMusic = BenchmarkLibrary(shape, in: base)
        let (plain, tagged) = (shelf("plain", [plainMusic]), shelf("tagged", [taggedMusic]))
        say("scanning 20000 tracks with and without many tags")
        // The first scans bring the files into memory.
        _ = try (plain.make(), tagged.make())
        let costs = try (0..<runs).map { _ in try (plain: plain.make(), tagged: tagged.make()) }
        let before = Runs(costs.map(\.plain.seconds))
        let after = Runs(costs.map(\.tagged.seconds))
        let writer = Runs(costs.map { $0.tagged.writer * 1e6 / Double(tagged.tracks) })
        let loops = try (0..<runs).map { _ in
            try [plainMusic, taggedMusic].map {
                try Command(tagLibLoopProgram, ["\(threads)"]).reading($0.list).run().seconds
            }
        }
        let (loopBefore, loopAfter) = (Runs(loops.map { $0[0] }), Runs(loops.map { $0[1] }))
        let loopRatio = loopAfter.best / loopBefore.best
        return [
            Outcome(
                what: "20000 tracks: scan with 20 more tags and 6 credits a track ÷ without",
                value: after.best / before.best, unit: .ratio, limit: .atMost(loopRatio),
                detail: "with \(after.text); without \(before.text)"),
            Outcome(
                what: "the same in a bare TagLib loop", value: loopRatio, unit: .ratio, limit: nil,
                detail: "with \(loopAfter.text); without \(loopBefore.text)"),
            Outcome(
                what: "the same: the writer, processor time a track", value: writer.best,
                unit: .microseconds, limit: .atMost(90), detail: "thread `scan-write`, the best"),
        ]
    }

    private func queryDuringScan() throws -> Outcome {
        let scans = try scans(of: shape)
        say("asking while it scans")
        return try scans.queriesDuringScan()
    }

    private func queries(_ library: ShelfLibrary) throws -> [Outcome] {
        _ = try kept(library)
        say("asking, \(library.tracks) tracks")
        return try QueryBenchmarks(database: library.database, tracks: library.tracks).outcomes()
            + SearchBenchmarks(database: library.database, tracks: library.tracks).outcomes()
    }

    /// Lists of everything, and playlists of 100 000 entries.
    private func lists() throws -> [Outcome] {
        try libraries.flatMap { library in
            _ = try kept(library)
            say("listing everything, \(library.tracks) tracks")
            let lists = try ListingBenchmarks(
                database: library.database, tracks: library.tracks, runs: runs, program: program
            ).outcomes()
            // A million entries are no playlist: as XSPF they are larger than what is read.
            guard library.tracks <= 100_000 else { return lists }
            say("reading and writing playlists")
            return try lists
                + PlaylistBenchmarks(
                    folder: base, database: library.database, tracks: library.tracks, runs: runs,
                    program: program
                ).outcomes()
                + ImportBenchmarks(
                    folder: base, database: library.database, tracks: library.tracks,
                    program: program
                ).outcomes()
        }
    }

    private func videos() throws -> [Outcome] {
        say("making pictures of videos")
        return try VideoBenchmarks(folder: base + "/films", runs: runs, program: program).outcomes()
    }

    /// Shows what is done next, and notes the pace of the machine.
    func say(_ text: String) {
        Machine.notePace()
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
