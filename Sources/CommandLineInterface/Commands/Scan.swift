package import ArgumentParser
package import Catalog
import Foundation
import JSONWriting
import MediaModel

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

    @Argument(help: "Folders to scan. (default: all roots)")
    package var paths: [PathArgument] = []
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Treat all files in these folders as \(RootKind.names), regardless of their tags.",
            valueName: "kind"))
    package var kind: RootKind?
    @Flag(help: "Read unchanged files, too.")
    package var full = false
    @Option(help: "Number of files to read at once, normally one per processor.")
    package var threads = ProcessInfo.processInfo.activeProcessorCount
    @Option(
        help: ArgumentHelp(
            """
            Time limit per file. A file that takes longer, or that crashes the reader, is skipped and reported.
            """, valueName: "seconds"))
    var fileTimeout = 30.0
    @Flag(inversion: .prefixedNo, help: "Follow symbolic links to folders.")
    package var followSymlinks = true
    @Flag(help: "Keep watching for changes after the scan, until Ctrl-C.")
    package var watch = false
    @Flag(
        help: """
            Also import playlist files from these folders. Playlists that you edited are kept.
            """)
    package var playlists = false
    @Flag(
        help: """
            Give unrated items the rating from their tags (POPM, FMPS_RATING, RATING), for you or for --user. \
            Files are never written.
            """)
    package var ratingsFromTags = false
    @Flag(help: "Print the result as one JSON object; with --watch, one per line for each change.")
    var json = false
    @Flag(help: "Show no progress bar.")
    var quiet = false
    @Flag(
        name: .customLong("progress"),
        help: ArgumentHelp("Print the progress as lines of JSON.", visibility: .hidden))
    var printsProgress = false
    @OptionGroup package var library: LibraryOptions

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

    /// Watches another process that scans.
    package func run() throws {
        let bar = Terminal.errorIsTerminal && !quiet ? ProgressBar() : nil
        var last: ScanReport?
        var supervisor = try ScanSupervisor(
            arguments: try Self.workerArguments, fileTimeout: .seconds(fileTimeout)
        ) {
            last = $0
            bar?.clear()
            if watch { try tell($0) }
        }
        supervisor.remark = { line in
            bar?.clear()
            Terminal.tell(line)
        }
        if printsProgress {
            supervisor.progress = ProgressLines().show
        } else if let bar {
            supervisor.progress = bar.show
        }
        do {
            defer { bar?.clear() }
            try supervisor.run()
        } catch {
            // The scan was done; what follows it was not.
            if let last, !watch { try tell(last) }
            throw error
        }
        if let last, !watch { try show(last) }
    }

    /// The name of the command that scans.
    package static let workerName = "scan-work"

    /// This process's arguments, for the worker instead of for this command.
    private static var workerArguments: [[UInt8]] {
        get throws {
            let words = try Phonolith<NamesOnly>.processArguments.dropFirst()
            return ([workerName] + words).map(ArgumentText.bytes)
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
            try StandardOutput.writeLine(report.json)
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
            try StandardOutput.writeLine(report.summary)
        }
    }
}

/// A kind of root, as `--as` takes it.
package struct RootKind: ExpressibleByArgument {
    package let value: LibraryRoot.Kind

    package init?(argument: String) {
        guard let value = LibraryRoot.Kind(rawValue: argument) else { return nil }
        self.value = value
    }

    package static let allValueStrings = LibraryRoot.Kind.allCases.map(\.rawValue)
    static let names = allValueStrings.joined(separator: ", ")
    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

extension ScanReport {
    fileprivate var seconds: Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }

    /// Keys are never renamed.
    fileprivate var json: String {
        let counts: [(String, Int)] = [
            ("added", added), ("changed", changed), ("moved", moved), ("missing", missing),
            ("unchanged", unchanged), ("unreadable", unreadable),
        ]
        return "{" + counts.map { "\($0.jsonQuoted):\($1)" }.joined(separator: ",")
            + ",\"seconds\":\((seconds * 1000).rounded() / 1000)"
            + ",\"problems\":" + Self.json(problems)
            + ",\"solvedProblems\":" + Self.json(solvedProblems)
            + ",\"knownProblems\":\(knownProblems)"
            + (ratings.map { ",\"ratings\":\($0)" } ?? "") + "}"
    }

    private static func json(_ problems: [ScanProblem]) -> String {
        let records = problems.map { problem in
            Record([
                ("path", .text(problem.path.description)),
                ("pathBase64", problem.path.isUTF8 ? nil : .bytes(problem.path.bytes)),
                ("reason", .text(problem.reason)),
            ]).json
        }
        return "[" + records.joined(separator: ",") + "]"
    }

    fileprivate var summary: String {
        let counts = [
            (added, "added"), (changed, "changed"), (moved, "moved"), (missing, "gone"),
            (unchanged, "unchanged"), (unreadable, "unreadable"),
            (ratings ?? 0, "rated from tags"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let time = seconds.formatted(.number.precision(.fractionLength(1)))
        let nothing = problems.isEmpty ? "no media found" : "nothing could be read"
        return (told.isEmpty ? nothing : told.joined(separator: ", ")) + ", in \(time) s"
    }
}
