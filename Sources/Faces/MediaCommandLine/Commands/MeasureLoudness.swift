import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithWorker

struct MeasureLoudness: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "loudness",
        abstract: "Measure loudness of tracks without ReplayGain tags.",
        discussion: """
            Measures tracks and albums (EBU R128) and stores their ReplayGain values in the library; the player and the service \
            use them. Files are only read, and values in tags take precedence. You can interrupt this command at any time; the \
            next run continues with the remaining albums.

              phonolith loudness
              phonolith loudness --album Homogenic
              phonolith songs --where 'replayGainTrackGain is missing'
            """)
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Flag(help: "Print the result as one JSON object.") var json = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Skip an album after this long without progress.", valueName: "seconds"))
    var fileTimeout = 60
    @OptionGroup(title: "Library") var library: LibraryOptions

    func validate() throws {
        guard (1...86_400).contains(fileTimeout) else {
            throw ValidationError("--file-timeout takes 1 to 86400 seconds, not \(fileTimeout)")
        }
    }

    func run() throws {
        let catalog = try library.open(for: .writing)
        var query = MediaQuery()
        query.filterPredicates = try filter.predicates
        query.order = [MediaOrder(.albumArtist), MediaOrder(.albumTitle)]
        let groups = try catalog.loudness.unmeasuredGroups(matching: query)
        let threads = BlockingThreads(name: "loudness", count: 1)
        defer { threads.end() }
        let measuring = LoudnessMeasuring(catalog, silenceLimit: .seconds(fileTimeout))
        let work = Task(executorPreference: threads) { try await measuring.measure(groups) }
        let interruption = Interruption { work.cancel() }
        defer { interruption.end() }
        let report = try MainThread.waiting { try await work.value }
        try show(report)
        if interruption.hasHappened {
            Terminal.tell("interrupted; the measured values are saved, and the next run continues")
            throw ExitCode.interrupted
        }
        if !report.failures.isEmpty { throw ExitCode.problems }
    }

    private func show(_ report: LoudnessMeasuring.Report) throws {
        if json { return try StandardOutput.writeLine(report.json) }
        for failure in report.failures {
            Terminal.tell("\(failure.path): \(failure.reason)".withoutControls)
        }
        try StandardOutput.writeLine(
            report.trackCount == 0 && report.failures.isEmpty
                ? "Nothing to measure."
                : "\(report.trackCount) tracks measured, \(report.failures.count) failed")
    }
}
