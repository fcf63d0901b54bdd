import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct Problems: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "problems", abstract: "List files and folders that could not be read.",
        discussion: """
            A scan reports each problem once. This command lists all problems that still exist.

              phonolith problems
              phonolith problems ignore ~/Music/broken.mp3
            """,
        subcommands: [List.self, Ignore.self, Unignore.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the problems.")
        @Flag(help: "List the ignored problems, too.") var ignored = false
        @OptionGroup var part: PartOptions
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            var writer = try output.writer(
                columns: [
                    TableColumn("Path", field: "path", minimum: 12),
                    TableColumn("Reason", field: "reason", minimum: 12),
                    TableColumn("Found", field: "date"),
                    TableColumn(title: "") {
                        $0["isIgnored"] == .boolean(true) ? "ignored" : nil
                    },
                ],
                fields: ["path", "pathBase64", "reason", "date", "isIgnored"],
                emptyNote: part.emptyNote("No problems."))
            for problem in part.part(
                of: try library.open(for: .reading).problems.all(ignored: ignored))
            {
                try writer.write(Record(problem.values))
            }
            try writer.finish()
        }
    }

    struct Ignore: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ignore", abstract: "Ignore these problems from now on.",
            discussion: "A file is reported again if it has a different problem later.")
        @OptionGroup var choice: Choice
        func run() throws { try choice.setIgnored(true) }
    }

    struct Unignore: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unignore", abstract: "Stop ignoring these problems.")
        @OptionGroup var choice: Choice
        func run() throws { try choice.setIgnored(false) }
    }

    /// The problems that are chosen, by their paths.
    struct Choice: ParsableArguments {
        @Argument(help: "Files or folders from the list of phonolith problems.") var paths:
            [PathArgument]
        @OptionGroup var library: LibraryOptions

        func setIgnored(_ isIgnored: Bool) throws {
            let catalog = try library.open(for: .writing)
            for path in paths {
                let isKnown = try path.possibleRoots.contains {
                    try catalog.problems.setIgnored(isIgnored, problemAt: $0)
                }
                guard isKnown else {
                    throw Failure(
                        "\(path): has no known problem; phonolith problems lists all problems")
                }
            }
        }
    }
}
