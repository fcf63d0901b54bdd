import ArgumentParser
import Glibc
import PhonolithCommandLineInterface
import PhonolithWorker

/// The commands of `phonolith` that speak HTTP or hash passwords.
@main
struct PhonolithServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phonolith",
        abstract: "The Phonolith service; start it with phonolith serve.",
        subcommands: [Serve.self, Users.self, AppPasswords.self])

    static func main() async {
        ProgramStart.prepare()
        var running: (any ParsableCommand.Type)?
        do {
            var command = try parseAsRoot(processArguments)
            running = type(of: command)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            Glibc.exit(report(error, of: running))
        }
    }

    struct Users: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "user", abstract: "Set passwords of users.",
            subcommands: [SetPassword.self, AddUser.self])
    }
}
