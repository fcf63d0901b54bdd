internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithStore

extension ItemStore {
    /// Calls back with each group of items that are the same; the groups with the largest files come first.
    ///
    /// Items whose files are gone are not compared. All of it is one moment's state of the library.
    ///
    /// - Throws: ``CatalogError``, and whatever `body` throws, which ends the reading.
    package func forEachDuplicateGroup(
        by criterion: DuplicateGroup.Criterion, _ body: (DuplicateGroup) throws -> Void
    ) throws {
        try read { database in
            let viewer = try viewer(database)
            let reader = try ItemReader(viewer, database, artworkPreference)
            let groups = try String.fetchCursor(
                database, literal: criterion.groups(seenBy: viewer))
            while let ids = try groups.next() {
                let ids = ids.split(separator: ",").compactMap { Int64($0) }
                let storages = try storages(ofItems: ids, database)
                let members = try reader.items(ids).map {
                    DuplicateGroup.Member(
                        $0,
                        storage: storages[$0.persistentID.rawValue] ?? .init(device: 0, inode: 0))
                }
                if members.count > 1 { try body(DuplicateGroup(members)) }
            }
        }
    }

    private func storages(
        ofItems ids: [Int64], _ database: Connection
    ) throws -> [Int64: DuplicateGroup.Member.Storage] {
        let rows = try Row.fetchAll(
            database,
            literal: """
                SELECT items.id, device, inode FROM items JOIN files ON files.id = file_id
                WHERE items.id IN \(.ids(ids))
                """, cached: true)
        return Dictionary(
            uniqueKeysWithValues: rows.map { ($0[0], .init(device: $0[1], inode: $0[2])) })
    }
}

extension DuplicateGroup.Criterion {
    /// A row a group: the ids of its items with commas between them.
    fileprivate func groups(seenBy viewer: Viewer) -> SQL {
        let seen: SQL = "items.is_missing = 0 AND \(sql: viewer.sees())"
        let groups: SQL = "HAVING count(*) > 1 ORDER BY sum(size) - max(size) DESC, min(id)"
        switch self {
        case .audio:
            // The tracks of a cue sheet have no audio data of their own.
            return """
                SELECT \(.list(of: "id")) FROM (
                    SELECT items.id, signature, file_size AS size FROM files
                    JOIN items ON file_id = files.id
                    WHERE signature IS NOT NULL AND start_time IS NULL AND \(seen)) AS sounds
                GROUP BY signature \(groups)
                """
        case .tags:
            // Where a duration is farther from the one before it, the next group begins.
            return """
                WITH compared AS (
                    SELECT items.id, title_folded AS title, duration,
                        CASE WHEN start_time IS NULL THEN file_size ELSE 0 END AS size,
                        coalesce(artist_folded, artist_names.name_folded) AS artist,
                        video_codec IS NULL AS is_audio
                    FROM items JOIN artist_names ON artist_names.id = artist_name_id
                    WHERE title_folded IS NOT NULL AND duration IS NOT NULL AND \(seen)),
                measured AS (
                    SELECT *, CASE WHEN duration - lag(duration) OVER same
                        > \(DuplicateGroup.toleratedDifference) THEN 1 ELSE 0 END AS is_apart
                    FROM compared
                    WINDOW same AS (PARTITION BY title, artist, is_audio ORDER BY duration, id)),
                numbered AS (
                    SELECT *, sum(is_apart) OVER (
                        PARTITION BY title, artist, is_audio ORDER BY duration, id) AS number
                        FROM measured)
                SELECT \(.list(of: "id")) FROM numbered
                GROUP BY title, artist, is_audio, number \(groups)
                """
        }
    }
}
