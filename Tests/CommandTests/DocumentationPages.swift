import Foundation
import Testing

/// A page of the documentation.
struct Page: CustomTestStringConvertible {
    /// Below the project's folder.
    let name: String
    let lines: [String]

    static let readme = Page("README.md")
    static let usage = Page("docs/usage.md")
    static let architecture = Page("docs/architecture.md")
    static let robustness = Page("docs/robustness.md")
    static let comparison = Page(
        "Sources/Faces/Phonolith/Documentation.docc/ComparedWithMediaPlayer.md")

    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private init(_ name: String) {
        let url = Self.project.appendingPathComponent(name)
        let text = try? String(contentsOf: url, encoding: .utf8)
        self.name = name
        // A page that is not there has no examples, which the tests notice.
        lines = (text ?? "").components(separatedBy: "\n")
    }

    var testDescription: String { name }

    /// The examples of the pages for users.
    static let examples = [readme, usage].flatMap(\.examples)

    /// Its command lines, in order.
    var examples: [Example] {
        var isInside = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isInside = line == "```sh" }
            guard isInside, line.hasPrefix("phonolith ") else { return nil }
            return Example(command: line, place: "\(name):\(index + 1)")
        }
    }

    /// All options that the page of usage mentions.
    static let optionsOfUsage = Set(usage.lines.flatMap(\.options))

    /// Texts in backticks in the first column of the table whose heading begins so.
    func firstColumn(under heading: String) throws -> [String] {
        let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
        return lines[start...].prefix { $0.hasPrefix("|") }
            .compactMap { $0.firstMatch(of: /^\| `([^`]+)`/).map { String($0.output.1) } }
    }

    /// The words in backticks of the first columns of the first table after a line that begins so.
    func keys(under beginning: String, columns: Int = 1) throws -> [String] {
        let start = try #require(lines.firstIndex { $0.hasPrefix(beginning) })
        let table = lines[start...].drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return table.flatMap { row in
            row.split(separator: "|", maxSplits: columns).prefix(columns).flatMap {
                $0.matches(of: /`(\w+)`/).map { String($0.output.1) }
            }
        }
    }
}

/// A command line in a block of the shell.
struct Example: CustomTestStringConvertible {
    let command: String
    /// The page and the line, from 1.
    let place: String

    var testDescription: String { "\(place): \(command)" }
}

/// A command as its own help tells of it.
struct Command: CustomTestStringConvertible {
    /// `roots`, `remove`; none for the whole.
    let words: [String]
    let options: Set<String>
    let subcommands: [String]
    let help: [String]

    var testDescription: String { words.isEmpty ? "phonolith" : words.joined(separator: " ") }

    /// The command and all its subcommands.
    static let all = Result { try family(of: []) }

    private static func family(of words: [String]) throws -> [Command] {
        let help = try CommandLineTool().run(words + ["--help"]).lines
        let names = help.drop { !$0.hasSuffix("SUBCOMMANDS:") }
            .compactMap { $0.firstMatch(of: #/^  ([a-z-]+)(?: \(default\))?  /#)?.output.1 }
            .map(String.init)
        let own = Command(
            words: words, options: Set(help.flatMap(\.options)), subcommands: names,
            help: help)
        return try [own] + names.flatMap { try family(of: words + [$0]) }
    }
}

extension String {
    /// All that looks like a long option.
    fileprivate var options: [String] {
        matches(of: /--[a-z][a-z-]*/).map { String($0.output) }
    }
}
