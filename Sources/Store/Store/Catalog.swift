public import FoundationEssentials
package import PhonolithDatabase
import PhonolithFiles
package import PhonolithMediaModel

/// A library, and the only access to its database.
///
/// Every method blocks its thread for the time that the database takes. Any number of threads and processes may
/// read while one writes; readers see the library as it was when they began.
public struct Catalog: Sendable {
    /// Where the library is; `:memory:` for one that is not on disk.
    public let path: String
    /// The user whose values, playlists and queue are read and written.
    package private(set) var user = PersistentID<User>.owner
    /// Whether closed roots do not matter, as where the data of all users is copied.
    private(set) var seesClosedRoots = false
    /// The revision that a playlist must have to be edited; `nil` for any.
    package private(set) var expectedRevision: Int?
    /// How many entries a playlist may have after an edit; `nil` for any number.
    package private(set) var mostPlaylistEntries: Int?
    package let database: any SQLDatabase
    /// The addresses of the servers that answer for it, without passwords.
    var replicaAddresses: [String] = []
    /// Whether the library's own server answers everything.
    private(set) var asksOwnServer = false
    /// Where the catalogue's questions are answered while it lasts.
    var moment: Moment?
    package let sortKeys: SortKeyMaker
    /// Whether pictures in folders come before embedded ones.
    package let prefersFolderArtwork: Bool

    /// The same library for another user; both share the connections.
    package func acting(as user: PersistentID<User>) -> Catalog {
        var catalog = self
        catalog.user = user
        return catalog
    }

    /// The same library for an edit of a playlist that no one has edited since its revision was read.
    package func expecting(revision: Int?) -> Catalog {
        var catalog = self
        catalog.expectedRevision = revision
        return catalog
    }

    /// The same library for edits that leave no playlist with more entries than this.
    package func limitingPlaylists(to count: Int) -> Catalog {
        var catalog = self
        catalog.mostPlaylistEntries = count
        return catalog
    }

    /// The same library for what must never be old: credentials and rights are not asked of replicas.
    package func askingOwnServer() -> Catalog {
        var catalog = self
        catalog.asksOwnServer = true
        return catalog
    }

    /// The same library for copying all that a user has, in closed roots, too.
    package func copying(_ user: PersistentID<User>) -> Catalog {
        var catalog = acting(as: user)
        catalog.seesClosedRoots = true
        return catalog
    }

    package var userID: Int64 { user.rawValue }

    /// Whether other machines may use the library, too.
    package var isOnServer: Bool { ServerAddress(path) != nil }

    /// Whether the library can have what is in a folder.
    ///
    /// An entry of an index of PostgreSQL has 2 704 bytes at most (postgresql.org/docs/15/btree-behavior.html), and that of a root has
    /// its path and the key of it; a file's name comes to the path of a folder.
    ///
    /// - Parameter folder: Absolute.
    package func canHold(folder: MediaPath) -> Bool {
        guard folder.bytes.count > 600, isOnServer else { return true }
        return folder.bytes.count + SortKeyMaker.key(for: folder).utf8.count <= 2400
    }

    /// When anything in the library was last changed.
    public func lastModifiedDate() throws -> Date {
        try read {
            Date(
                secondsSince1970: try Int.fetchOne($0, literal: "SELECT last_modified FROM library")
                    ?? 0)
        }
    }

    /// A number that changes with every change by another connection; it means nothing to other connections.
    package func dataVersion() throws -> Int {
        try Self.translatingErrors(path) { try database.readLatest { try $0.dataVersion() } }
    }

    /// Closes the database; further calls fail.
    public func close() throws {
        try database.close()
    }
}

// MARK: - Reading and writing

extension Catalog {
    package func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        // Its errors are translated where it began: before that, another server may answer.
        if let connection = moment?.connection { return try body(connection) }
        return try Self.translatingErrors(path, isReading: true) {
            try asksOwnServer ? database.readOwn(body) : database.read(body)
        }
    }

    package func write<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        try Self.translatingErrors(path) {
            try database.write { connection in
                // A part of ``transaction(_:)``.
                if connection.isInsideTransaction { return try body(connection) }
                return try connection.transaction { try Self.noting(body, connection) }
            }
        }
    }

    /// Makes changes, and notes when the library was last changed if they are any.
    private static func noting<Value>(
        _ body: (Connection) throws -> Value, _ database: Connection
    ) throws -> Value {
        try checkSchema(database)
        let changes = database.totalChangesCount
        let value = try body(database)
        if database.totalChangesCount != changes {
            // Never earlier than it was, whatever the clock says: programs ask what came after a time.
            try database.cachedStatement(
                literal:
                    "UPDATE library SET last_modified = \(.greater("last_modified", "\(Date.now.secondsSince1970)"))"
            ).execute()
        }
        return value
    }

    /// Makes several changes as one transaction: all of them or none.
    ///
    /// The body only makes changes, and lets their errors through: one that it caught would leave a part of a change. It
    /// must not read, for a library in memory has one connection.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try write { _ in try body() }
    }

    package func refuseUnreadable(_ name: String) throws {
        guard name.isReadableName else {
            throw CatalogError(.unreadableName, path: path, detail: name.asName)
        }
    }

    /// Runs the body and says what SQLite reports in words of ours.
    ///
    /// - Parameter isReading: Whether it needs no right but that to read.
    package static func translatingErrors<Value>(
        _ path: String, isReading: Bool = false, _ body: () throws -> Value
    ) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where error.code == .interrupted {
            throw CancellationError()
        } catch let error as DatabaseError {
            throw CatalogError(code(of: error, isReading), path: path, detail: error.message)
        } catch var error as CatalogError {
            error.path = ServerAddress.shown(path)
            throw error
        }
    }

    private static func code(
        of error: DatabaseError, _ isReading: Bool
    ) -> CatalogError.Code {
        switch error.code {
        case .notADatabase, .corrupt: .damaged
        case .denied where isReading: .unreadable
        case .readOnly, .denied: .readOnly
        case .full: .diskFull
        case .cannotOpen, .disconnected: .cannotOpen
        case .invalidAddress: .invalidAddress
        case .otherEncoding: .otherEncoding
        case .busy: .busy
        case .tooLong: .valueTooLong
        case .ended: .stopped
        case .overtaken: .overtaken
        case .pooled: .pooled
        case .interrupted, .other: .failed
        }
    }
}
