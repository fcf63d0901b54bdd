package import ArgumentParser
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithStore
import PhonolithUsers

/// Which library a command works on.
package struct LibraryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Library: a file, or postgres://USER@HOST/NAME. (default: $PHONOLITH_LIBRARY, else library.sqlite in the user's data folder)",
            valueName: "file"))
    package var library: PathArgument?
    @Option(
        help: ArgumentHelp(
            "User whose ratings, playlists and queue to use. (default: $PHONOLITH_USER, else the owner)",
            valueName: "name"))
    package var user: String?

    /// Of the environment, for the library of commands that are given none.
    package static let variable = "PHONOLITH_LIBRARY"

    package init() {}

    package func validate() throws {
        if library?.path == "" { throw ValidationError("--library needs the name of a file") }
        if user == "" { throw ValidationError("--user needs the name of a user") }
    }

    /// The option as it was given, but without a password, for a command that is shown to the user; empty without it.
    var asGiven: String {
        library.map { library in
            let shown = ServerAddress("\(library)").map { MediaPath($0.shown) } ?? library.path
            return " --library \(shown.shellWord)"
        } ?? ""
    }

    /// The library's path for SQLite: `--library`, else `PHONOLITH_LIBRARY`, else the default of the platform.
    ///
    /// - Throws: ``Failure`` if that is none.
    package var path: String {
        get throws {
            let named = library ?? UserFolders.variable(Self.variable).map(PathArgument.init)
            if let named { return try named.libraryPath }
            return try PathArgument(UserFolders.data.appending("library.sqlite")).databasePath
        }
    }

    /// Opens the library for the user that is named, with the configuration.
    ///
    /// - Throws: `UserError` if the library has no such user.
    package func open(
        for access: Catalog.Access, durability: Catalog.Durability = .kept, log: QueryLog? = nil,
        replicas: LibraryReplicas = LibraryReplicas()
    ) throws -> Catalog {
        let path = try path
        if access == .creating { try prepareFolder(of: path) }
        return try Catalog.open(
            at: path, as: userName, for: access, durability: durability, log: log,
            replicas: replicas)
    }

    /// The user's name: `--user`, else `PHONOLITH_USER`; `nil` for the owner.
    package var userName: String? { user ?? UserFolders.variable("PHONOLITH_USER")?.description }

    /// Opens the library for a command that also works without one.
    ///
    /// - Parameter report: Receives the reason where it cannot be opened.
    /// - Returns: `nil` if there is none, or it cannot be opened.
    /// - Throws: `UserError` if the library has no such user.
    package func openIfUsable(
        for access: Catalog.Access, reporting report: (String) -> Void = { _ in }
    ) throws -> Catalog? {
        do {
            let path = try path
            let isThere =
                ServerAddress(path) != nil || MediaPath(argument: path).status != nil
            return isThere ? try open(for: access) : nil
        } catch let error as UserError {
            throw error
        } catch {
            report("\(error)".oneLine)
            return nil
        }
    }

    /// Opens the library for a command that has less to do without one.
    ///
    /// - Returns: `nil` if none was named, and the default one is not there.
    /// - Throws: What ``open(for:durability:log:replicas:)`` throws.
    package func openIfThere(for access: Catalog.Access) throws -> Catalog? {
        let path = try path
        if !isNamed, MediaPath(argument: path).status == nil { return nil }
        return try open(for: access)
    }

    private var isNamed: Bool { library != nil || UserFolders.variable(Self.variable) != nil }

    /// Makes the folder of the default library; that of one that was named must be there, because a name with a
    /// mistake in it would make folders anywhere.
    func prepareFolder(of path: String) throws {
        if ServerAddress(path) != nil { return }
        let folder = MediaPath(path).parent
        if !isNamed {
            do throws(WholeFile.Failure) {
                try WholeFile.makeFolder(folder, rights: 0o700)
            } catch {
                throw Failure(
                    "\(folder): cannot be created: \(error); choose a library with --library")
            }
        } else {
            try Self.refuseMissingFolder(of: path)
        }
    }

    /// - Throws: ``Failure`` if a library that is to be made is in no folder.
    static func refuseMissingFolder(of path: String) throws {
        guard ServerAddress(path) == nil, !MediaPath(path).parent.isFolder else { return }
        throw Failure("\(path): its folder does not exist; check the path, or create the folder")
    }
}

