import ArgumentParser
import Glibc
import PhonolithMediaModel
import PhonolithWorker

/// The program `phonolith-server`, which alone links what speaks HTTP and what hashes passwords. `phonolith` becomes
/// it.
package enum ServerProgram {
    private static let program = InstalledProgram(name: "phonolith-server")

    /// Whether a command line is for it: one of its commands, or help on one.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    package static func isNeeded(for arguments: [String]) -> Bool {
        let words = arguments.withoutGlobalOptions
        return ["serve", "app-password"].contains(words.first)
            || words.starts(with: ["user", "password"])
            || words.starts(with: ["user", "add"]) && asksForPassword(words)
    }

    /// Whether a command that adds a user is to hash a password.
    private static func asksForPassword(_ words: ArraySlice<String>) -> Bool {
        if words.contains("--password-stdin") { return true }
        let isHelp = words.contains("-h") || words.contains("--help")
        return !isHelp && isatty(STDIN_FILENO) == 1 && Terminal.errorIsTerminal
    }

    /// Runs it in place of this program, with the same arguments.
    ///
    /// - Throws: ``Failure`` with the remedy, where it is not installed; otherwise nothing returns.
    package static func takeOver() throws -> Never {
        do {
            try program.replaceThisProgram()
        } catch {
            throw Failure(error.description)
        }
    }
}

/// The commands that `phonolith-server` runs, by what the list of commands shows of them.
extension ServerProgram {
    struct Serve: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Serve the library to apps and browsers.")
    }

    struct AppPassword: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "app-password",
            abstract: "Create, list and revoke the passwords that apps log in with.")
    }

    struct SetPassword: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "password", abstract: "Set the password of a user for the service.")
    }
}
