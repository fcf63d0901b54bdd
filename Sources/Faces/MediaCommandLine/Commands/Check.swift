import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the library and compare it with the disk.",
        discussion: """
            Checks the database for damage, and finds files that were changed or deleted since the last scan. Changes nothing; \
            run phonolith scan to update the library. The exit code is 1 if there are problems.

              phonolith check
            """)
    @OptionGroup var output: ListOutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .reading)
        var writer = try output.writer(
            columns: [
                TableColumn("Problem", field: "problem", minimum: 10),
                TableColumn("Path", field: "path", minimum: 20),
            ], fields: ["problem", "path", "pathBase64"])
        var count = 0
        func tell(_ problem: String, _ path: MediaPath?) throws {
            count += 1
            try writer.write(
                Record([
                    ("problem", .text(problem)), ("path", path.map { .text($0.description) }),
                    ("pathBase64", path.flatMap { $0.isUTF8 ? nil : .bytes($0.bytes) }),
                ]))
        }
        for problem in try catalog.statistics.integrityProblems() {
            try tell("damaged: \(problem)", nil)
        }
        try LibraryCheck.forEachDifference(in: catalog) { difference in
            try tell(difference.kind.rawValue, difference.path)
        }
        let problems = count
        for (grouping, name) in try catalog.userData.namesWithoutItems() {
            try tell(
                "no item is of this \(grouping == .album ? "album" : "artist"), which has a rating or star: \(name)",
                nil)
        }
        try writer.finish()
        // Values without items are kept, and no fault of the library.
        if problems == 0, count > 0 { return }
        if count > 0 { throw ExitCode.problems }
        if Terminal.outputIsTerminal {
            try StandardOutput.writeLine("No problems found.")
        }
    }
}
