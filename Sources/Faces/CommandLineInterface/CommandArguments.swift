package import ArgumentParser
import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore

// How a program of commands reads its arguments and reports what went wrong; `phonolith` and `phonolith-server` alike.

extension ParsableCommand {
    /// The arguments of the process, with `--library` and `--user` moved after the command, where its options are.
    package static var processArguments: [String] {
        get throws { try ordered(ArgumentText.ofProcess) }
    }

    /// Arguments with `--library` and `--user` moved after the command, where its options are.
    package static func ordered(_ arguments: [String]) throws -> [String] {
        var rest = try arguments.withNegativeValuesJoined.withNamesOfFiles { argument in
            unknownOption(argument, in: arguments)
        }
        let global = Self.globalOptions(&rest)
        rest = rest.withNegativeNumbersLast
        // Help is the same for all libraries and users.
        if rest.first == "help" { return rest.withoutOptionsOfHelp }
        if let option = rest.first, rest[...].lengthOfGlobalOption > 0 {
            throw ValidationError("\(option) has no value; write phonolith \(option) NAME songs")
        }
        if global.isEmpty || rest.isCallForHelp { return rest }
        guard let command = rest.first else {
            throw ValidationError(
                "a command is missing; write phonolith --library FILE songs, for example")
        }
        if command.hasPrefix("-") { return global + rest }
        return [command] + subcommand(of: command, &rest) + global + rest
    }

    /// The error for a word with one hyphen that is no file: with the option that is probably meant, and how to name a file.
    private static func unknownOption(
        _ argument: String, in arguments: [String]
    ) -> ValidationError {
        let name = argument.dropFirst().prefix { $0 != "=" }.lowercased()
        let words = arguments.prefix { $0 != argument && $0 != "--" }.map { $0[...] }
        let meant = MeantWords.option(name, among: optionNames(below: words))
        return ValidationError(
            "unknown option '\(argument)'\(meant.map { " (did you mean --\($0)?)" } ?? ""); for a file write ./\(argument)"
        )
    }

    /// The options of a command, without `--`.
    ///
    /// - Parameter words: The path of the command; other arguments are skipped.
    static func optionNames(below words: some Sequence<Substring>) -> [String] {
        var command: any ParsableCommand.Type = self
        for word in words {
            let next = command.configuration.subcommands.first { $0._commandName == word }
            command = next ?? command
        }
        return helpMessage(for: command, columns: HelpLayout.unlimited).matches(
            of: /--(?<option>[a-z][a-z-]*)/
        )
        .map { String($0.option) }
    }

    /// Removes the global options from the front.
    private static func globalOptions(_ rest: inout [String]) -> [String] {
        var options: [String] = []
        while case let length = rest[...].lengthOfGlobalOption, length > 0, length <= rest.count {
            options += rest.prefix(length)
            rest.removeFirst(length)
        }
        return options
    }

    /// Takes the command, and the word that completes it (`roots list`), away from the front.
    private static func subcommand(of command: String, _ rest: inout [String]) -> [String] {
        rest.removeFirst()
        guard let word = rest.first, subcommandNames[command]?.contains(word) == true else {
            return []
        }
        rest.removeFirst()
        return [word]
    }

    /// The subcommands of each command that has any.
    static var subcommandNames: [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: configuration.subcommands.compactMap { command in
                command.configuration.commandName.map { name in
                    (
                        name,
                        command.configuration.subcommands
                            .compactMap { $0.configuration.commandName }
                    )
                }
            })
    }

    /// The message of wrong usage that a command found while it ran, in the form of the parser's; `nil` for other errors.
    private static func wrongUsage(
        _ error: any Error, of command: any ParsableCommand.Type
    ) -> String? {
        guard let error = error as? ValidationError else { return nil }
        let usage = usageString(for: command)
        let name = usage.prefix { !"<[".contains($0) }.trimmed(of: \.isBlank)
        return """
            Error: \(error.message)
            Usage: \(usage)
              See '\(name) --help' for more information.
            """
    }

    /// Prints what an error says, or the help that it asks for, and returns its exit code.
    ///
    /// - Parameter command: The command that threw it while it ran, so that wrong usage is shown with its usage.
    package static func report(
        _ error: any Error, of command: (any ParsableCommand.Type)? = nil
    ) -> Int32 {
        if let failure = error as? Failure {
            Terminal.tell("phonolith: \(failure.message.errorLine)")
            for line in failure.details { Terminal.tell(line) }
            return failure.code.rawValue
        }
        let written = fullMessage(for: error, columns: HelpLayout.unlimited)
        // Asked for its code, the parser would lay help out once more, and it cannot in fewer than 27 columns.
        if written.isHelp { return show(HelpLayout(for: STDOUT_FILENO).fitted(written)) }
        let code = exitCode(for: error)
        if error is ExitCode { return code.rawValue }
        guard code != .failure else {
            Terminal.tell("phonolith: \(String(describing: error).errorLine)")
            let isUsage = (error as? CatalogError)?.code == .otherList
            return (isUsage ? ExitCode.validationFailure : ExitCode.cannot).rawValue
        }
        let message =
            command.flatMap { wrongUsage(error, of: $0) }
            ?? written.withoutSuggestionForListOption.withSuggestionOfHelp
            .withFittingSuggestion(ofOptionsOf: self).withReasonForNumber
        if message.isEmpty { return code.rawValue }
        guard code == .success else {
            Terminal.tell(
                Terminal.errorIsTerminal
                    ? HelpLayout(for: STDERR_FILENO).fittedUsage(in: message) : message)
            return code.rawValue
        }
        return show(message)
    }

    private static func show(_ text: String) -> Int32 {
        do {
            try StandardOutput.writeLine(text)
            return ExitCode.success.rawValue
        } catch {
            return report(error)
        }
    }
}

