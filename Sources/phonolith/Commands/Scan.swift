import ArgumentParser
import Blocking
import Catalog
import Foundation
import MediaModel
import Scanning
import TagReading

struct Scan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read folders into the library, or bring it up to date.",
        discussion: """
            Each folder is remembered as a root; without folders all roots are scanned again. Only files \
            that are new or changed are read, and files that are gone are hidden, never deleted. \
            Ctrl-C ends it at any file; the next scan goes on from there.

              phonolith scan ~/Music
              phonolith scan
              phonolith scan --as audiobook ~/Audiobooks
            """)

    @Argument(help: "Folders. Without any, all roots of the library.")
    var paths: [String] = []
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What the files of these folders are, whatever they say: \(RootKind.names).",
            valueName: "kind"))
    var kind: RootKind?
    @Flag(help: "Read files that have not changed, too.")
    var full = false
    @Option(help: "How many files to read at once. Without it: as many as there are processors.")
    var threads = ProcessInfo.processInfo.activeProcessorCount
    @Flag(inversion: .prefixedNo, help: "Walk into folders that symbolic links point to.")
    var followSymlinks = true
    @Flag(
        help:
            "Read playlist files in these folders, too; those that have not changed since, or that you edited, stay."
    )
    var playlists = false
    @Flag(help: "Print the result as one JSON object.")
    var json = false
    @Flag(help: "No progress bar.")
    var quiet = false
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard (1...256).contains(threads) else {
            throw ValidationError("--threads takes 1 to 256, not \(threads)")
        }
        if kind != nil, paths.isEmpty {
            throw ValidationError("--as needs the folders that it is said of")
        }
    }

    func run() async throws {
        let folders = paths.map { MediaPath($0) }
        try LibraryScanner.validate(folders)
        let catalog = try library.open(for: paths.isEmpty ? .writing : .creating)
        let lock = try ScanLock(library: library.path)
        defer { withExtendedLifetime(lock) {} }
        guard try !paths.isEmpty || !catalog.roots().isEmpty else {
            throw Failure("no folder has been scanned yet; name one: phonolith scan FOLDER")
        }
        let bar = Terminal.errorIsTerminal && !quiet ? ProgressBar() : nil
        let report: ScanReport
        do {
            defer { bar?.clear() }
            report = try await scanner(catalog).interruptible(
                folders, options, progress: bar?.show)
        }
        let areRead = try await readPlaylists(folders, catalog, after: report)
        try show(report)
        if !areRead { throw ExitCode.problems }
    }

    /// Whether all playlist files could be read, if they are asked for.
    private func readPlaylists(
        _ folders: [MediaPath], _ catalog: Catalog, after report: ScanReport
    ) async throws -> Bool {
        guard playlists, !report.isInterrupted else { return true }
        let thread = BlockingThreads(name: "playlists", count: 1)
        defer { thread.end() }
        return try await withTaskExecutorPreference(thread) {
            try scanner(catalog).importPlaylists(in: folders, options: options, to: catalog)
        }
    }

    private func scanner(_ catalog: Catalog) throws -> LibraryScanner {
        let configuration = try Configuration.read()
        return LibraryScanner(
            catalog: catalog, tagReader: TagReader(options: configuration.tagReading),
            sortKeys: configuration.sortKeys)
    }

    private var options: ScanOptions {
        var options = ScanOptions()
        options.readsAll = full
        options.threads = threads
        options.followsSymbolicLinks = followSymlinks
        options.kind = kind?.value
        return options
    }

    private func show(_ report: ScanReport) throws {
        if json {
            try StandardOutput.writeLine(report.json)
        } else {
            for problem in report.problems {
                Terminal.tell("\(problem.path.description.withoutControls): \(problem.reason)")
            }
            try StandardOutput.writeLine(report.summary)
        }
        if report.isInterrupted {
            Terminal.tell(
                "interrupted; what was read is kept, and the next scan goes on from there")
            throw ExitCode.interrupted
        }
        if !report.problems.isEmpty { throw ExitCode.problems }
    }
}

/// A kind of root, as `--as` takes it.
struct RootKind: ExpressibleByArgument {
    let value: LibraryRoot.Kind

    init?(argument: String) {
        guard let value = LibraryRoot.Kind(rawValue: argument) else { return nil }
        self.value = value
    }

    static let allValueStrings = LibraryRoot.Kind.allCases.map(\.rawValue)
    static let names = allValueStrings.joined(separator: ", ")
}

extension LibraryScanner {
    /// Scans until it is done, or until SIGINT or SIGTERM; a second one ends the process at once.
    fileprivate func interruptible(
        _ paths: [MediaPath], _ options: ScanOptions,
        progress: (@Sendable (ScanProgress) -> Void)?
    ) async throws -> ScanReport {
        let scan = Task { try await self.scan(paths, options: options, progress: progress) }
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                if scan.isCancelled { _exit(130) }
                scan.cancel()
            }
            source.resume()
            return source
        }
        defer { signals.forEach { $0.cancel() } }
        return try await scan.value
    }
}

extension ScanReport {
    fileprivate var seconds: Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    /// Keys are never renamed.
    fileprivate var json: String {
        let problems = problems.map { problem in
            Record([
                ("path", .text(problem.path.description)),
                ("pathBase64", problem.path.isUTF8 ? nil : .bytes(problem.path.bytes)),
                ("reason", .text(problem.reason)),
            ]).json
        }
        let counts: [(String, Int)] = [
            ("added", added), ("changed", changed), ("moved", moved), ("missing", missing),
            ("unchanged", unchanged), ("unreadable", unreadable),
        ]
        return "{" + counts.map { "\($0.jsonQuoted):\($1)" }.joined(separator: ",")
            + ",\"seconds\":\((seconds * 1000).rounded() / 1000)"
            + ",\"problems\":[" + problems.joined(separator: ",") + "]}"
    }

    fileprivate var summary: String {
        let counts = [
            (added, "added"), (changed, "changed"), (moved, "moved"), (missing, "gone"),
            (unchanged, "unchanged"), (unreadable, "unreadable"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let time = seconds.formatted(.number.precision(.fractionLength(1)))
        let nothing = problems.isEmpty ? "no media found" : "nothing could be read"
        return (told.isEmpty ? nothing : told.joined(separator: ", ")) + ", in \(time) s"
    }
}
