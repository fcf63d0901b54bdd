public import ArgumentParser
public import PhonolithMediaModel
package import PhonolithWorker

package struct Scan: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Scan folders and update the library.",
        discussion: """
            Each folder is stored as a root; without folders, all roots are scanned again. Only new and changed files are read. \
            Items whose files are gone are hidden, never deleted. You can interrupt a scan with Ctrl-C; the next scan continues \
            from there.

              phonolith scan ~/Music
              phonolith scan
              phonolith scan --as audiobook ~/Audiobooks
            """)

    private static let kinds = LibraryRoot.Kind.allValueStrings.joined(separator: ", ")

    @Argument(help: "Folders to scan. (default: all roots)")
    var paths: [PathArgument] = []
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Treat all files in these folders as \(Self.kinds), regardless of their tags.",
            valueName: "kind"))
    var kind: LibraryRoot.Kind?
    @Flag(help: "Read unchanged files, too.")
    var full = false
    @Option(help: "Number of files to read at once; the default is one per processor.")
    var threads = ScanRequest.defaultThreads
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Time limit per file. A file that takes longer, or that crashes the reader, is skipped and reported.
            """, valueName: "seconds"))
    var fileTimeout = 30.0
    @Flag(inversion: .prefixedNo, help: "Follow symbolic links to folders.")
    var followSymlinks = true
    @Flag(help: "Keep watching for changes after the scan, until Ctrl-C.")
    var watch = false
    @Flag(
        help: """
            Also import playlist files from these folders. Playlists that you edited are kept.
            """)
    var playlists = false
    @Flag(
        help: """
            Give unrated items the rating from their tags (POPM, FMPS_RATING, RATING), for you or for --user. \
            Files are never written.
            """)
    var ratingsFromTags = false
    @Flag(help: "Print the result as one JSON object; with --watch, one per line for each change.")
    var json = false
    @Flag(help: "Show no progress bar.")
    var quiet = false
    @OptionGroup var library: LibraryOptions

    package init() {}

    package func validate() throws {
        guard (1...256).contains(threads) else {
            throw ValidationError("--threads takes 1 to 256, not \(threads)")
        }
        guard (0.1...86_400).contains(fileTimeout) else {
            throw ValidationError("--file-timeout takes 0.1 to 86400 seconds")
        }
        if kind != nil, paths.isEmpty {
            throw ValidationError("--as needs folders; name the folders to scan")
        }
    }

    /// Watches a worker that scans.
    package func run() throws {
        let bar = Terminal.errorIsTerminal && !quiet ? ProgressBar() : nil
        var request = try request
        request.countsAhead = bar != nil
        var last: ScanReport?
        do {
            defer { bar?.clear() }
            try Self.scan(request) { event in
                switch event {
                case .progress(let progress): bar?.show(progress)
                case .remark(let line):
                    bar?.clear()
                    Terminal.tell(line)
                case .report(let report):
                    last = report
                    bar?.clear()
                    if watch { try tell(report) }
                }
            }
        } catch {
            // The scan was done; the steps after it were not.
            if let last, !watch { try tell(last) }
            throw error
        }
        // Only an interruption ends one that watches.
        if watch { throw ExitCode.interrupted }
        if let last { try show(last) }
    }

    /// The scan that the options request.
    ///
    /// - Throws: ``Failure`` if the folder of a new library cannot be made.
    private var request: ScanRequest {
        get throws {
            var request = ScanRequest(library: try library.path, folders: paths.map(\.path))
            if !paths.isEmpty { try library.prepareFolder(of: request.library) }
            request.user = library.userName
            request.kind = kind
            request.readsAll = full
            request.threads = threads
            request.followsSymbolicLinks = followSymlinks
            request.takesRatings = ratingsFromTags
            request.importsPlaylists = playlists
            request.watches = watch
            request.fileTimeout = .seconds(fileTimeout)
            return request
        }
    }

    /// Scans until Ctrl-C, and translates what scans fail with.
    package static func scan(
        _ request: ScanRequest, _ take: (ScanEvent) throws -> Void
    ) throws {
        let interruptions = InterruptionCount()
        do {
            let program = WorkerProgram(try InstalledProgram.media.path())
            var supervisor = try ScanSupervisor(request, program: program)
            try supervisor.run(interruptions: { interruptions.value }, take)
        } catch ScanFailure.interrupted {
            throw ExitCode.interrupted
        } catch ScanFailure.refused(let refusal) {
            var failure = Failure(refusal.message)
            failure.details = refusal.details
            throw failure
        } catch ScanFailure.ended(let code, let errors) {
            // The worker has named the reason.
            let text = String(decoding: errors, as: UTF8.self).trimmed(of: \.isWhitespace)
            if !text.isEmpty { Terminal.tell(text) }
            throw ExitCode(code)
        }
    }

    /// Prints the result, and ends the command by what it says.
    private func show(_ report: ScanReport) throws {
        try tell(report)
        if report.isInterrupted {
            Terminal.tell(
                "interrupted; the files read so far are saved, and the next scan continues from there"
            )
            throw ExitCode.interrupted
        }
        if !report.problems.isEmpty { throw ExitCode.problems }
    }

    private func tell(_ report: ScanReport) throws {
        if json {
            try StandardOutput.writeLine(JSON(report).text)
        } else {
            for problem in report.problems {
                Terminal.tell("\(problem.path.description.withoutControls): \(problem.reason)")
            }
            for problem in report.solvedProblems {
                Terminal.tell("\(problem.path.description.withoutControls): can be read again")
            }
            if report.knownProblems > 0, !watch {
                Terminal.tell(
                    "known problems: \(report.knownProblems); phonolith problems lists them")
            }
            // A scan that was ordered without an output, as by a timer, has done its work.
            if StandardOutput.isThere { try StandardOutput.writeLine(report.summary) }
        }
    }
}

extension LibraryRoot.Kind: ExpressibleByArgument {}

extension ScanReport {
    fileprivate var summary: String {
        let counts = [
            (added, "added"), (changed, "changed"), (moved, "moved"), (missing, "gone"),
            (returned, "back"), (unchanged - returned, "unchanged"), (unreadable, "unreadable"),
            (ratings ?? 0, "rated from tags"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let time = (duration / .seconds(1)).text(decimals: 1)
        let isReached = problems.isEmpty && unavailable.isEmpty
        let nothing = isReached ? "no media found" : "nothing could be read"
        return (told.isEmpty ? nothing : told.joined(separator: ", ")) + ", in \(time) s" + absence
    }

    /// Unavailable roots and folders, each with a short reason: the full one is shown only once.
    private var absence: String {
        guard !unavailable.isEmpty else { return "" }
        let places = unavailable.prefix(3).map { place in
            "\(place.path.description.withoutControls) (\(place.reason))"
        }
        let rest = unavailable.count - places.count
        return "; unavailable: " + places.joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }
}
