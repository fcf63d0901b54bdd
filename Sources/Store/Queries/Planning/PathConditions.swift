package import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// Replaces the conditions on the letters and bytes of paths, which SQLite cannot compare, by the ids of the items that
/// meet them.
package struct PathConditions {
    private let predicates: [MediaPredicate]
    private let database: Connection
    /// The conditions to replace, with texts in NFC.
    private var asked: Set<MediaPredicate> = []

    init(_ predicates: [MediaPredicate], _ database: Connection) {
        (self.predicates, self.database) = (predicates, database)
        for predicate in predicates {
            _ = predicate.replacingConditions { condition in
                if let condition = condition.onPath { asked.insert(condition) }
                return condition
            }
        }
    }

    /// The predicates with ids in place of the conditions.
    func resolved() throws -> [MediaPredicate] {
        if asked.isEmpty { return predicates }
        let ids = try self.ids()
        return predicates.map { predicate in
            predicate.replacingConditions { condition in
                guard let asked = condition.onPath else { return condition }
                let met = MediaPredicate.isIn(.persistentID, ids[asked] ?? [])
                return asked == Self.isUTF8 ? .not(met) : met
            }
        }
    }

    /// The items that meet each condition; for ``isUTF8`` those that do not.
    private func ids() throws -> [MediaPredicate: [MediaValue]] {
        var ids: [MediaPredicate: [MediaValue]] = [:]
        if asked.contains(Self.isUTF8) { ids[Self.isUTF8] = try itemsWithOtherBytes() }
        let roots = try Row.fetchAll(database, literal: "SELECT id, path FROM roots")
        for condition in asked {
            guard case .exactly(let property, let text) = condition else { continue }
            for root in roots {
                let rootPath = MediaPath((root[1] as MediaPath).description.normalizedNFC)
                let path = MediaPath(text)
                guard let place = property == .path ? path.relative(to: rootPath) : path else {
                    continue
                }
                ids[condition, default: []] += try items(at: place, inRoot: root[0])
            }
        }
        return ids
    }

    /// The items whose path below their root is a text: folder and name are looked up by their sort keys, which are the
    /// same for all ways to spell them.
    private func items(at path: MediaPath, inRoot root: Int64) throws -> [MediaValue] {
        let rows = try Row.fetchCursor(
            database,
            literal: Self.items(
                inRoot: root, folderKey: SortKeyMaker.key(for: path.parent),
                nameKey: SortKeyMaker.key(for: path.lastComponent)), cached: true)
        var ids: [MediaValue] = []
        while let row = try rows.next() {
            let found = (row[1] as MediaPath).appending(row[2])
            if found.description.normalizedNFC == path.description { ids.append(.integer(row[0])) }
        }
        return ids
    }

    /// Looks items up by root and the keys of folder and name.
    package static func items(inRoot root: Int64, folderKey: String, nameKey: String) -> SQL {
        """
        SELECT items.id, folders.path, files.name FROM folders JOIN files ON folder_id = folders.id
        JOIN items ON file_id = files.id
        WHERE root_id = \(root) AND folders.path_key = \(folderKey) AND name_key = \(nameKey)
        """
    }

    /// Whether a key has U+FFFD, as in place of bytes that are not UTF-8.
    private static func hasReplacement(_ key: SQL) -> SQL {
        "\(.position(of: "'\u{FFFD}'", in: key)) > 0"
    }

    /// The items whose paths are not UTF-8. Their keys have U+FFFD, as have those of paths with this very character.
    private func itemsWithOtherBytes() throws -> [MediaValue] {
        let rows = try Projection { column in
            (id: column("items.id") as Int, path: column.filePath())
        }.fetchCursor(
            database,
            from: """
                files JOIN items ON file_id = files.id \(sql: Self.places)
                WHERE files.id IN (
                    SELECT id FROM files WHERE \(Self.hasReplacement("name_key"))
                    UNION ALL SELECT files.id FROM folders JOIN files ON folder_id = folders.id
                    WHERE \(Self.hasReplacement("folders.path_key"))
                    UNION ALL SELECT files.id FROM roots JOIN folders ON root_id = roots.id
                    JOIN files ON folder_id = folders.id
                    WHERE \(Self.hasReplacement("roots.path_key")))
                """)
        var ids: [MediaValue] = []
        while let row = try rows.next() {
            if !row.path.isUTF8 { ids.append(.integer(row.id)) }
        }
        return ids
    }

    /// Whether the path has no bytes next to its text.
    fileprivate static let isUTF8 = MediaPredicate.isMissing(.pathBase64)

    // MARK: - Folded paths

    private static let places =
        "JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id"
    private static let joined = "roots.path_folded || folders.path_folded || files.name_folded"
    // A text that is folded does not begin with a space.
    private static let joinedRelative = "ltrim(folders.path_folded || files.name_folded)"

    /// The folded path of the current row of `items`.
    static let foldedPath = ofItem(joined)
    /// The folded path below its root.
    static let foldedRelativePath = ofItem(joinedRelative)

    private static func ofItem(_ text: String) -> String {
        "(SELECT \(text) FROM files \(places) WHERE files.id = items.file_id)"
    }
}

extension MediaPredicate {
    /// The condition with its text in NFC, if it is one on the letters or bytes of a path.
    fileprivate var onPath: MediaPredicate? {
        switch self {
        case .exactly(let property, let text) where [.path, .relativePath].contains(property):
            .exactly(property, text.normalizedNFC)
        case PathConditions.isUTF8: self
        default: nil
        }
    }

    /// The predicate with others in place of its conditions.
    func replacingConditions(
        _ replacement: (MediaPredicate) throws -> MediaPredicate
    ) rethrows -> MediaPredicate {
        switch self {
        case .all(let parts): .all(try parts.map { try $0.replacingConditions(replacement) })
        case .any(let parts): .any(try parts.map { try $0.replacingConditions(replacement) })
        case .not(let part): .not(try part.replacingConditions(replacement))
        default: try replacement(self)
        }
    }
}

/// A root whose items are read by path before those of the next one.
///
/// PostgreSQL finds the order of folders in an index only within one root. SQLite needs no help.
struct PathRoot {
    let id: Int64
    /// Whether the page before ended in it.
    let isOfAnchor: Bool

    /// How many of the first terms of an order by path are columns of roots.
    static let terms = 2

    /// The roots that the viewer sees, in an order by path, beginning with that of an anchor.
    static func all(
        in order: QueryOrder, after anchor: [SQLValue]?, for viewer: Viewer, _ database: Connection
    ) throws -> [PathRoot] {
        let terms = Array(order.terms.prefix(Self.terms))
        let values = anchor.map { Array($0.prefix(Self.terms)) }
        let isOfAnchor = values.map { allOf(zip(terms, $0).map { $0.isEqual(to: $1) }) } ?? "false"
        let isAfter = values.map { QueryOrder.isAfter($0, in: terms) } ?? "true"
        return try Row.fetchAll(
            database,
            literal: """
                SELECT id, \(.flag(isOfAnchor)) FROM roots
                WHERE ((\(isOfAnchor)) OR (\(isAfter))) AND \(sql: viewer.opens("id"))
                ORDER BY \(QueryOrder.list(terms))
                """
        ).map { PathRoot(id: $0[0], isOfAnchor: $0[1]) }
    }
}
