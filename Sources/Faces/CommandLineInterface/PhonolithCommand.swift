package import ArgumentParser
import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithWorker

/// The command `phonolith`, with all its subcommands.
///
/// `phonolith` leaves the commands of `Media`, and what is about all commands, to `phonolith-media` and `phonolith-view`.
package struct PhonolithCommand<Media: MediaCommands>: ParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "phonolith",
            abstract: "Index, search and play your music and videos.",
            discussion: """
                Scan your folders first. All other commands then use the library.

                  phonolith scan ~/Music
                  phonolith artists
                  phonolith albums --artist "Björk"
                  phonolith songs --album Homogenic --format json

                Every command but copy-library takes --library FILE and --user NAME, before or after its name. The default library is \
                $PHONOLITH_LIBRARY, or library.sqlite in the user's data folder. The default user is the owner.

                Results go to standard output, progress and problems to standard error.
                Exit codes: 0 success, 1 success with problems reported, 2 failure, 64 wrong usage, 130 interrupted.
                """,
            version: "phonolith \(ProgramVersion.current)", groupedSubcommands: groups)
    }

    private static var groups: [CommandGroup] {
        [
            CommandGroup(
                name: "Library",
                subcommands: [
                    Scan.self, Problems.self, Roots.self, Statistics.self, Duplicates.self,
                    Backup.self, Restore.self, CopyLibrary.self,
                ]),
            CommandGroup(
                name: "Browse",
                subcommands: [
                    ItemListing<Items>.self, ItemListing<Songs>.self,
                    CollectionListing<Albums>.self, CollectionListing<Artists>.self,
                    CollectionListing<AlbumArtists>.self,
                    CollectionListing<Composers>.self, Credits.self, CollectionListing<Genres>.self,
                    CollectionListing<Compilations>.self, CollectionListing<Podcasts>.self,
                    ItemListing<Audiobooks>.self, Books.self,
                    ItemListing<Videos>.self, Search.self, ItemListing<MostPlayed>.self,
                    ItemListing<RecentlyAdded>.self,
                    ItemListing<RecentlyPlayed>.self, History.self, ItemListing<TopRated>.self,
                    Random.self, Properties.self,
                ]),
            CommandGroup(
                name: "Your data",
                subcommands: [
                    Rate.self, Star.self, Unstar.self, Mark.self, ExportUserData.self,
                    ImportUserData.self, ImportFrom.self,
                ]),
            CommandGroup(name: "Playlists", subcommands: [PlaylistCommand.self]),
            CommandGroup(name: "Pictures", subcommands: []),
            CommandGroup(name: "Playing", subcommands: []),
            CommandGroup(
                name: "Server",
                subcommands: [ServerProgram.Serve.self, Users.self, ServerProgram.AppPassword.self]),
            CommandGroup(name: "Shell", subcommands: []),
        ].map { group in
            CommandGroup(
                name: group.name,
                subcommands: group.subcommands + Media.groups[group.name, default: []])
        }
    }

    package init() {}

    /// Runs the command and ends the process with the exit code of what happened.
    ///
    /// - Parameter prepare: Receives the arguments as typed, before anything else happens.
    package static func runCommand(preparing prepare: ([String]) throws -> Void = { _ in }) {
        ProgramStart.prepare()
        do {
            try prepare(ArgumentText.ofProcess)
        } catch {
            Glibc.exit(report(error))
        }
        Glibc.exit(code(running: ArgumentText.ofProcess))
    }

    /// Runs a command to its end. Blocks its thread.
    ///
    /// - Parameter arguments: As typed, without the name of the program.
    /// - Returns: The exit code.
    package static func code(running arguments: [String]) -> Int32 {
        var running: (any ParsableCommand.Type)?
        do {
            let given = try ordered(arguments)
            // `help` is followed by the names of a command and of its own.
            try refuseUnknownCommands(given.first == "help" ? given.dropFirst() : given.prefix(1))
            var command = try parsed(given)
            running = type(of: command)
            try command.run()
            return ExitCode.success.rawValue
        } catch {
            return report(error, of: running)
        }
    }

    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(arguments)
        } catch {
            // The parser reports a word that is no subcommand as an argument of the default one.
            let rest = arguments.dropFirst()
            let message = fullMessage(for: error, columns: HelpLayout.unlimited)
            if let command = arguments.first,
                subcommandNames[command]?.contains(where: rest.contains) == false,
                let word = rest.first(where: { message.contains("'\($0)'") })
            {
                try refuseUnknownCommands([command, word])
            }
            throw error
        }
    }

    /// The parser would report the arguments of an unknown command instead of the command.
    ///
    /// - Parameter words: A command, and perhaps a subcommand.
    private static func refuseUnknownCommands(_ words: ArraySlice<String>) throws {
        var (commands, above) = (configuration.subcommands, "")
        for word in words.prefix(while: { !$0.hasPrefix("-") }) where word != "help" {
            if let command = commands.first(where: { $0._commandName == word }) {
                (commands, above) = (command.configuration.subcommands, above + word + " ")
                continue
            }
            guard !commands.isEmpty else { return }
            let shown = commands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
            let path = above.split(separator: " ").map(String.init)
            let meant = MeantWords.command(word, below: path, among: shown)
            let hint =
                meant.map { " (did you mean \($0)?)." }
                ?? (path.isEmpty
                    ? "." : "; the commands are \(above)\(shown.joined(separator: ", ")).")
            throw ValidationError("Unknown command '\(above)\(word)'\(hint)")
        }
    }
}

package struct Failure: Error, CustomStringConvertible {
    package var message: String
    /// Lines to print below the message; they contain no control characters.
    package var details: [String] = []
    package var code = ExitCode.cannot

    package init(_ message: String, code: ExitCode = .cannot) {
        self.message = message
        self.code = code
    }

    package var description: String { message }
}

extension ExitCode {
    /// Success, but with problems reported.
    package static let problems = ExitCode(1)
    package static let cannot = ExitCode(2)
    package static let interrupted = ExitCode(130)
}

extension String {
    /// The text with line ends replaced by spaces and without control characters: an error is one line.
    package var oneLine: String {
        split(whereSeparator: \.isNewline).joined(separator: " ").withoutControls
    }

    /// The text as ``oneLine``, with quotes for an empty name at its beginning, which would not be seen.
    var errorLine: String {
        let line = oneLine
        return line.hasPrefix(": ") ? "''\(line)" : line
    }
}

/// The streams and variables of a command: those of the process, unless a program that runs commands within itself sets
/// others.
///
/// Threads of one's own do not inherit it, tasks do.
package struct CommandEnvironment: Sendable {
    @TaskLocal package static var current = CommandEnvironment()

    /// Writes all bytes to standard output; throws ``Failure``.
    package var writeOutput: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Writes to standard error, as far as that is possible.
    package var writeError: @Sendable ([UInt8]) -> Void
    /// The value of a variable; `nil` if it is not set, or empty.
    package var variable: @Sendable (String) -> [UInt8]?
    package var outputIsTerminal: Bool
    package var errorIsTerminal: Bool

    package init() {
        writeOutput = StandardOutput.writeToProcess
        writeError = { bytes in _ = write(STDERR_FILENO, bytes, bytes.count) }
        variable = { MediaPath(variable: $0)?.bytes }
        outputIsTerminal = isatty(STDOUT_FILENO) == 1
        errorIsTerminal = isatty(STDERR_FILENO) == 1
    }
}
