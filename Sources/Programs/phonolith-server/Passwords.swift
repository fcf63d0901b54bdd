import ArgumentParser
import FoundationEssentials
import Glibc
import PhonolithAccess
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers
import Synchronization

struct SetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set the password of a user for the service.",
        discussion: """
            Users log in to the web page with this password. Apps that send passwords can use it too. It needs \
            \(Access.shortestPassword) characters or more. Without --password-stdin, the command asks for the password \
            without showing it.

              phonolith user password Anna
              echo "$PASSWORD" | phonolith user password Anna --password-stdin
            """)

    @Argument(help: "The user's name.") var name: String
    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .writing)
        let user = try catalog.users.user(named: name)
        let password = try passwordStdin ? Prompt.firstLine() : Prompt.newPassword(for: name)
        try Prompt.refuseUnusable(password)
        try Access.setPassword(password, of: user, in: catalog)
    }
}

struct AddUser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a user with a password for the service.")

    @OptionGroup var user: NewUserOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .writing)
        let password =
            try user.passwordStdin ? Prompt.firstLine() : Prompt.newPassword(for: user.name)
        try Prompt.refuseUnusable(password)
        try Access.setPassword(password, of: user.add(to: catalog), in: catalog)
    }
}

struct AppPasswords: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app-password",
        abstract: "Create, list and revoke the passwords that apps log in with.",
        discussion: """
              phonolith app-password add owner --label Phone
              phonolith app-password add owner --label "User editor" --administration
              phonolith app-password list
              phonolith app-password revoke 3
            """,
        subcommands: [Add.self, List.self, Revoke.self], defaultSubcommand: List.self)

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Create an app password and print it.")
        @Argument(help: "The user's name.") var name: String
        @Option(help: ArgumentHelp("Name of the app.", valueName: "text")) var label = "app"
        @Flag(help: "Let the app do all that the main password may: change users and passwords.")
        var administration = false
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let user = try catalog.users.user(named: name)
            let key = try SecretKey(of: catalog) { Terminal.tell($0) }
            let password = try Access.addAppPassword(
                label: label, administers: administration, of: user, in: catalog, key: key)
            do {
                try StandardOutput.writeLine(password.secret)
            } catch {
                // The secret cannot be shown again, so the password would be of no use.
                _ = try catalog.access.revokeAppPassword(password.id, of: nil)
                throw error
            }
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List app passwords, without their secrets.")
        @Argument(help: "List only app passwords of this user.") var name: String?
        @OptionGroup var part: PartOptions
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .reading)
            let all = try output.writer(
                columns: [
                    TableColumn("ID", field: "id", minimum: 1, isRightAligned: true),
                    TableColumn("User", field: "user"), TableColumn("App", field: "label"),
                    TableColumn("Administers", field: "administers"),
                    TableColumn("Made", field: "dateCreated"),
                    TableColumn("Last used", field: "dateUsed"),
                ], fields: ["id", "user", "label", "administers", "dateCreated", "dateUsed"],
                emptyNote: part.emptyNote("There are no app passwords."))
            var writer = part.part(of: all)
            for user in try name.map({ [try catalog.users.user(named: $0)] }) ?? catalog.users.all()
            {
                for app in try catalog.access.account(named: user.name)?.appPasswords ?? [] {
                    try writer.write(
                        Record([
                            ("id", .text(String(app.id))), ("user", .text(user.name)),
                            ("label", .text(app.label)),
                            ("administers", .boolean(app.administers)),
                            ("dateCreated", .timestamp(app.dateCreated)),
                            ("dateUsed", app.dateUsed.map { .timestamp($0) }),
                        ]))
                }
            }
            try writer.finish()
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "Revoke an app password.")
        @Argument(help: "ID from phonolith app-password list.") var id: Int64
        @OptionGroup var library: LibraryOptions

        func run() throws {
            guard try library.open(for: .writing).access.revokeAppPassword(id, of: nil) else {
                throw Failure(
                    "\(id): no app password has this ID; phonolith app-password list shows the IDs")
            }
        }
    }
}

enum Prompt {
    static func firstLine() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw Failure("standard input: the first line has no password")
        }
        return line
    }

    static func refuseUnusable(_ password: String) throws {
        guard let reason = Access.reasonAgainst(password) else { return }
        throw Failure("\(reason); nothing was changed")
    }

    /// Asks twice, without showing what is typed.
    static func newPassword(for name: String) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure("cannot ask for the password without a terminal; use --password-stdin")
        }
        let input = HiddenInput()
        let signals = HandledSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP], input.obey)
        defer {
            input.show()
            signals.release()
        }
        let first = try input.line("Password for \(name): ")
        try refuseUnusable(first)
        guard try input.line("Again: ") == first else {
            throw Failure("the two passwords differ; nothing was changed")
        }
        return first
    }
}

/// A terminal that does not show what is typed.
private final class HiddenInput: Sendable {
    /// The attributes of the terminal before the prompt.
    private let settings: termios
    private let prompt = Mutex("")

    init() {
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        self.settings = settings
    }

    /// Asks for a line, which is not empty.
    func line(_ prompt: String) throws -> String {
        self.prompt.withLock { $0 = prompt }
        ask()
        defer { StandardStream.error.write("\n") }
        return try Prompt.firstLine()
    }

    /// Shows again what is typed.
    func show() { set(settings) }

    /// Does what a signal does, with a terminal that shows what is typed.
    @Sendable func obey(_ signal: Int32) {
        show()
        // Not `exit`: the thread that reads the line holds the lock of standard input.
        guard signal == SIGTSTP else { _exit(128 + signal) }
        // A process group without a shell that could continue it is not stopped (POSIX, "orphaned process group").
        if getsid(getppid()) == getsid(0), getpgid(getppid()) != getpgrp() {
            // Sent to this thread, it stops the process here; after `fg` it goes on here.
            raise(SIGSTOP)
        }
        ask()
    }

    private func ask() {
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        set(silent)
        StandardStream.error.write(prompt.withLock(\.self))
    }

    private func set(_ settings: termios) {
        var settings = settings
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
}
