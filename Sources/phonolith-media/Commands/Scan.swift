import ArgumentParser
import Catalog
import CommandLineInterface
import Foundation
import JSONWriting
import MediaModel
import Scanning
import TagReading
import Worker

struct Scan: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read folders into the library, or bring it up to date.",
        discussion: """
            Each folder is remembered as a root; without folders all roots are scanned again. Only files \
            that are new or changed are read, and files that are gone are hidden, never deleted. \
            Ctrl-C ends it at any file; the next scan goes on from there.

              phonolith scan ~/Music
              phonolith scan
              phonolith scan --as audiobook ~/Audiobooks
            """)

    @Argument(help: "Folders. Without any, all roots of the library.")
    var paths: [PathArgument] = []
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
    @Option(
        help: ArgumentHelp(
            """
            How long one file may take. What takes longer, or makes the reader crash, is left out and \
            reported.
            """, valueName: "seconds"))
    var fileTimeout = 30.0
    @Flag(inversion: .prefixedNo, help: "Walk into folders that symbolic links point to.")
    var followSymlinks = true
    @Flag(help: "Go on after the scan: read whatever comes, changes or goes, until Ctrl-C.")
    var watch = false
    @Flag(
        help: """
            Read playlist files in these folders, too; those that have not changed since, or that you \
            edited, stay.
            """)
    var playlists = false
    @Flag(help: "Print the result as one JSON object; with --watch one a line for each change.")
    var json = false
    @Flag(help: "No progress bar.")
    var quiet = false
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard (1...256).contains(threads) else {
            throw ValidationError("--threads takes 1 to 256, not \(threads)")
        }
        guard (0.1...86_400).contains(fileTimeout) else {
            throw ValidationError("--file-timeout takes 0.1 to 86400 seconds")
        }
        if kind != nil, paths.isEmpty {
            throw ValidationError("--as needs the folders that it is said of")
        }
    }

    /// Watches another process that scans.
    func run() throws {
        let bar = Terminal.errorIsTerminal && !quiet ? ProgressBar() : nil
        var last: ScanReport?
        var supervisor = try ScanSupervisor(
            arguments: try Self.workerArguments, fileTimeout: .seconds(fileTimeout)
        ) {
            last = $0
            bar?.clear()
            if watch { try tell($0) }
        }
        if let bar { supervisor.progress = bar.show }
        do {
            defer { bar?.clear() }
            try supervisor.run()
        }
        if let last, !watch { try finish(last) }
    }

    /// This process's arguments, for the worker instead of for this command.
    private static var workerArguments: [[UInt8]] {
        get throws {
            let words = try Phonolith<AllCommands>.arguments.dropFirst()
            return ([ScanWork.name] + words).map(ArgumentText.bytes)
        }
    }

    /// Reads playlist files, if they are asked for, and prints the result, whatever comes of them.
    private func finish(_ report: ScanReport) throws {
        var report = report
        if playlists, !report.isInterrupted {
            do {
                let catalog = try library.open(for: .writing)
                report.problems += try scanner(catalog).followPlaylists(
                    in: paths.map(\.path), options: options, of: catalog,
                    remark: Terminal.tell)
            } catch {
                try tell(report)
                throw error
            }
        }
        try show(report)
    }

    /// Scans, in the worker.
    fileprivate func scan(_ worker: ScanWorker) throws {
        let folders = paths.map(\.path)
        let reading = worker.readingGuard
        try LibraryScanner.validate(folders, reading)
        let catalog = try library.open(for: paths.isEmpty ? .writing : .creating)
        guard try !paths.isEmpty || !catalog.roots().isEmpty else {
            throw Failure("no folder has been scanned yet; name one: phonolith scan FOLDER")
        }
        var options = options
        options.startedAt = worker.order.startedAt
        options.countsAhead = worker.order.countsAhead
        options.reading = reading
        if worker.order.isCareful { options.threads = 1 }
        let (scanner, library) = (try scanner(catalog), catalog.path)
        if watch {
            try follow(folders, catalog, scanner, options, worker)
            throw ExitCode.interrupted
        }
        let lock = try ScanLock(library: library)
        defer { withExtendedLifetime(lock) {} }
        let report = try Program.waiting { [options] in
            try await interruptible {
                try await scanner.scan(folders, options: options, progress: worker.tell)
            }
        }
        worker.tell(.report(ScanMessage.Report(report)))
    }

    private func follow(
        _ folders: [MediaPath], _ catalog: Catalog, _ scanner: LibraryScanner,
        _ scanOptions: ScanOptions, _ worker: ScanWorker
    ) throws {
        var options = LibraryWatch.Options()
        options.lock = { [path = catalog.path] in try ScanLock(library: path) }
        if playlists {
            options.afterScan =
                PlaylistWatch(
                    scanner: scanner, catalog: catalog, options: scanOptions,
                    remark: { worker.tell(.remark($0)) }
                ).follow
        }
        let watch = LibraryWatch(
            scanner: scanner, catalog: catalog, scanOptions: scanOptions, options: options,
            report: { worker.tell(.report(ScanMessage.Report($0))) },
            remark: { worker.tell(.remark($0)) })
        try Program.waiting {
            try await interruptible { try await watch.run(folders, progress: worker.tell) }
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

    /// Prints the result, and ends the command by what it says.
    private func show(_ report: ScanReport) throws {
        try tell(report)
        if report.isInterrupted {
            Terminal.tell(
                "interrupted; what was read is kept, and the next scan goes on from there")
            throw ExitCode.interrupted
        }
        if !report.problems.isEmpty { throw ExitCode.problems }
    }

    private func tell(_ report: ScanReport) throws {
        if json {
            try StandardOutput.writeLine(report.json)
        } else {
            for problem in report.problems {
                Terminal.tell("\(problem.path.description.withoutControls): \(problem.reason)")
            }
            try StandardOutput.writeLine(report.summary)
        }
    }
}

/// What ``ScanSupervisor`` starts: the scan itself, with the arguments of the command.
struct ScanWork: ParsableCommand {
    static let name = "scan-work"
    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Scan for another process.", shouldDisplay: false)

    @OptionGroup var scan: Scan

    func run() throws {
        try scan.scan(try ScanWorker(memoryLimit: UInt64(3 << 30 + scan.threads << 24)))
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
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// Works until it is done, or until SIGINT or SIGTERM; a second one ends the process at once.
private func interruptible<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task { try await work() }
    let interruption = Interruption { task.cancel() }
    defer { withExtendedLifetime(interruption) {} }
    // One that came before it was waited for.
    if WorkerSide.interruptions > 0 { task.cancel() }
    return try await task.value
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
