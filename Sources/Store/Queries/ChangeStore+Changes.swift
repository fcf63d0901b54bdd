import FoundationEssentials
import Glibc
internal import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

/// The changes that a program with a copy of the library has to apply.
package struct LibraryChanges: Hashable, Sendable {
    /// Items that are listed and were not.
    package var added: [MediaItemID] = []
    /// Items that are listed as before, with other values.
    package var changed: [MediaItemID] = []
    /// Items that are listed no more.
    package var removed: [MediaItemID] = []
    /// The token of the copy after these changes.
    package var token: ChangeToken
    /// Whether there are no more up to this moment.
    package var isComplete = true

    package init(token: ChangeToken) { self.token = token }

    fileprivate var count: Int { added.count + changed.count + removed.count }
}

extension ChangeStore {
    /// The state on which the list of items that the user sees depends, apart from user data.
    package struct ListState: Hashable, Sendable {
        let token: ChangeToken
        let viewer: Viewer
    }

    /// While it is the same, so are lists of items that ask for facts alone.
    package func listState() throws -> ListState { try read(listState) }

    func listState(_ database: Connection) throws -> ListState {
        ListState(token: try Self.token(database), viewer: try viewer(database))
    }

    /// The changes that the user sees since a token was given.
    ///
    /// Readers see whole transactions, and these are written one after the other: a change that is not in one answer is in the
    /// next, whatever is scanned meanwhile.
    ///
    /// - Parameter limit: About how many ids are wanted at once.
    /// - Returns: `nil` if the token is too old, where other roots are open to the user since, or where so much has
    ///   changed that the whole list is the shorter answer.
    package func all(since token: ChangeToken, limit: Int) throws -> LibraryChanges? {
        try read { database in
            let now = try Self.token(database)
            guard (now.sequence - Self.keptChanges...now.sequence).contains(token.sequence),
                token.item <= now.item
            else { return nil }
            if try hasOtherRoots(since: token, database) { return nil }
            var reader = ChangeReader(
                since: token, now: now, try viewer(database), user: userID, database)
            guard try reader.readLog(limit: limit) else { return nil }
            if reader.changes.isComplete { try reader.readNewItems(limit: limit) }
            return reader.changes
        }
    }

    /// Whether roots were opened or closed to the user: the log does not say what was listed before.
    private func hasOtherRoots(since token: ChangeToken, _ database: Connection) throws -> Bool {
        try database.has(
            """
            SELECT 1 FROM changes WHERE kind = 4 AND user_id = \(userID)
            AND sequence > \(token.sequence)
            """)
    }
}

/// Reads what happened between two tokens.
private struct ChangeReader {
    private enum Kind: Int {
        case item, listing, folder, root
    }

    /// The most items of a folder or a root that are listed one by one.
    private static let mostInOne = 20_000

    /// One answer reads no more rows of the log. Rows of closed roots do not count for the limit, which would show how
    /// many there are.
    private static let mostRows = 100_000

    private let token: ChangeToken
    private let now: ChangeToken
    private let viewer: Viewer
    private let user: Int64
    private let database: Connection
    private(set) var changes: LibraryChanges
    private var seen: Set<Int64> = []

    init(
        since token: ChangeToken, now: ChangeToken, _ viewer: Viewer, user: Int64,
        _ database: Connection
    ) {
        (self.token, self.now, self.viewer, self.user) = (token, now, viewer, user)
        self.database = database
        changes = LibraryChanges(token: now)
    }

