import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithStore
package import PhonolithStreaming
import PhonolithUsers
import PhonolithWorker
import Synchronization

/// The catalogue for handlers, which must not wait: asked on threads of its own.
package struct ServedCatalog: Sendable {
    /// `nil` for an anonymous client.
    private var catalog: Catalog?
    private let readers: BlockingThreads
    /// Looks up credentials, which must not wait for the questions of others.
    private let credentialReader: BlockingThreads
    private let turns = JobSlots(Catalog.readerCount, perClient: Catalog.readerCount - 1)
    private let writer = WriterThread()
    /// Change queues. Queues that others play are changed by their players, for which nothing else waits.
    private let queueThreads: BlockingThreads
    private let queueTurns = JobSlots(Self.queueThreadCount, perClient: 1)
    private static let queueThreadCount = 4
    private var use = Use.reading
    package let files: FileReader
    /// Makes other forms of it.
    let media: MediaRenditions
    /// The user's id, for workers that several users wait for.
    package private(set) var client = ""
    /// Whether a visitor of a share of the user's calls.
    private var isVisited = false

    /// The purpose of a call, which decides the threads that it takes.
    package enum Use: Sendable {
        /// Questions, which may be many and long.
        case reading
        /// A few short questions, whose answers agree whatever is changed meanwhile.
        case readingAtOneMoment
        /// Credentials, of the library's own server, which must not wait for the questions of others.
        case credentials
        /// Changes, which must not take a thread from those that read: they may wait for another program's lock.
        case changing
    }

    package init(_ catalog: Catalog, media: MediaRenditions) {
        self.catalog = catalog.limitingPlaylists(to: RequestLimits.playlistEntries)
        self.media = media
        readers = BlockingThreads(name: "catalogue", count: Catalog.readerCount)
        credentialReader = BlockingThreads(name: "credentials", count: 1)
        queueThreads = BlockingThreads(name: "queues", count: Self.queueThreadCount)
        // A disk that spins up only delays its readers.
        files = FileReader(threads: BlockingThreads(name: "files", count: 16))
    }

    /// The same library for a user, who determines its lists and the values it shows and changes.
    ///
    /// - Parameter user: `nil` for an anonymous client, which gets nothing.
    package func acting(as user: PersistentID<User>?) -> ServedCatalog {
        var library = self
        library.catalog = user.flatMap { catalog?.acting(as: $0) }
        library.client = user?.description ?? ""
        library.use = .reading
        return library
    }

    /// The same library, asked for this where a question does not say otherwise.
    package func used(for use: Use) -> ServedCatalog {
        var library = self
        library.use = use
        return library
    }

    /// The same library for visitors of a user's shares.
    package func visited() -> ServedCatalog {
        var library = self
        library.isVisited = true
        return library
    }

    /// The client whose transcodes are counted together.
    var transcodeClient: TranscodeClient { TranscodeClient(user: client, isVisitor: isVisited) }

    /// Asks or changes the catalogue.
    ///
    /// - Parameter use: `nil` for that of the library.
    package func perform<Value: Sendable>(
        for use: Use? = nil, _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        guard let catalog else { throw AccessRefusal.unknownKey }
        switch use ?? self.use {
        case .reading: return try await read(catalog, body)
        case .readingAtOneMoment: return try await read(catalog) { try $0.atOneMoment(body) }
        case .credentials:
            return try await credentialReader.perform { try body(catalog.askingOwnServer()) }
        case .changing: return try await writer.perform { try body(catalog) }
        }
    }

    /// Keeps the queue of the user, as one of the user's programs plays it.
    ///
    /// - Throws: `QueueEdit.Refusal` while another program plays the queue and does not take it, `PlaylistEditError`,
    ///   `CatalogError`.
    package func keep(
        queue items: [MediaItemID], currentIndex index: Int?, time: Double, by program: String
    ) async throws {
        guard let catalog else { throw AccessRefusal.unknownKey }
        try await queueTurns.take(for: client)
        defer { queueTurns.giveBack(by: client) }
        try await queueThreads.perform {
            try catalog.queue.keep(
                items, currentIndex: index, time: time, by: program, patience: .seconds(2))
        }
    }

    /// Asks the catalogue when it is the user's turn: one with long questions leaves a thread to the others.
    private func read<Value: Sendable>(
        _ catalog: Catalog, _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        let client = isVisited ? client + " visited" : client
        try await turns.take(for: client)
        defer { turns.giveBack(by: client) }
        return try await readers.perform {
            try Catalog.endingWhenCancelled { try body(catalog) }
        }
    }
}

/// The thread for changes: one, as SQLite has one writer.
private final class WriterThread: Sendable {
    private let thread = BlockingThreads(name: "catalogue-write", count: 1)
    /// The error of the last change that waited for another program's lock, and its time.
    private let refusal = Mutex<(error: CatalogError, date: ContinuousClock.Instant)?>(nil)

    deinit { thread.end() }

    /// Makes a change after those before it. When one has waited for the lock in vain, those that wait for it have, too.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let begin = ContinuousClock.now
        return try await thread.perform { [self] in
            if let last = refusal.withLock(\.self), last.date > begin { throw last.error }
            do {
                return try body()
            } catch let error as CatalogError where error.code == .busy {
                refusal.withLock { $0 = (error: error, date: .now) }
                throw error
            }
        }
    }
}

extension CatalogError {
    /// The message to clients where the library cannot be used for now, without its path; `nil` for other errors.
    package var forClients: String? {
        switch code {
        case .busy: "another program is writing to the library; try again when it has finished"
        case .cannotOpen: "the library cannot be reached; try again later"
        case .diskFull: "the disk of the library is full; try again when there is space"
        case .overtaken: "the library was changed meanwhile; try again"
        case .stopped: "the library took too long to answer; ask for less at a time"
        default: nil
        }
    }
    /// Seconds until the next try.
    package static let retryAfter = 10
}
