public import FoundationEssentials
private import PhonolithFiles
public import PhonolithMediaModel
import PhonolithQueries
public import PhonolithScanning
import PhonolithScans
public import PhonolithStore
import PhonolithUsers

/// A library: scanned items, and the ratings, plays and playlists of its users. The counterpart of `MPMediaLibrary`.
///
/// ```swift
/// let library = try await MediaLibrary.open(at: path)
/// for try await song in library.items(matching: .songs) { print(song.title ?? "") }
/// ```
///
/// All else that a library can be asked, and every change, is a method of ``Catalog``, which ``perform(_:)`` hands out.
public final class MediaLibrary: Sendable {
    /// The library's file, asked and changed by blocking the thread.
    package let catalog: Catalog
    private let threads: BlockingThreads

    private init(_ catalog: Catalog, _ threads: BlockingThreads) {
        self.catalog = catalog
        self.threads = threads
    }

    /// Takes a library that is open.
    package convenience init(_ catalog: Catalog) { self.init(catalog, Self.makeThreads()) }

    /// Opens a library file.
    ///
    /// - Parameter user: The name of the one whose ratings, plays and playlists are read and changed; `nil` for the owner.
    /// - Throws: ``CatalogError``; ``UserError`` for a name that no user has.
    public static func open(
        at path: String, for access: Catalog.Access = .reading, as user: String? = nil
    ) async throws -> MediaLibrary {
        let threads = makeThreads()
        do {
            let catalog = try await threads.perform {
                let catalog = try Catalog.open(at: path, for: access)
                return try user.map { catalog.acting(as: try catalog.users.user(named: $0).id) }
                    ?? catalog
            }
            return MediaLibrary(catalog, threads)
        } catch {
            threads.end()
            throw error
        }
    }

    private static func makeThreads() -> BlockingThreads {
        BlockingThreads(name: "library", count: 2)
    }

    deinit { threads.end() }

    /// Runs blocking work on the library's own threads.
    ///
    /// ```swift
    /// try await library.perform { try $0.setRating(5, of: song.persistentID) }
    /// ```
    ///
    /// - Throws: `CancellationError` if the task was cancelled before it began, and what `body` throws.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        let catalog = catalog
        return try await threads.perform { try body(catalog) }
    }
}

// MARK: - Asking

extension MediaLibrary {
    /// The items that match a query, read on demand.
    public func items(matching query: MediaQuery) -> MediaItems { MediaItems(query, in: self) }

    /// An item by its id, missing or not; `nil` if there is none.
    public func item(_ id: MediaItemID) async throws -> MediaItem? {
        try await perform { try $0.items.item(id) }
    }

    /// The collections of a query's items, by the query's grouping.
    public func collections(of query: MediaQuery) async throws -> [MediaItemCollection] {
        try await perform { try $0.collections.all(of: query) }
    }

    /// The sections of a query's items; empty if they are not sorted by names.
    public func itemSections(of query: MediaQuery) async throws -> [MediaQuerySection] {
        try await perform { try $0.collections.itemSections(of: query) }
    }

    /// The sections of a query's collections.
    public func collectionSections(of query: MediaQuery) async throws -> [MediaQuerySection] {
        try await perform { try $0.collections.collectionSections(of: query) }
    }
}

extension MediaQuery {
    /// The items of a library that match the query, read on demand.
    public func items(in library: MediaLibrary) -> MediaItems { library.items(matching: self) }

    /// The collections of the query's items.
    public func collections(in library: MediaLibrary) async throws -> [MediaItemCollection] {
        try await library.collections(of: self)
    }

    /// The sections of the query's items.
    public func itemSections(in library: MediaLibrary) async throws -> [MediaQuerySection] {
        try await library.itemSections(of: self)
    }

    /// The sections of the query's collections.
    public func collectionSections(in library: MediaLibrary) async throws -> [MediaQuerySection] {
        try await library.collectionSections(of: self)
    }
}

// MARK: - Changes

extension MediaLibrary {
    /// When anything in the library was last changed.
    public var lastModifiedDate: Date {
        get async throws { try await perform { try $0.lastModifiedDate() } }
    }

    /// The moments at which the library was changed, by this program or by another, from when the stream is
    /// listened to; several changes within one interval are one.
    ///
    /// - Parameter interval: How often to look. A look costs some microseconds and no disk.
    /// - Throws: The stream ends with ``CatalogError`` where the library cannot be read any more.
    public func changes(
        every interval: Duration = .milliseconds(500)
    ) -> AsyncThrowingStream<Date, any Error> {
        let path = catalog.path
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let task = Task {
                do {
                    // A connection does not see its own changes as such; this one makes none.
                    let watching = try await MediaLibrary.open(at: path)
                    var version = try await watching.perform { try $0.dataVersion() }
                    while !Task.isCancelled {
                        try await Task.sleep(for: max(interval, .milliseconds(1)))
                        let now = try await watching.perform { try $0.dataVersion() }
                        guard now != version else { continue }
                        version = now
                        stream.yield(try await watching.lastModifiedDate)
                    }
                    stream.finish()
                } catch {
                    stream.finish(throwing: error is CancellationError ? nil : error)
                }
            }
            stream.onTermination = { _ in task.cancel() }
        }
    }
}

extension MediaLibrary {
    /// Scans folders, which become roots of the library, or all roots it has, and keeps other scans away meanwhile.
    ///
    /// The files are read in this process: see ``LibraryScanner`` for what that means where they may be broken.
    /// Cancelling the task ends the scan at the next file; the next one continues from there.
    ///
    /// - Parameters:
    ///   - folders: One inside a root is a part of it. Empty for all roots.
    ///   - progress: Called from the scanning thread, a few hundred times a second at most.
    /// - Throws: ``ScanLockError`` if another scan of a file's library, or of these folders, is under way, ``ScanTargetError`` for a path that is not a folder,
    ///   ``CatalogError`` for the library, which has to be open for `.writing` or `.creating`. Files that cannot be read
    ///   are no errors but ``ScanReport/problems``.
    public func scan(
        _ folders: [MediaPath] = [], options: ScanOptions = ScanOptions(),
        progress: (@Sendable (ScanProgress) -> Void)? = nil
    ) async throws -> ScanReport {
        let lock = try await perform { try ScanLock(library: $0.path) }
        defer { withExtendedLifetime(lock) {} }
        return try await LibraryScanner(catalog: catalog)
            .scan(folders, options: options, lock: lock, progress: progress)
    }
}