    /// Reads what happened to items that the program knows, or knew.
    ///
    /// - Returns: Whether it is little enough to be listed.
    mutating func readLog(limit: Int) throws -> Bool {
        changes.token.item = token.item
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT sequence, kind, subject FROM changes
                WHERE sequence > \(token.sequence) AND user_id IN (0, \(user)) ORDER BY sequence
                """)
        var rowCount = 0
        while let row = try rows.next() {
            guard let kind = Kind(rawValue: row[1]) else { continue }
            guard try note(kind, row[2]) else { return false }
            rowCount += 1
            if changes.count >= limit || rowCount == Self.mostRows {
                changes.token.sequence = row[0]
                changes.isComplete = false
                break
            }
        }
        return true
    }

    /// Reads the items that were not there.
    mutating func readNewItems(limit: Int) throws {
        let new = try Int64.fetchAll(
            database,
            literal: """
                SELECT id FROM items WHERE id > \(token.item) AND is_missing = 0
                AND \(sql: viewer.sees())
                ORDER BY id LIMIT \(limit)
                """)
        changes.added += new.map { MediaItemID($0) }
        changes.isComplete = new.count < limit
        changes.token.item = changes.isComplete ? now.item : new.last ?? now.item
    }

    private mutating func note(_ kind: Kind, _ subject: Int64) throws -> Bool {
        switch kind {
        case .item, .listing: try note(item: subject)
        case .folder: return try note(items: "files.folder_id IN \(Self.folders(below: subject))")
        case .root:
            return try note(
                items: "files.folder_id IN (SELECT id FROM folders WHERE root_id = \(subject))")
        }
        return true
    }

    /// The folder itself and those below it, whose items have its pictures, too.
    private static func folders(below folder: Int64) -> SQL {
        """
        (SELECT below.id FROM folders JOIN folders below ON below.root_id = folders.root_id
            AND (below.path = folders.path OR folders.path = \(Data())
                OR below.path > \(.bytes("folders.path", followedBy: "/"))
                AND below.path < \(.bytes("folders.path", followedBy: "0")))
        WHERE folders.id = \(folder))
        """
    }

    private mutating func note(items condition: SQL) throws -> Bool {
        let items = try Int64.fetchAll(
            database,
            literal: """
                SELECT items.id FROM files JOIN items ON items.file_id = files.id
                WHERE \(condition) AND \(sql: viewer.sees()) LIMIT \(Self.mostInOne + 1)
                """)
        for item in items { try note(item: item) }
        return items.count <= Self.mostInOne
    }

    private mutating func note(item: Int64) throws {
        // New ones are listed by their ids.
        guard item <= token.item, seen.insert(item).inserted else { return }
        let row = try Row.fetchOne(
            database,
            literal: """
                SELECT is_missing = 0 AND \(sql: viewer.sees()), \(sql: viewer.sees()) FROM items
                WHERE id = \(item)
                """, cached: true)
        guard let row else { return try note(deletedItem: item) }
        let isListingChanged = try isListingInLog(item)
        let id = MediaItemID(item)
        if row[0] as Bool {
            if isListingChanged { changes.added.append(id) } else { changes.changed.append(id) }
        } else if !(row[1] as Bool) {
            // Closed items are not shown, except those that have left the open roots.
            if try isListingInLog(item, forUserAlone: true) { changes.removed.append(id) }
        } else if isListingChanged {
            changes.removed.append(id)
        }
    }

    /// Notes that an item was deleted, unless its root is closed to the user and was so when it came there.
    private mutating func note(deletedItem item: Int64) throws {
        guard try isListingInLog(item) else { return }
        let isClosed = try database.has(
            """
            SELECT 1 FROM changes JOIN closed_roots USING (root_id)
            WHERE kind = 1 AND subject = \(item) AND changes.user_id = 0
            AND closed_roots.user_id = \(user)
            """, cached: true)
        if isClosed, try !isListingInLog(item, forUserAlone: true) { return }
        changes.removed.append(MediaItemID(item))
    }

    /// Whether the item was listed or unlisted since.
    ///
    /// - Parameter forUserAlone: Whether only moves count between roots that are open to the user and closed ones.
    private func isListingInLog(_ item: Int64, forUserAlone: Bool = false) throws -> Bool {
        try database.has(
            """
            SELECT 1 FROM changes
            WHERE kind = 1 AND subject = \(item)
            AND user_id IN (\(user), \(forUserAlone ? user : 0)) AND sequence > \(token.sequence)
            """, cached: true)
    }
}
