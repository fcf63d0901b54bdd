package import PhonolithDatabase
package import PhonolithMediaModel
package import PhonolithStore

// Rules ask for other lists by their names: they must not ask for themselves, and follow a list that is renamed.

extension Catalog {
    /// Has the rules that ask for a list ask for it by its new name.
    package func renameInRules(
        _ old: String, to new: String, _ database: Connection
    ) throws {
        let rows = try Row.fetchAll(
            database,
            literal: "SELECT id, rule FROM playlists WHERE user_id = \(userID) AND rule IS NOT NULL"
        )
        for row in rows {
            // A rule of a later version that this one cannot parse stays as it is.
            guard let predicate = try? MediaPredicate(expression: row[1]) else { continue }
            let renamed = predicate.renamingPlaylist(old, to: new)
            guard renamed != predicate, let text = renamed.expression else { continue }
            try database.execute(
                literal: "UPDATE playlists SET rule = \(text) WHERE id = \(row[0] as Int64)")
        }
    }
}

extension SmartPlaylists {
    /// Whether a predicate asks for a list, by itself or by the rules of lists that it asks for.
    package func asks(_ predicate: MediaPredicate, for list: Int64) throws -> Bool {
        var seen: Set<Int64> = []
        return try asks(predicate, for: list, &seen)
    }

    /// The names of the smart playlists whose rules ask for a list by its name; not where another list has the
    /// same name.
    package func names(ofRulesAskingFor list: Int64) throws -> [String] {
        let name = try String.fetchOne(
            database, literal: "SELECT name FROM playlists WHERE id = \(list) AND user_id = \(user)"
        )
        guard let name, try lists(named: name) == [list] else { return [] }
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT name, rule FROM playlists WHERE user_id = \(user) AND rule IS NOT NULL
                AND id <> \(list)
                ORDER BY name_key, id
                """)
        return rows.compactMap { row in
            // A rule that a later version wrote may ask for anything; it finds nothing here.
            let predicate = try? MediaPredicate(expression: row[1])
            let asks = predicate?.playlistNames.contains { $0.folded == name.folded } ?? false
            return asks ? row[0] : nil
        }
    }

    private func asks(
        _ predicate: MediaPredicate, for list: Int64, _ seen: inout Set<Int64>
    ) throws -> Bool {
        for name in predicate.playlistNames {
            for id in try lists(named: name) {
                if id == list { return true }
                guard seen.insert(id).inserted, let rule = try rule(of: id) else { continue }
                if try asks(rule.predicate, for: list, &seen) { return true }
            }
        }
        return false
    }
}

extension MediaPredicate {
    /// The names of the playlists that are requested.
    package var playlistNames: [String] {
        switch self {
        case .inPlaylist(let name): [name]
        case .all(let parts), .any(let parts): parts.flatMap(\.playlistNames)
        case .not(let part): part.playlistNames
        default: []
        }
    }

    /// The predicate that asks for a list by its new name.
    fileprivate func renamingPlaylist(_ old: String, to new: String) -> MediaPredicate {
        switch self {
        case .inPlaylist(let name): .inPlaylist(name.folded == old.folded ? new : name)
        case .all(let parts): .all(parts.map { $0.renamingPlaylist(old, to: new) })
        case .any(let parts): .any(parts.map { $0.renamingPlaylist(old, to: new) })
        case .not(let part): .not(part.renamingPlaylist(old, to: new))
        default: self
        }
    }
}
