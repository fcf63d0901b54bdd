import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaCommandLine
import PhonolithTestSupport
import Testing

/// Help in terminals of any width.
@Suite("The layout of help") struct HelpLayoutTests {
    private typealias All = PhonolithCommand<AllCommands<NoScreen, NoCameras>>

    /// A command, with those around it.
    struct Command: Sendable, CustomTestStringConvertible {
        var names: [String]
        var type: any ParsableCommand.Type
        var testDescription: String { names.joined(separator: " ") }
    }

    private static func commands(
        below type: any ParsableCommand.Type, _ names: [String]
    ) -> [Command] {
        let configuration = type.configuration
        let below =
            configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        var seen: Set<String> = []
        return [Command(names: names, type: type)]
            + below.flatMap { command -> [Command] in
                let name = command._commandName
                return seen.insert(name).inserted ? commands(below: command, names + [name]) : []
            }
    }

    static let commands = commands(below: All.self, ["phonolith"])

    @Test(
        "no line of help is wider than the terminal, and only words longer than a line are cut",
        arguments: commands)
    func widths(command: Command) {
        let help = All.helpMessage(for: command.type, columns: HelpLayout.unlimited)
        let words = Set(help.split(whereSeparator: \.isWhitespace))
        for columns in [20, 30, 40, 50, 60, 80, 200] {
            let fitted = HelpLayout(columns: columns).fitted(help)
            for line in fitted.split(separator: "\n") {
                #expect(String(line).columnCount <= columns, "\(columns): \(line)")
                for word in line.split(separator: " ") where !words.contains(word) {
                    // A piece of a word that had no room on a line.
                    let whole = words.filter { $0.contains(word) }
                    #expect(
                        whole.contains {
                            String($0).columnCount > columns - Self.widestIndent(columns)
                        },
                        "\(columns): \(line)")
                }
            }
            #expect(
                fitted.filter { !$0.isWhitespace } == help.filter { !$0.isWhitespace },
                "\(columns)")
        }
    }

    /// How far text is indented at most.
    private static func widestIndent(_ columns: Int) -> Int { columns < 50 ? 8 : 26 }

    @Test(
        "usage is wrapped between options, descriptions stand beside their options or below them",
        arguments: [
            (
                200,
                """
                USAGE: phonolith x <file> [--library <file>] [--user <name>]

                OPTIONS:
                  --library <file>        The library, which is a file, or postgres://USER@HOST/NAME.
                  --follow/--no-follow-links
                                          Follow links.
                """
            ),
            (
                50,
                """
                USAGE: phonolith x <file> [--library <file>]
                       [--user <name>]

                OPTIONS:
                  --library <file>        The library, which is a
                                          file, or
                                        postgres://USER@HOST/NAME.
                  --follow/--no-follow-links
                                          Follow links.
                """
            ),
            (
                30,
                """
                USAGE: phonolith x <file>
                       [--library <file>]
                       [--user <name>]

                OPTIONS:
                  --library <file>
                      The library, which is a
                      file, or
                    postgres://USER@HOST/NAME.
                  --follow/--no-follow-links
                      Follow links.
                """
            ),
        ])
    func samples(columns: Int, text: String) {
        let help = """
            USAGE: phonolith x <file> [--library <file>] [--user <name>]

            OPTIONS:
              --library <file>        The library, which is a file, or postgres://USER@HOST/NAME.
              --follow/--no-follow-links
                                      Follow links.
            """
        #expect(HelpLayout(columns: columns).fitted(help) == text)
    }

    @Test(
        "the usage of an error is wrapped on a terminal, and the error itself is not",
        arguments: [30, 60, 80])
    func errors(columns: Int) {
        let error = "Error: " + String(repeating: "a word ", count: 20)
        let message = error + "\nUsage: phonolith x [--library <file>] [--user <name>]\n  See 'x'"
        let fitted = HelpLayout(columns: columns).fittedUsage(in: message)
        let lines = fitted.split(separator: "\n").map(String.init)
        #expect(lines.first == error)
        #expect(lines.dropFirst().allSatisfy { $0.columnCount <= columns })
        #expect(fitted.filter { !$0.isWhitespace } == message.filter { !$0.isWhitespace })
    }

    @Test(
        "the programs fit help in the columns that the environment states",
        arguments: [30, 60, 200])
    func programs(columns: Int) throws {
        let tool = try CommandLineTool()
        for command in ["songs", "play", "serve", "help playlist"] {
            let words = command.hasPrefix("help") ? command : "\(command) --help"
            let result = try tool.shell("COLUMNS=\(columns) \"$phonolith\" \(words)")
            #expect(result.code == 0)
            let widest = result.text.split(separator: "\n").map { String($0).columnCount }.max()
            #expect(widest.map { $0 <= columns } == true, "\(command): \(widest ?? 0)")
        }
    }
}
