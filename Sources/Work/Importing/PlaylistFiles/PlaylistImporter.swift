import Glibc
import PhonolithFiles
public import PhonolithMediaModel
public import PhonolithPlaylists
public import PhonolithStore
public import PhonolithUsers

/// Reads playlist files into a library. Blocks its thread.
public struct PlaylistImporter: Sendable {
    private let catalog: Catalog
    private let options: Options

    /// How files are read.
    public struct Options: Hashable, Sendable {
        /// Replacements in the paths of entries.
        public var prefixes: [PathPrefix] = []
        /// Whether a list of the same name is replaced, or one that the user changed since it was read.
        public var isReplacing = false
        /// Whether the list remembers its file, so that the file's changes can be read later.
        public var followsFile = true
        /// The name of the list; `nil` for the one in the file.
        public var name: String?

        /// Takes all as it comes.
        public init() {}
    }

    /// The result for a file.
    public struct Outcome: Sendable {
        /// The absolute path.
        public var path: MediaPath
        /// The list, and what is not clear in it.
        public var result: PlaylistImport
        // The entries, in order.
        package var entries: [PlaylistDraft.Entry]
        /// Problems in the file.
        public var problems: [PlaylistProblem]
    }

    /// Makes an importer.
    public init(catalog: Catalog, options: Options = Options()) {
        self.catalog = catalog
        self.options = options
    }

    /// Reads a file, and those that it names, and puts the list into the library.
    ///
    /// - Throws: ``PlaylistFileError`` for a file that cannot be read or is not a playlist, `PlaylistEditError`
    ///   for a list that must not be replaced, `CatalogError`.
    public func importFile(at path: MediaPath) throws -> Outcome {
        guard let file = path.resolved else {
            throw PlaylistFileError.system(path, "cannot be read")
        }
        if file.pathExtension == "nsp" { return try importRules(of: file) }
        var reader = PlaylistFileReader()
        let document = try reader.read(file, by: path)
        var draft = draft(named: document.title, of: file)
        (draft.author, draft.description) = (document.creator, document.annotation)
        (draft.details, draft.entries) = (document.details, reader.entries)
        return Outcome(
            path: file, result: try save(draft), entries: reader.entries, problems: reader.problems)
    }

    private func save(_ draft: PlaylistDraft) throws -> PlaylistImport {
        try catalog.playlistFiles.save(
            draft, replacing: options.isReplacing, prefixes: options.prefixes)
    }

    /// An empty draft of a file.
    ///
    /// - Parameter title: The list's title in the file.
    private func draft(named title: String?, of file: MediaPath) -> PlaylistDraft {
        let names = PlaylistNames(title: title, file: file)
        var draft = PlaylistDraft(
            name: options.name ?? names.name,
            source: options.followsFile ? Self.source(of: file) : nil)
        draft.otherNames = names.others
        draft.isNameChosen = options.name != nil
        return draft
    }

    /// Whether a file is in the library as it is now, or its list belongs to the user since.
    public func isCurrent(_ path: MediaPath) throws -> Bool {
        guard let source = Self.stamp(of: path) else { return false }
        return try catalog.playlistFiles.isCurrent(source)
    }

    /// A file and when it was changed; `nil` for one that is not there.
    static func stamp(of path: MediaPath) -> PlaylistDraft.Source? {
        guard let file = path.resolved, let status = file.status else { return nil }
        return PlaylistDraft.Source(path: file, modified: status.contentTime.nanoseconds)
    }

    /// - Returns: `nil` for a file that cannot be read.
    static func source(of file: MediaPath) -> PlaylistDraft.Source? {
        // The reader of the list itself reports why it cannot be read.
        guard let status = file.status,
            let contents = try? file.contents(upTo: PlaylistFileReader.largestFile)
        else { return nil }
        return PlaylistDraft.Source(
            path: file, modified: status.contentTime.nanoseconds,
            signs: .init(
                inode: Int(bitPattern: UInt(status.st_ino)),
                sha256: ContentDigest(of: contents).bytes))
    }

    /// A smart playlist of Navidrome.
    private func importRules(of file: MediaPath) throws -> Outcome {
        let bytes = try file.contents(upTo: 1 << 20)
        let list: NavidromePlaylist
        do {
            list = try NavidromePlaylist(parsing: bytes)
        } catch {
            throw PlaylistFileError(file, error.description)
        }
        var draft = draft(named: list.name, of: file)
        (draft.description, draft.rule) = (list.comment, list.rule)
        var result = try save(draft)
        result.entryCount = try catalog.playlists.summary(of: result.playlist).entryCount
        return Outcome(path: file, result: result, entries: [], problems: [])
    }
}
