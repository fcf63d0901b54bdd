import ArgumentParser
import Foundation

/// Measures what scans, first pages of answers and pictures of videos cost, beside other programs.
@main
struct PhonolithBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phonolith-bench",
        abstract: "Measure what Phonolith costs, and compare it with its limits.",
        discussion: "Exit code 1 says that a limit is missed.")

    @Option(help: "How many tracks the library of the benchmarks has.")
    var tracks = 20_000
    @Option(
        help:
            "How many tracks the libraries have that are only asked; 100000 and 1000000 have limits."
    )
    var rows: [Int] = [100_000]
    @Flag(help: "Only write rows; read no files.")
    var onlyWrite = false

    @Flag(help: "Only ask; scan nothing.")
    var onlyAsk = false
    @Flag(help: "Only make pictures of videos.")
    var onlyVideos = false
    @Option(help: "What the library is made from; the same seed makes the same files.")
    var seed: UInt64 = 1
    @Option(help: "The size of each cover.")
    var pictureBytes = 100 * 1024
    @Flag(help: "Scan a second library, too, in which each track has a cover of its own.")
    var uniquePictures = false
    @Option(help: "Where the libraries are made and kept. Without it: in $TMPDIR, or /var/tmp.")
    var folder: String?
    @Option(help: "How many files to read at once. Without it: as many as there are processors.")
    var threads = ProcessInfo.processInfo.activeProcessorCount
    @Option(help: "How often each scan is measured.")
    var runs = 3
    @Flag(
        name: .customLong("without-mpd"),
        help: "Leave out the comparison with MPD, which takes longest.")
    var withoutMPD = false
    @Flag(help: "Leave out pictures of videos, whose films take minutes to make once.")
    var withoutVideos = false
    @Flag(help: "Only make the libraries: with --only-ask those of rows, else that of files.")
    var makeOnly = false
    @Flag(help: "Print the results as one JSON object.")
    var json = false
    @Option(help: "Put the results into this page, too.")
    var write: String?

    func validate() throws {
        if onlyAsk, onlyVideos {
            throw ValidationError("choose one of --only-ask and --only-videos")
        }
        guard (1...10_000_000).contains(tracks) else {
            throw ValidationError("--tracks takes 1 to 10000000, not \(tracks)")
        }
        for count in rows where !(1...10_000_000).contains(count) {
            throw ValidationError("--rows takes 1 to 10000000, not \(count)")
        }
        guard (1...10_000_000).contains(pictureBytes) else {
            throw ValidationError("--picture-bytes takes 1 to 10000000, not \(pictureBytes)")
        }
        guard (1...256).contains(threads) else {
            throw ValidationError("--threads takes 1 to 256, not \(threads)")
        }
        guard (1...100).contains(runs) else {
            throw ValidationError("--runs takes 1 to 100, not \(runs)")
        }
    }

    func run() throws {
        let shape = BenchmarkLibrary.Shape(
            seed: seed, tracks: tracks, pictureBytes: pictureBytes)
        var uniqueShape = shape
        uniqueShape.hasUniquePictures = true
        if onlyWrite { return try report(shape, measureWriting()) }
        if onlyAsk, makeOnly { return try rows.forEach { _ = try made($0) } }
        if onlyAsk { return try report(shape, ask()) }
        if onlyVideos { return try report(shape, measureVideos()) }
        let music = try made(shape)
        let unique = uniquePictures ? try made(uniqueShape) : nil
        if makeOnly { return print(music.music) }
        try report(
            shape,
            measure(music) + (unique.map(measureUnique) ?? [])
                + (withoutVideos ? [] : measureVideos()) + measurePlaying() + ask())
    }

    private func report(_ shape: BenchmarkLibrary.Shape, _ outcomes: [Outcome]) throws {
        let report = BenchmarkReport(
            shape: shape, machine: Machine.description(), outcomes: outcomes)
        print(json ? try report.json : report.table)
        if let write { try report.write(to: write) }
        if !report.isWithinLimits { throw ExitCode(1) }
    }

    private var base: String {
        let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
        return folder ?? temporary + "/phonolith-bench"
    }

    private func made(_ shape: BenchmarkLibrary.Shape) throws -> BenchmarkLibrary {
        let library = BenchmarkLibrary(shape, in: base)
        tell("making \(shape.tracks) tracks in \(library.folder)")
        let time = try ContinuousClock().measure { try library.make() }
        tell("made in \((time / .seconds(1)).text) s")
        return library
    }

    private func made(_ rows: Int) throws -> RowLibrary {
        let library = RowLibrary(seed: seed, tracks: rows, in: base)
        tell("making the rows of \(rows) tracks in \(library.path)")
        try library.make()
        return library
    }

    private func measure(_ music: BenchmarkLibrary) throws -> [Outcome] {
        let scans = benchmarks(of: music)
        tell("reading everything once")
        try scans.warmUp()
        tell("scanning, \(runs) times")
        var outcomes = try scans.fullScan()
        outcomes.append(
            try WriterBenchmarks(seed: seed, base: base).writer(tracks: music.shape.tracks))
        tell("scanning again with nothing changed")
        outcomes.append(try scans.rescan())
        tell("asking")
        let pages = [
            ["songs"], ["songs", "--sort", "year:desc"], ["songs", "--genre", "Jazz"], ["albums"],
            ["artists"],
        ]
        outcomes += try pages.map(scans.firstPage)
        tell("asking while it scans")
        outcomes.append(try scans.queriesDuringScan())
        return outcomes
    }

    private func measureWriting() throws -> [Outcome] {
        let benchmarks = WriterBenchmarks(seed: seed, base: base)
        tell("writing")
        return try [benchmarks.writer(tracks: tracks)]
            + rows.map { try benchmarks.changedFile(in: made($0)) }
    }

    private func ask() throws -> [Outcome] {
        try rows.flatMap { count in
            let library = try made(count)
            tell("changing one file")
            let changed = try WriterBenchmarks(seed: seed, base: base).changedFile(in: library)
            tell("asking")
            let queries =
                try [changed] + QueryBenchmarks(database: library.path, tracks: count).outcomes()
            tell("listing everything")
            let lists = try ListingBenchmarks(
                database: library.path, tracks: count, runs: runs, program: programs + "/phonolith"
            ).outcomes()
            // A million entries are no playlist: as XSPF they are larger than what is read.
            guard count <= 100_000 else {
                return try queries + lists
                    + SearchBenchmarks(database: library.path, tracks: count).outcomes()
            }
            tell("reading and writing playlists")
            return try queries + lists
                + SearchBenchmarks(database: library.path, tracks: count).outcomes()
                + PlaylistBenchmarks(
                    folder: base, database: library.path, tracks: count, runs: runs,
                    program: programs + "/phonolith"
                ).outcomes()
        }
    }

    private func measureUnique(_ music: BenchmarkLibrary) throws -> [Outcome] {
        let scans = benchmarks(of: music)
        tell("scanning pictures that are all different")
        try scans.warmUp()
        return try scans.fullScanOfUniquePictures()
    }

    private func measurePlaying() throws -> [Outcome] {
        tell("playing")
        return try PlaybackBenchmarks(
            folder: base + "/sounds", runs: runs, program: programs + "/phonolith"
        ).outcomes()
    }

    private func measureVideos() throws -> [Outcome] {
        tell("making pictures of videos")
        let temporary = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
        return try VideoBenchmarks(
            folder: (folder ?? temporary + "/phonolith-bench") + "/films", runs: runs,
            program: programs + "/phonolith"
        ).outcomes()
    }

    private var programs: String {
        let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return own.deletingLastPathComponent().path
    }

    private func benchmarks(of music: BenchmarkLibrary) -> ScanBenchmarks {
        ScanBenchmarks(
            music: music, threads: threads, runs: runs, comparesWithMPD: !withoutMPD,
            programs: programs)
    }

    /// Says what is done next, and notes at which pace the machine is now.
    private func tell(_ text: String) {
        Machine.notePace()
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