extension Catalog {
    /// Opens a library for a user, with the configuration.
    ///
    /// - Parameter user: The user's name; `nil` for the owner.
    /// - Throws: `UserError` if the library has no such user.
    package static func open(
        at path: String, as user: String?, for access: Access, durability: Durability,
        log: QueryLog? = nil, replicas: LibraryReplicas = LibraryReplicas()
    ) throws -> Catalog {
        let configuration = try Configuration.read()
        let catalog = try Catalog.open(
            at: path, for: access, durability: durability, sortKeys: configuration.sortKeys,
            prefersFolderArtwork: configuration.prefersFolderArtwork, log: log,
            replicas: replicas)
        return try user.map { catalog.acting(as: try catalog.users.user(named: $0).id) } ?? catalog
    }

    /// Ensures that a path that a user names is not in a root that is closed to the user.
    package func checkThatOpen(_ path: MediaPath, named name: String) throws {
        guard try roots.isClosed(path) else { return }
        throw Failure("\(name): is in a root that is hidden from you; see phonolith user roots")
    }

    /// The item that a user names by its id or its path.
    ///
    /// - Returns: One item, or all items that one file holds.
    package func items(named name: String) throws -> [MediaItem] {
        if let id = MediaItemID(name), let item = try items.item(id) { return [item] }
        let path = MediaPath(argument: name)
        for path in path.resolutions + [path.absolute] {
            let found = try items.all(at: path)
            guard found.isEmpty else { return found }
        }
        if Int64(name) != nil {
            throw Failure(
                "\(name): no item has this id; phonolith items lists them with their ids")
        }
        if path.isFolder {
            throw Failure("\(name): is a folder, not an item; phonolith items lists all items")
        }
        throw Failure(
            path.status == nil
                ? "\(name): no such file, and no item with this path; \(path.remedyWhereMissing)"
                : "\(name): is not in the library; scan the folder it is in: phonolith scan FOLDER")
    }
}

extension LibraryOptions {
    /// The file that is meant by a name that no item of the library has; `nil` where the library answers, if there is one.
    ///
    /// - Parameter takesAddresses: Whether it may be what a server has, too.
    /// - Throws: ``Failure`` for a file in a root that is closed to the user.
    package func file(named name: String, takesAddresses: Bool = false) throws -> MediaPath? {
        let path = MediaPath(argument: name)
        let isThere = path.status.map { !$0.isFolder }
        guard isThere ?? (takesAddresses && path.isWebAddress) else { return nil }
        guard isThere != nil else { return path }
        if let catalog = try openIfUsable(for: .reading) {
            if let id = MediaItemID(name), try catalog.items.item(id) != nil { return nil }
            let places = path.resolutions + [path.absolute]
            if try places.contains(where: { try !catalog.items.all(at: $0).isEmpty }) { return nil }
            try catalog.checkThatOpen(places[0], named: name)
        }
        return path.absolute
    }
}

extension CompletionKind {
    /// The names of the library's artists, albums, genres or composers that begin with what was typed.
    static func names(of query: MediaQuery) -> CompletionKind {
        .custom { words, _, typed in
            // Without a library there is nothing to offer, and a shell that completes has no place for a message.
            (try? LibraryCompletion(words).names(of: query, beginningWith: typed)) ?? []
        }
    }
}

/// Completions that a shell requests while the user types a command.
private struct LibraryCompletion {
    /// A shell shows no more at once.
    private static let limit = 200

    private let catalog: Catalog

    /// - Parameter words: The command line so far; the library is the one that it names.
    init(_ words: [String]) throws {
        let given = ["--library", "--user"].flatMap { name in
            let place = words.firstIndex(of: name).map { $0 + 1 } ?? words.endIndex
            return place < words.endIndex ? [name, words[place]] : []
        }
        let options = try LibraryOptions.parse(given)
        catalog = try options.open(for: .reading)
    }

    func names(of query: MediaQuery, beginningWith typed: String) throws -> [String] {
        // A shell that is asked for a name with spaces may give the quotation mark as well.
        let beginning = String(typed.drop { $0 == "'" || $0 == "\"" }).folded
        var names: [String] = []
        try catalog.collections.forEach(of: query) { collection in
            if names.count < Self.limit, collection.title.folded.hasPrefix(beginning) {
                names.append(collection.title)
            }
        }
        return names
    }
}
