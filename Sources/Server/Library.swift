import Blocking
package import Catalog
import MediaModel
import Streaming

/// The catalogue for handlers, which must not wait: asked on threads of its own.
package struct Library: Sendable {
    /// `nil` for an anonymous client.
    private var catalog: Catalog?
    private let threads: BlockingThreads
    /// Reads the library's files.
    let files: FileReader
    /// Makes other forms of it.
    let media: MediaForms
    /// Where pages of long lists ended.
    let pageEnds = PageEnds()
    /// The user's id, for workers that several users wait for.
    private(set) var client = ""

    package init(_ catalog: Catalog, media: MediaForms) {
        self.catalog = catalog
        self.media = media
        threads = BlockingThreads(name: "catalogue", count: Catalog.readerCount)
        // A disk that spins up only delays its readers.
        files = FileReader(threads: BlockingThreads(name: "files", count: 16))
    }

    /// The same library for a user: what it lists, and whose values it shows and changes.
    ///
    /// - Parameter user: `nil` for an anonymous client, which gets nothing.
    func acting(as user: PersistentID<User>?) -> Library {
        var library = self
        library.catalog = user.flatMap { catalog?.acting(as: $0) }
        library.client = user?.description ?? ""
        return library
    }

    /// Asks or changes the catalogue.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        guard let catalog else { throw AccessRefusal.unknownKey }
        return try await threads.perform { try body(catalog) }
    }
}
