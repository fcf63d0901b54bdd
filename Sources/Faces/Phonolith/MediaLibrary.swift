public import FoundationEssentials
private import PhonolithFiles
public import PhonolithMediaModel
import PhonolithQueries
public import PhonolithStore
import PhonolithUsers

/// A library: scanned items, and the ratings, plays and playlists of its users. The counterpart of `MPMediaLibrary`.
///
/// ```swift
/// let library = try await MediaLibrary.open(at: URL(fileURLWithPath: "music.sqlite"))
/// for try await song in MediaQuery.songs.items(in: library) { print(song.title ?? "untitled") }
/// ```
///
/// Everything else is a method of ``Catalog``, which ``perform(_:)`` hands out.
public final class MediaLibrary: Sendable {
    /// The library's file, asked and changed by blocking the thread.
    package let catalog: Catalog
    /// How it was opened.
    let access: Catalog.Access
    private let threads: BlockingThreads

    private init(_ catalog: Catalog, _ access: Catalog.Access, _ threads: BlockingThreads) {
        self.catalog = catalog
        self.access = access
        self.threads = threads
    }

    /// Takes a library that is open for writing.
    package convenience init(_ catalog: Catalog) {
        self.init(catalog, .writing, Self.makeThreads())
    }

    /// Opens a library.
    ///
    /// - Parameters:
    ///   - url: A `file:` URL, or a `postgres:` URL of a library on a server.
    ///   - user: The name of the one whose ratings, plays and playlists are read and changed; `nil` for the owner.
    /// - Throws: ``MediaLibraryError`` for any other URL; ``CatalogError``; ``UserError`` for a name that no user has.
    public static func open(
        at url: URL, for access: Catalog.Access = .reading, as user: String? = nil
    ) async throws -> MediaLibrary {
        try await open(at: place(of: url), for: access, as: user)
    }

    /// Opens a library by its path or address.
    package static func open(
        at path: String, for access: Catalog.Access = .reading, as user: String? = nil
    ) async throws -> MediaLibrary {
        let threads = makeThreads()
        do {
            let catalog = try await threads.perform {
                let catalog = try Catalog.open(at: path, for: access)
                return try user.map { catalog.acting(as: try catalog.users.user(named: $0).id) }
                    ?? catalog
            }
            return MediaLibrary(catalog, access, threads)
        } catch {
            threads.end()
            throw error
        }
    }

    private static func place(of url: URL) throws(MediaLibraryError) -> String {
        switch url.scheme?.lowercased() {
        case "postgres", "postgresql": return url.absoluteString
        case "file":
            if let path = MediaPath(fileURL: url), path.isUTF8 { return path.description }
            throw MediaLibraryError(
                .invalidPlace, url.absoluteString, "its path is not UTF-8; rename the library")
        default:
            throw MediaLibraryError(
                .invalidPlace, url.absoluteString,
                "is no place of a library; use a file: or postgres: URL")
        }
    }

    private static func makeThreads() -> BlockingThreads {
        BlockingThreads(name: "library", count: 2)
    }

    deinit { threads.end() }

    /// Runs blocking work on the library's own threads: what has no asynchronous form, or has to be one with other work.
    ///
    /// ```swift
    /// let scores = try await library.perform { try $0.items.count(matching: .songs) }
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
    /// An item by its id, missing or not; `nil` if there is none.
    public func item(_ id: MediaItemID) async throws -> MediaItem? {
        try await perform { try $0.items.item(id) }
    }

    /// The item that is read from a file, missing or not; `nil` if there is none.
    ///
    /// - Parameter url: A `file:` URL.
    public func item(at url: URL) async throws -> MediaItem? {
        guard let path = MediaPath(fileURL: url) else {
            throw MediaLibraryError(
                .invalidPlace, url.absoluteString, "is no file on this machine")
        }
        return try await perform { try $0.items.all(at: path).first }
    }

    /// The playlists of the user, by name.
    public func playlists() async throws -> [MediaPlaylist] {
        try await perform { try $0.playlists.all() }
    }

    /// A playlist by its id; `nil` if there is none.
    public func playlist(_ id: MediaPlaylistID) async throws -> MediaPlaylist? {
        try await perform { try $0.playlists.playlist(id) }
    }
}

extension MediaQuery {
    /// The items of a library that match the query, read on demand.
    public func items(in library: MediaLibrary) -> MediaItems { MediaItems(self, in: library) }

    /// The collections of the query's items, by its grouping, read on demand.
    public func collections(in library: MediaLibrary) -> MediaItemCollections {
        MediaItemCollections(self, in: library)
    }

    /// The sections of the query's items; empty if they are not sorted by names.
    public func itemSections(in library: MediaLibrary) async throws -> [MediaQuerySection] {
        try await library.perform { [self] in try $0.collections.itemSections(of: self) }
    }

    /// The sections of the query's collections.
    public func collectionSections(in library: MediaLibrary) async throws -> [MediaQuerySection] {
        try await library.perform { [self] in try $0.collections.collectionSections(of: self) }
    }
}

extension MediaPlaylist {
    /// The items of the playlist, in its order, read on demand; those of a smart one by its rule.
    public func items(in library: MediaLibrary) -> MediaItems {
        MediaQuery.items(of: persistentID).items(in: library)
    }
}

extension MediaItemCollection {
    /// The representative item of the collection; `nil` for an empty playlist.
    public func representativeItem(in library: MediaLibrary) async throws -> MediaItem? {
        guard let id = representativeItemID else { return nil }
        return try await library.item(id)
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
    /// - Parameter interval: How often to look, in seconds. A look costs some microseconds and no disk.
    /// - Throws: The stream ends with ``CatalogError`` where the library cannot be read any more.
    public func changes(
        every interval: Double = 0.5
    ) -> AsyncThrowingStream<Date, any Error> {
        let path = catalog.path
        return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let task = Task {
                do {
                    // A connection does not see its own changes as such; this one makes none.
                    let watching = try await MediaLibrary.open(at: path)
                    var version = try await watching.perform { try $0.dataVersion() }
                    while !Task.isCancelled {
                        try await Task.sleep(for: .seconds(max(interval, 0.001)))
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
