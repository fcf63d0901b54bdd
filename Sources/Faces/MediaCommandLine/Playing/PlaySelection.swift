import FoundationEssentials
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTagReading
import PhonolithUsers

/// The meaning of the arguments of `play`.
struct PlaySelection {
    /// The library; `nil` if none is needed and there is none.
    let catalog: Catalog?
    /// In the order in which they were named.
    var items: [PlayerItem] = []
    /// Arguments that name nothing, if others name something.
    var problems: [Failure] = []
    /// Why the library is not used, and what follows from it, where it cannot be opened.
    private(set) var libraryProblem: String?
    /// Whether nothing was named, and the queue of last time continues.
    let isKeptQueue: Bool

    /// - Throws: `Failure` naming what is not there; `CatalogError` where the library is needed.
    init(_ names: [String], filter: FilterOptions, library: LibraryOptions) throws {
        let predicates = try filter.predicates
        let needsLibrary = names.isEmpty || names.contains { Int64($0) != nil && !Self.exists($0) }
        isKeptQueue = names.isEmpty && predicates.isEmpty
        if needsLibrary {
            catalog = try library.open(for: .writing)
        } else {
            var reason: String?
            catalog = try library.openIfUsable(for: .writing) { reason = $0 }
            libraryProblem = reason.map {
                "\($0); playing without the library; plays are not counted"
            }
        }
        if names.isEmpty, !isKeptQueue, let catalog {
            try filter.conditions.check(with: catalog)
            let query = MediaQuery(filterPredicates: predicates)
            try catalog.items.forEach(matching: query) { items.append(PlayerItem($0)) }
        }
        for name in names {
            do { try add(name) } catch let failure as Failure { problems.append(failure) }
        }
        if items.isEmpty, let first = problems.first { throw first }
    }

    /// The items that words of the queue's commands mean, and after them those of a playlist.
    init(_ names: [String], playlist: String? = nil, in catalog: Catalog) throws {
        self.catalog = catalog
        isKeptQueue = false
        for name in names { try add(name) }
        if let playlist { try add(storedPlaylist: playlist, in: catalog) }
    }

    /// The items of a playlist of the library, in its order and as often as they are in it.
    init(playlist: String, in catalog: Catalog) throws {
        self.catalog = catalog
        isKeptQueue = false
        try add(storedPlaylist: playlist, in: catalog)
        if items.isEmpty {
            throw Failure("\(playlist): the playlist has no items that can be played")
        }
    }

    /// The items at an address, as other programs give it: of a file, a folder, a playlist, or of the net.
    init(address: String, in catalog: Catalog?) throws {
        self.catalog = catalog
        isKeptQueue = false
        let path = Self.file(at: address)
        if let address = Self.address(address) {
            try add(address: address)
        } else if let path, path.isAbsolute {
            guard !Self.isSpecial(path) else {
                throw Failure("\(address): no such file or folder")
            }
            try path.isUTF8 ? add(path.description) : add(path: path, named: address)
        } else {
            throw Failure("\(address): not a file or http(s) URL")
        }
        if items.isEmpty, let first = problems.first { throw first }
    }

    /// The items from their beginnings, whatever was heard of them before.
    var wholeItems: [PlayerItem] { items.map(\.fromItsBeginning) }

    /// The items of the queue that the library keeps, from the current one on.
    func keptItems() throws -> [PlayerItem] {
        guard let catalog else { return [] }
        let queue = try catalog.queue.described().queue
        return queue.entries.dropFirst(queue.currentIndex ?? 0).map(\.item.fromItsBeginning)
    }

    private mutating func add(_ name: String) throws {
        if let address = Self.address(name) {
            guard URL(string: address)?.host?.isEmpty == false else {
                throw Failure("\(name): the address names no server")
            }
            try add(address: address)
        } else if Self.exists(name) {
            if let list = Self.playlist(at: name) { return try add(playlist: list, named: name) }
            for path in try Self.files(at: name) { try add(path: path, named: name) }
        } else if name.prefix(5).lowercased() == "file:", let path = Self.file(at: name) {
            // As file managers copy it.
            try path.isUTF8 ? add(path.description) : add(path: path, named: name)
        } else if let failure = Failure(
            ifNoFile: name,
            remedy: "play takes http and https; mount the server's folder for others")
        {
            throw failure
        } else if let catalog {
            items += try catalog.items(named: name).map(PlayerItem.init)
        } else {
            throw Failure("\(name): no such file; name a file, a folder, a URL or an id")
        }
    }

    private mutating func add(path: MediaPath, named name: String) throws {
        try catalog?.checkThatOpen(path, named: name)
        let known = try catalog?.items.all(at: path) ?? []
        items += known.isEmpty ? [Self.item(ofFile: path)] : known.map(PlayerItem.init)
    }

    /// The item for a file that no library knows.
    static func item(ofFile path: MediaPath) -> PlayerItem {
        do throws(MediaFileError) {
            return PlayerItem(.file(path), facts: try TagReader().read(path).facts)
        } catch {
            // The player says why when it comes to it, and continues to the next.
            return PlayerItem(.file(path))
        }
    }

    private static func exists(_ name: String) -> Bool {
        MediaPath(argument: name).withCString { access($0, F_OK) } == 0
    }

    /// An address of a server, its scheme in lower case, as FFmpeg knows it; `nil` for other words.
    private static func address(_ name: String) -> String? {
        for scheme in ["http://", "https://"]
        where name.prefix(scheme.count).lowercased() == scheme {
            return scheme + name.dropFirst(scheme.count)
        }
        return nil
    }

    /// The file that an address means, percent-encoded or not: one that is there, if any is.
    private static func file(at address: String) -> MediaPath? {
        let paths = PlaylistLocation(line: Array(address.utf8)).paths
        return paths.first { $0.withCString { access($0, F_OK) } == 0 } ?? paths.first
    }

    /// Whether the path is a pipe, a socket or a device, which may give nothing forever.
    private static func isSpecial(_ path: MediaPath) -> Bool {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// The file itself, or all media in a folder and below, as a scan would find them.
    private static func files(at name: String) throws -> [MediaPath] {
        let typed = MediaPath(argument: name)
        let path = typed.resolved ?? typed.absolute
        guard path.isFolder else {
            if let reason = path.refusalToRead { throw Failure("\(name): \(reason)") }
            return [path]
        }
        let folder = MediaFolder(walking: path)
        guard !folder.media.isEmpty else {
            throw Failure("\(name): no playable files in this folder")
        }
        return folder.media
    }

    /// The files that are read: named ones, and ones to be played.
    func files(_ names: [String]) throws -> [MediaPath] {
        var files = names.map { MediaPath(argument: $0) }
        for item in items {
            if case .file(let path) = item.source { files.append(path) }
        }
        for entry in isKeptQueue ? try catalog?.queue.kept().queue.entries ?? [] : [] {
            if case .file(let path) = entry.item.source { files.append(path) }
        }
        return files
    }
}

extension PlayerItem {
    fileprivate var fromItsBeginning: PlayerItem {
        var item = self
        item.bookmarkTime = nil
        return item
    }
}
