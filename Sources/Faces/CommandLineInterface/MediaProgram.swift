package import ArgumentParser
import PhonolithWorker

/// The program `phonolith-media`, in which the commands run that open media files. `phonolith` becomes it.
package enum MediaProgram {
    /// The commands that `phonolith` runs itself or leaves to `phonolith-server`.
    private static let others = Set(
        PhonolithCommand<OwnCommands>.configuration.subcommands.map { $0._commandName })
    /// The commands of `phonolith-view`, which it does not share with `phonolith-media`.
    private static let viewCommands: Set = ["capture"]

    /// Whether a command line is for it: one of its commands, help on one, or what must know all commands, as their list does,
    /// and what is said of an unknown one.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    package static func isNeeded(for arguments: [String]) -> Bool {
        let words = arguments.withoutGlobalOptions
        guard let first = words.first else { return true }
        return !others.contains(first) && first != "--version"
            || first == "show" && words.contains("--explain")
            || arguments.contains { $0.hasPrefix("--generate-completion-script") }
            || arguments.contains("--experimental-dump-help")
    }

    /// Runs it in place of this program, with the same arguments; for its own commands, `phonolith-view`.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    /// - Throws: ``Failure`` with the remedy, where it is not installed; otherwise nothing returns.
    package static func takeOver(for arguments: [String]) throws -> Never {
        let isForView = arguments.withoutGlobalOptions.first.map(viewCommands.contains) ?? false
        // Otherwise `phonolith-media` would find that a window is needed, and the film begin later by the start of a program.
        // If `phonolith-view` is missing, that program reports it.
        if FilmDisplay.isPresent, FilmDisplay.isNamed(in: arguments) { try? FilmDisplay.takeOver() }
        do {
            try (isForView ? InstalledProgram.view : .media).replaceThisProgram()
        } catch {
            throw Failure(error.description)
        }
    }
}

extension [String] {
    /// A command line without the global options before the command, and without `help`.
    var withoutGlobalOptions: ArraySlice<String> {
        var words = self[...]
        while case let length = words.lengthOfGlobalOption, length > 0 {
            words = words.dropFirst(length)
        }
        if words.first == "help" { words = words.dropFirst() }
        return words
    }
}

/// The commands that a program has beside those that ask and change the library alone.
package protocol MediaCommands {
    /// By the headings under which they are listed.
    static var groups: [String: [any ParsableCommand.Type]] { get }
}

/// The command that `phonolith` itself has of them; `phonolith-media` has all, and lists all.
package enum OwnCommands: MediaCommands {
    package static var groups: [String: [any ParsableCommand.Type]] { ["Browse": [Show.self]] }
}
