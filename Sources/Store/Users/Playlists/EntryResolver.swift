internal import PhonolithDatabase
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore

/// Finds the items that entries of playlists mean.
///
/// By path relative to the playlist, or absolute; by a replaced prefix; by the same
/// path in another case or Unicode form; by the longest end of the path that is that of one file only; by
/// MusicBrainz' id; by title, artist and duration: the first that gives one item decides.
struct EntryResolver {
    let viewer: Viewer
    let database: Connection
    private let prefixes: [PathPrefix]
    /// Longest first, so that a root inside another is asked before that.
    private let roots: [(id: Int64, path: MediaPath)]
    private var folders: [MediaPath: Int64?] = [:]
    /// The paths on disk of paths that end with `..`; `nil` for those that are nowhere.
    private var realFolders: [MediaPath: MediaPath?] = [:]
    private var contents: [Int64: FolderContents] = [:]
    private var foldersByKey: [String: [Int64]]?
    private var suffixes: FileSuffixes?

    private static let mostFolders = 2048

    /// The result of a look-up.
    enum Result {
        case found(Int64)
        /// None is likelier than another.
        case ambiguous([Int64])
        case none
    }

    init(_ viewer: Viewer, _ database: Connection, prefixes: [PathPrefix] = []) throws {
        self.viewer = viewer
        self.database = database
        self.prefixes = prefixes.sorted { $0.old.bytes.count > $1.old.bytes.count }
        roots = try Row.fetchAll(
            database,
            literal:
                "SELECT id, path FROM roots WHERE is_removed = 0 AND \(sql: viewer.opens("id"))"
        ).map { (id: $0[0] as Int64, path: $0[1] as MediaPath) }
            .sorted { $0.path.bytes.count > $1.path.bytes.count }
    }

    /// The one item that an entry means; `nil` for none, for several, and for what is on no disk.
    mutating func item(of entry: PlaylistEntry, in folder: MediaPath?) throws -> Int64? {
        guard Self.isLocal(entry), case .found(let item) = try resolve(entry, in: folder)
        else { return nil }
        return item
    }

    /// The item that an entry means.
    mutating func resolve(_ entry: PlaylistEntry, in folder: MediaPath?) throws -> Result {
        let locations =
            (entry.location.map { [$0] } ?? [])
            + (entry.details.otherLocations ?? []).map(PlaylistLocation.uri)
        // Most are found by the first of their paths, and nothing else need be made then.
        if prefixes.isEmpty, let first = locations.lazy.flatMap(\.paths).first,
            let path = absolute(first, in: folder)
        {
            let items = try items(at: path)
            if !items.isEmpty { return .found(try choose(items, for: entry)) }
        }
        let written = locations.flatMap(\.paths)
        let absolute = written.compactMap { self.absolute($0, in: folder) }
        let mapped = (written + absolute).compactMap(map)
        for path in absolute + mapped {
            let items = try items(at: path)
            if !items.isEmpty { return .found(try choose(items, for: entry)) }
        }
        for path in absolute + mapped {
            let files = try files(like: path)
            if files.count > 1 { return .ambiguous(files.joined().map(\.id)) }
            if let items = files.first { return .found(try choose(items, for: entry)) }
        }
        var candidates: [Int64] = []
        for path in written {
            switch try suffix(of: path, for: entry) {
            case .found(let item): return .found(item)
            case .ambiguous(let items): if candidates.isEmpty { candidates = items }
            case .none: break
            }
        }
        for step in [try recording(of: entry), try words(of: entry)] {
            switch step {
            case .found: return step
            case .ambiguous(let items): if candidates.isEmpty { candidates = items }
            case .none: break
            }
        }
        return candidates.isEmpty ? .none : .ambiguous(candidates)
    }

    /// Whether the library may hold what the entry means.
    static func isLocal(_ entry: PlaylistEntry) -> Bool { entry.location?.isRemote != true }

    private mutating func absolute(_ path: MediaPath, in folder: MediaPath?) -> MediaPath? {
        if path.isAbsolute { return path.bytes.first == 0x2F ? withoutDots(path) : nil }
        return folder.map { withoutDots($0.appending(path)) }
    }

    /// The path without `..`, as the system resolves it: after a symbolic link it is beside what the link points
    /// to. By its text where the folder is not on this machine. Blocks its thread, once for each folder.
    private mutating func withoutDots(_ path: MediaPath) -> MediaPath {
        guard let end = path.endOfLastDots else { return path.standardized }
        let above = MediaPath(bytes: Array(path.bytes[..<end]))
        if realFolders.count >= Self.mostFolders { realFolders.removeAll() }
        let real = realFolders[above] ?? above.resolved
        realFolders[above] = .some(real)
        guard let real else { return path.standardized }
        return MediaPath(bytes: real.bytes + path.bytes[end...]).standardized
    }

    private func map(_ path: MediaPath) -> MediaPath? {
        prefixes.lazy.compactMap { $0.replaced(in: path) }.first?.standardized
    }

    // MARK: - Paths

