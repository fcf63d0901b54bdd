package import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
package import PhonolithStore
import PhonolithUsers

struct Users: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "List, add and remove users.",
        discussion: """
            Each user has their own ratings, stars, counts, bookmarks, playlists and queue. A new library has one user, the \
            owner. Use --user NAME to run a command as another user.

              phonolith user add Anna
              phonolith --user Anna star 42
              phonolith user roots Anna --close ~/Music/Private
            """,
        subcommands: [
            List.self, Add.self, Remove.self, ServerProgram.SetPassword.self, SetRole.self,
            SetRoots.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the users.")
        @OptionGroup var part: PartOptions
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .reading)
            var writer = try output.writer(
                columns: [
                    TableColumn("Name", field: "name", minimum: 10),
                    TableColumn("Role", field: "role"),
                    TableColumn("Added", field: "dateCreated"),
                    TableColumn("Closed roots", field: "closedRoots"),
                ], fields: ["persistentID", "name", "role", "dateCreated", "closedRoots"])
            let roots = try catalog.roots.all()
            for user in part.part(of: try catalog.users.all()) {
                let closed = try catalog.users.closedRoots(of: user)
                try writer.write(
                    Record(user, closedRoots: roots.filter { closed.contains($0.id) }))
            }
            try writer.finish()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a user.",
            discussion: """
                On a terminal the command asks for the password for the service; without one, and without --password-stdin, the \
                user gets it later: phonolith user password NAME.

                  phonolith user add Anna
                  echo "$PASSWORD" | phonolith user add Anna --password-stdin
                """)
        @OptionGroup var user: NewUserOptions
        @OptionGroup var library: LibraryOptions

        func run() throws { try user.add(to: library.open(for: .writing)) }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a user.",
            discussion: """
                A user who has ratings, plays, playlists or a queue is only removed with --delete-data.

                  phonolith user remove Anna
                  phonolith user remove Anna --delete-data
                """)
        @Argument(help: "The user's name.") var name: String
        @Flag(help: "Also delete the user's ratings, plays, playlists and queue.")
        var deleteData = false
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            try catalog.users.remove(catalog.users.user(named: name), deletingData: deleteData)
        }
    }

    struct SetRole: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "role", abstract: "Change the role of a user.")
        @Argument(help: "The user's name.") var name: String
        @Argument(help: "admin (administrator) or user.", transform: Self.role) var role: UserRole
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            try catalog.users.setRole(role, of: catalog.users.user(named: name))
        }

        private static func role(_ text: String) throws -> UserRole {
            guard let role = UserRole(rawValue: text) else {
                throw ValidationError("'\(text)' is not a role; write admin or user")
            }
            return role
        }
    }

    struct SetRoots: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "roots",
            abstract: "List the roots, hide them from a user, or show them again.",
            discussion: """
                The items of a closed root are in no list, search, count or playlist of the user. The user's data for these items is \
                kept.

                  phonolith user roots Anna
                  phonolith user roots Anna --close ~/Music/Private
                  phonolith user roots Anna --open ~/Music/Private
                """)
        @Argument(help: "The user's name.") var name: String
        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Hide these roots from the user.", valueName: "path"),
            completion: .directory)
        var close: [PathArgument] = []
        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Show these roots to the user again.", valueName: "path"),
            completion: .directory)
        var open: [PathArgument] = []
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let isChange = !close.isEmpty || !open.isEmpty
            let catalog = try library.open(for: isChange ? .writing : .reading)
            let user = try catalog.users.user(named: name)
            if isChange {
                let roots = try catalog.roots.all()
                try catalog.users.setRoots(
                    closed: close.map { try $0.root(among: roots) },
                    open: open.map { try $0.root(among: roots) }, for: user)
            } else {
                try list(catalog, user)
            }
        }

        private func list(_ catalog: Catalog, _ user: User) throws {
            var writer = try output.writer(
                columns: [
                    TableColumn("Folder", field: "path", minimum: 12),
                    TableColumn(title: "") {
                        $0["isClosed"] == .boolean(true) ? "closed" : nil
                    },
                ], fields: ["persistentID", "path", "pathBase64", "isClosed"])
            let closed = try catalog.users.closedRoots(of: user)
            for root in try catalog.roots.all() {
                try writer.write(
                    Record([
                        ("persistentID", .text(root.id.description)),
                        ("path", .text(root.path.description)),
                        ("pathBase64", root.path.isUTF8 ? nil : .bytes(root.path.bytes)),
                        ("isClosed", .boolean(closed.contains(root.id))),
                    ]))
            }
            try writer.finish()
        }
    }
}

/// A user who is added.
package struct NewUserOptions: ParsableArguments {
    @Argument(help: "The user's name.") package var name: String
    @Flag(help: "Make the user an administrator.") var admin = false
    @Flag(help: "Read the password from the first line of standard input.")
    package var passwordStdin = false

    package init() {}

    /// Adds the user, without a password.
    @discardableResult
    package func add(to catalog: Catalog) throws -> User {
        try catalog.users.add(name, role: admin ? .admin : .user)
    }
}

extension PathArgument {
    /// The root that this names.
    fileprivate func root(among roots: [LibraryRoot]) throws -> MediaRootID {
        guard let root = roots.first(where: { possibleRoots.contains($0.path) }) else {
            throw Failure.noRoot(self)
        }
        return root.id
    }
}

extension Record {
    fileprivate init(_ user: User, closedRoots: [LibraryRoot]) {
        let closed = closedRoots.map(\.path.description)
        self.init([
            ("persistentID", .text(user.id.description)), ("name", .text(user.name)),
            ("role", .text(user.role.rawValue)), ("dateCreated", .timestamp(user.dateCreated)),
            ("closedRoots", closed.isEmpty ? nil : .texts(closed)),
        ])
    }
}
