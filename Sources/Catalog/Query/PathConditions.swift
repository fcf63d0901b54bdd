import Foundation
internal import GRDB
import MediaModel

/// Replaces the conditions on the letters and bytes of paths, which SQLite cannot compare, by the ids of the items that
/// meet them.
struct PathConditions {
    private let predicates: [MediaPredicate]
    private let database: Database
    /// The conditions to replace, with texts in NFC.
    private var asked: Set<MediaPredicate> = []

    init(_ predicates: [MediaPredicate], _ database: Database) {
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

    /// The items that meet each condition; for ``isUTF8`` those that do not. One pass over all paths finds them.
    private func ids() throws -> [MediaPredicate: [MediaValue]] {
        var ids: [MediaPredicate: [MediaValue]] = [:]
        let texts = asked.compactMap {
            if case .exactly(_, let text) = $0 { text.folded } else { nil }
        }
        let list = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT items.id, roots.path, folders.path, files.name FROM files
                JOIN items ON items.file_id = files.id \(Self.places)
                WHERE \(Self.joined) IN (SELECT value FROM json_each(?1))
                    OR \(Self.joinedRelative) IN (SELECT value FROM json_each(?1))
                    OR (?2 AND instr(\(Self.joined), char(0xFFFD)) > 0)
                """, arguments: [list, asked.contains(Self.isUTF8)])
        while let row = try rows.next() {
            let relative = MediaPath(data: row[2]).appending(MediaPath(data: row[3]))
            let path = MediaPath(data: row[1]).appending(relative)
            var met: [MediaPredicate] = [
                .exactly(.path, path.description.normalizedNFC),
                .exactly(.relativePath, relative.description.normalizedNFC),
            ]
            if !path.isUTF8 { met.append(Self.isUTF8) }
            for condition in met where asked.contains(condition) {
                ids[condition, default: []].append(.integer(row[0]))
            }
        }
        return ids
    }

    /// Whether the path has no bytes beside its text.
    fileprivate static let isUTF8 = MediaPredicate.isMissing(.pathBase64)

    // MARK: - Folded paths

    private static let places =
        "JOIN folders ON folders.id = folder_id JOIN roots ON roots.id = root_id"
    private static let joined = "roots.path_folded || folders.path_folded || files.name_folded"
    // A text that is folded does not begin with a blank.
    private static let joinedRelative = "ltrim(folders.path_folded || files.name_folded)"

    /// What the path of the row of `items` at hand folds to.
    static let foldedPath = ofItem(joined)
    /// What the path below its root folds to.
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
