import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaCommandLine
import Testing

@Suite struct CommandNameTests {
    /// ArgumentParser makes a name of the type's where none is said. To ask for that of each command, among all types
    /// that are linked in, was more than half of what starting the program took.
    @Test("every command says its name")
    func names() {
        #expect(unnamed(PhonolithCommand<AllCommands<NoScreen, NoCameras>>.self).isEmpty)
    }

    /// The parser breaks lines of 80 columns and more, and goes on at the margin.
    @Test("no example in help is so long that it is broken")
    func lengthOfExamples() {
        let examples = examples(in: PhonolithCommand<AllCommands<NoScreen, NoCameras>>.self)
        #expect(examples.count > 50)
        #expect(examples.filter { $0.count >= 80 } == [])
    }

    private func examples(in command: any ParsableCommand.Type) -> [Substring] {
        let configuration = command.configuration
        let lines = configuration.discussion.split(separator: "\n")
        return lines.filter { $0.hasPrefix("  phonolith ") }
            + configuration.subcommands.flatMap(examples)
    }

    private func unnamed(_ command: any ParsableCommand.Type) -> [String] {
        let own = command.configuration.commandName == nil ? ["\(command)"] : []
        return own + command.configuration.subcommands.flatMap(unnamed)
    }
}