    private mutating func items(at path: MediaPath) throws -> [FolderContents.Item] {
        guard let folder = try folder(path.parent) else { return [] }
        return try contents(of: folder).exact[path.lastComponent] ?? []
    }

    private mutating func folder(_ path: MediaPath) throws -> Int64? {
        if let known = folders[path] { return known }
        var found: Int64?
        let statement = try database.cachedStatement(
            sql: "SELECT id FROM folders WHERE root_id = ? AND path = ?")
        for root in roots {
            guard found == nil, let relative = path.relative(to: root.path) else { continue }
            found = try Int64.fetchOne(statement, arguments: [root.id, relative.data])
        }
        folders[path] = .some(found)
        return found
    }

    private mutating func contents(of folder: Int64) throws -> FolderContents {
        if let known = contents[folder] { return known }
        // Memory stays bounded; a list that has its entries folder by folder reads each folder once nevertheless.
        if contents.count >= Self.mostFolders { contents.removeAll() }
        let read = try FolderContents(of: folder, database)
        contents[folder] = read
        return read
    }

    /// The items of each file at the path, its letters in any case and any Unicode form: on a disk that tells case apart,
    /// these may be several files, and none is more likely.
    private mutating func files(like path: MediaPath) throws -> [[FolderContents.Item]] {
        if foldersByKey == nil { foldersByKey = try readFolders() }
        let name = PathKey.key(path.lastComponent)
        var files: [[FolderContents.Item]] = []
        for folder in foldersByKey?[PathKey.key(path.parent)] ?? [] {
            let all = try contents(of: folder)
            files += all.exact.filter { PathKey.key($0.key) == name }
                .sorted { $0.key < $1.key }.map(\.value)
        }
        return files
    }

    private func readFolders() throws -> [String: [Int64]] {
        var folders: [String: [Int64]] = [:]
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT folders.id, roots.path, folders.path FROM folders
                JOIN roots ON roots.id = root_id WHERE is_removed = 0
                AND \(sql: viewer.opens("root_id"))
                """)
        while let row = try rows.next() {
            let path = (row[1] as MediaPath).appending(row[2])
            folders[PathKey.key(path), default: []].append(row[0])
        }
        return folders
    }

    private mutating func suffix(of path: MediaPath, for entry: PlaylistEntry) throws -> Result {
        if suffixes == nil { suffixes = try FileSuffixes(viewer, database) }
        guard let (files, areInSuchFolder) = suffixes?.files(endingAs: path), !files.isEmpty else {
            return .none
        }
        guard files.count <= Self.mostLikeFiles else { return .none }
        let longest = try files.count == 1 ? files : longestSuffix(of: path, among: files)
        let items = try longest.flatMap { try Self.items(of: $0, database) }
        if longest.count > 1 { return .ambiguous(items.map(\.id)) }
        guard !items.isEmpty else { return .none }
        let item = try choose(items, for: entry)
        // A name alone may be that of anything; it must not be another thing by what is said of it.
        let isAlone = !areInSuchFolder && path.bytes.contains(0x2F)
        return try isAlone && contradicts(item, entry) ? .none : .found(item)
    }

    /// With more files of one name the end of a path does not identify one.
    package static let mostLikeFiles = 1000

    /// The files that share most names with the path, from its end.
    private func longestSuffix(of path: MediaPath, among files: [Int64]) throws -> [Int64] {
        let wanted = path.bytes.split(separator: 0x2F).reversed()
            .map { PathKey.key(MediaPath(bytes: Array($0))) }
        let statement = try database.cachedStatement(
            sql: """
                SELECT roots.path, folders.path FROM files JOIN folders ON folders.id = folder_id
                JOIN roots ON roots.id = root_id WHERE files.id = ?
                """)
        var best: (length: Int, files: [Int64]) = (0, [])
        for file in files {
            guard let row = try Row.fetchOne(statement, arguments: [file]) else { continue }
            let folder = (row[0] as MediaPath).appending(row[1])
            let parts = folder.bytes.split(separator: 0x2F).reversed()
            let length = zip(parts, wanted.dropFirst()).prefix {
                PathKey.key(MediaPath(bytes: Array($0))) == $1
            }.count
            if length > best.length || best.files.isEmpty { best = (length, []) }
            if length == best.length { best.files.append(file) }
        }
        return best.files
    }

    private static func items(
        of file: Int64, _ database: Connection
    ) throws -> [FolderContents.Item] {
        try Projection { FolderContents.Item(&$0) }.fetchAll(
            database,
            from: """
                items JOIN files ON files.id = file_id WHERE file_id = \(file)
                ORDER BY start_time NULLS FIRST, items.id
                """, cached: true)
    }
}

extension MediaPath {
    /// Where the last component that is `..` ends; `nil` if there is none.
    fileprivate var endOfLastDots: Int? {
        var end = bytes.count
        while true {
            let slash = bytes[..<end].lastIndex(of: 0x2F)
            if bytes[(slash.map { $0 + 1 } ?? 0)..<end].elementsEqual([0x2E, 0x2E]) { return end }
            guard let slash else { return nil }
            end = slash
        }
    }
}
