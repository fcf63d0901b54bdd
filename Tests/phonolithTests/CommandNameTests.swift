import ArgumentParser
import CommandLineInterface
import MediaCommandLine
import Testing

@Suite struct CommandNameTests {
    /// ArgumentParser makes a name of the type's where none is said. To ask for that of each command, among all types
    /// that are linked in, was more than half of what starting the program took.
    @Test("every command says its name")
    func names() {
        #expect(unnamed(Phonolith<AllCommands<NoScreen, NoCameras>>.self).isEmpty)
    }

    private func unnamed(_ command: any ParsableCommand.Type) -> [String] {
        let own = command.configuration.commandName == nil ? ["\(command)"] : []
        return own + command.configuration.subcommands.flatMap(unnamed)
    }
}