extension String {
    /// Whether the parser's text is the help of a command, and not its version, a script or JSON, which are for programs.
    fileprivate var isHelp: Bool { hasPrefix("OVERVIEW: ") || hasPrefix("USAGE: ") }
}

extension String {
    /// Options of most commands or lists. For one that a command lacks, the parser's suggestion of a similar name would mislead.
    private static let listOptions: Set = [
        "title", "artist", "album", "album-artist", "genre", "composer", "year", "where", "missing",
        "sort", "limit", "offset", "after", "page-token", "columns", "template", "count", "format",
        "explain-query", "library", "user",
    ]

    /// The parser's message, which names the command if the option is one of other lists.
    fileprivate var withoutSuggestionForListOption: String {
        let pattern = /Unknown option '--([a-z-]+)'[^\n]*\nUsage: (phonolith(?: [a-z-]+)*)/
        guard let match = firstMatch(of: pattern), Self.listOptions.contains(String(match.1)) else {
            return self
        }
        let end = firstRange(of: "\nUsage: ")?.lowerBound ?? endIndex
        return "Error: --\(match.1) does not apply to \(match.2)" + self[end...]
    }
}

extension String {
    /// The parser's message, which knows all options but those that it adds itself.
    fileprivate var withSuggestionOfHelp: String {
        replacing(/(?<error>Unknown option '--(?<name>[a-z-]+)')\n/) { match in
            let nearest = String(match.name).nearest(among: ["help", "version"])
            return "\(match.error)\(nearest.map { ". Did you mean '--\($0)'?" } ?? "")\n"
        }
    }

    /// The parser's message, with the reason where text was given for a number. All other values come with theirs.
    fileprivate var withReasonForNumber: String {
        replacing(/(?<error>The value '[^\n]*' is invalid for '[^'\n]*')\n/) {
            "\($0.error): write a number such as 20\n"
        }
    }
}

extension String {
    /// Whether the argument is a minus and a number, a time or several of them: `-1`, `-0.5`, `-1:30`, `-1,2`.
    fileprivate var isNegativeNumber: Bool {
        guard hasPrefix("-"), utf8.count > 1 else { return false }
        return Double(self) != nil
            || utf8.dropFirst().allSatisfy { $0.isDigit || [0x2C, 0x2E, 0x3A].contains($0) }
    }
}

extension ArraySlice<String> {
    /// The number of words at the front that are `--library` or `--user` with its value; 0 if another word comes first.
    var lengthOfGlobalOption: Int {
        guard
            let parts = first?.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
            ["--library", "--user"].contains(parts[0])
        else { return 0 }
        return parts.count == 1 ? 2 : 1
    }
}

extension [String] {
    /// A command line of `help` without the global options.
    fileprivate var withoutOptionsOfHelp: [String] {
        var words: [String] = []
        var rest = self[...]
        while let word = rest.first {
            let length = rest.lengthOfGlobalOption
            if length == 0 { words.append(word) }
            rest = rest.dropFirst(Swift.max(1, length))
        }
        return words
    }

    /// Whether the arguments are a command with `--help`; options between the two would hide that the help is of all its subcommands.
    fileprivate var isCallForHelp: Bool {
        count == 2 && !self[0].hasPrefix("-") && ["--help", "-h"].contains(self[1])
    }

    /// The arguments with a negative number joined to the option before it, as `--at=-1`: the parser would take the number
    /// for an option, and the value for missing.
    fileprivate var withNegativeValuesJoined: [String] {
        let end = firstIndex(of: "--") ?? endIndex
        var words: [String] = []
        for argument in self[..<end] {
            if argument.isNegativeNumber, let option = words.last, option.hasPrefix("--"),
                !option.contains("=")
            {
                words[words.count - 1] += "=" + argument
            } else {
                words.append(argument)
            }
        }
        return words + self[end...]
    }

    /// The arguments with negative numbers at the end, after `--`: the parser takes them for wrong values there, and not for
    /// options.
    fileprivate var withNegativeNumbersLast: [String] {
        guard !contains("--"), contains(where: \.isNegativeNumber) else { return self }
        return filter { !$0.isNegativeNumber } + ["--"] + filter(\.isNegativeNumber)
    }

    /// The arguments with `./` before names of files that begin with one `-`: the parser would take each of
    /// their letters for an option, `h` for help.
    ///
    /// - Parameter unknown: The error for one that is not a file either, as no option has one `-` and several letters.
    fileprivate func withNamesOfFiles(
        orThrowing unknown: (String) -> ValidationError
    ) throws -> [String] {
        let end = firstIndex(of: "--") ?? endIndex
        return try enumerated().map { index, argument in
            guard index < end, argument.hasPrefix("-"), !argument.hasPrefix("--"),
                argument.utf8.count > 2, !argument.isNegativeNumber
            else { return argument }
            guard MediaPath(argument: argument).status != nil else { throw unknown(argument) }
            return "./" + argument
        }
    }
}
