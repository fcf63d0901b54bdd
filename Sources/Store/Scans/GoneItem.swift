internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

/// An item whose file the last look found gone.
package struct GoneItem: Hashable, Sendable {
    package var id: MediaItemID
    /// Where the file was, absolute.
    package var path: MediaPath
    /// The root that it was under, absolute.
    package var root: MediaPath
    /// Whether another file is there now, so that it cannot come back to its place.
    package var isDisplaced: Bool
    /// Whether a scan found the file gone; else its root is not available.
    package var isHidden: Bool
    package var title: String?
    package var artist: String?
    /// 0 to 5, the highest of all users; `nil` if none gave one.
    package var rating: Int?
    /// How often all users played the item to its end.
    package var playCount: Int
    /// Whether any user has values of it.
    package var hasUserValues: Bool
    /// A present item with the same sound.
    package var copy: Copy?
    /// Whether the file that is in its place now, or was last, is on another disk.
    package var isDisplacedByOtherDisk: Bool
    /// The number of the file system that the file was on.
    package var device: Int
    /// Whether a scan found that the file was no longer on its disk; else its root was removed before one could, or a
    /// file of another disk came to its place.
    package var wasFoundGone: Bool
    /// Whether at least half of its folder or album went when it did.
    package var wentWithOthers = false

    /// A present item with the sound of one that is gone.
    package struct Copy: Hashable, Sendable {
        package var id: MediaItemID
        /// Whether any user has values of it.
        package var hasUserValues: Bool
    }
}

extension GoneItemStore {
    /// The items whose files are gone, by path.
    ///
    /// - Parameter root: The root whose items are wanted, with those whose files were not found gone; `nil` for all roots.
    package func all(in root: MediaPath? = nil) throws -> [GoneItem] {
        let isWanted: SQL =
            root.map { "roots.path = \($0.data)" }
            ?? "items.is_missing = 1 AND files.is_missing = 1"
        return try read { database in
            let rows = try Row.fetchAll(
                database,
                literal: """
                    SELECT items.id, roots.path, folders.path, files.name, displaced <> 0, title, artist,
                        (SELECT max(rating) FROM user_values WHERE item_id = items.id),
                        (SELECT coalesce(sum(play_count), 0) FROM user_values WHERE item_id = items.id),
                        files.is_missing, EXISTS (SELECT 1 FROM user_values WHERE item_id = items.id),
                        \(Self.copy(for: viewer(database))),
                        displaced <> 0 AND EXISTS (SELECT 1 FROM files AS here
                            WHERE here.folder_id = files.folder_id AND here.name_key = files.name_key
                                AND here.name = files.name AND here.displaced = 0
                                AND here.device <> files.device),
                        folder_id, album_id, gone_at, device
                    FROM items JOIN files ON files.id = file_id JOIN folders ON folders.id = folder_id
                    JOIN roots ON roots.id = root_id
                    WHERE \(isWanted) AND \(sql: viewer(database).opens("root_id"))
                    ORDER BY roots.path, folders.path, files.name, items.id
                    """)
            let withOthers = try Self.wentWithOthers(
                rows.map { Going(id: $0[0], folder: $0[13], album: $0[14], time: $0[15]) }, database
            )
            let valued = try Self.withUserValues(rows.compactMap { $0[11] }, database)
            return rows.map { row in
                let root = MediaPath(data: row[1])
                var item = GoneItem(
                    id: MediaItemID(row[0] as Int64),
                    path: root.appending(MediaPath(data: row[2]))
                        .appending(MediaPath(data: row[3])),
                    root: root, isDisplaced: row[4], isHidden: row[9], title: row[5],
                    artist: row[6], rating: row[7], playCount: row[8], hasUserValues: row[10],
                    isDisplacedByOtherDisk: row[12], device: row[16],
                    wasFoundGone: (row[15] as Int64?) != nil)
                item.copy = (row[11] as Int64?).map {
                    GoneItem.Copy(id: MediaItemID($0), hasUserValues: valued.contains($0))
                }
                item.wentWithOthers = withOthers.contains(row[0])
                return item
            }
        }
    }

    /// Selects the present item with the sound of an item, that of the same name before others.
    private static func copy(for viewer: Viewer) -> SQL {
        func copy(_ condition: SQL) -> SQL {
            """
            (SELECT same.id FROM files AS copy JOIN items AS same ON same.file_id = copy.id
                JOIN folders AS place ON place.id = copy.folder_id JOIN roots AS home ON home.id = place.root_id
                WHERE copy.signature = files.signature AND copy.id <> files.id AND copy.is_missing = 0
                    AND (same.is_missing = 0 OR same.is_superseded = 1)
                    AND coalesce(same.sheet_track, -1) = coalesce(items.sheet_track, -1)
                    AND home.is_available = 1 AND home.is_removed = 0
                    AND \(sql: viewer.opens("home.id")) AND \(condition)
                ORDER BY same.id LIMIT 1)
            """
        }
        return "coalesce(\(copy("copy.name = files.name")), \(copy("true")))"
    }

    private static func withUserValues(_ items: [Int64], _ database: Connection) throws -> Set<
        Int64
    > {
        Set(
            try Int64.fetchAll(
                database,
                literal: "SELECT DISTINCT item_id FROM user_values WHERE item_id IN \(.ids(items))")
        )
    }

    /// An item that went, with where it was and when.
    private struct Going {
        var id: Int64
        var folder: Int64?
        var album: Int64?
        var time: Int64?
    }

    /// The items with which at least half of the items in their folder or album went: a deletion by the user, or
    /// a disk of which nothing else shows that it is away, such as one of several that are mounted as one.
    private static func wentWithOthers(_ items: [Going], _ database: Connection) throws -> Set<
        Int64
    > {
        var found: Set<Int64> = []
        func find(_ group: KeyPath<Going, Int64?>, _ present: SQL) throws {
            let groups = Dictionary(grouping: items.filter { $0.time != nil }) {
                $0[keyPath: group]
            }
            let counts = try Row.fetchAll(
                database,
                literal: "\(present) IN \(.ids(groups.keys.compactMap(\.self))) GROUP BY 1"
            ).reduce(into: [Int64: Int]()) { $0[$1[0]] = $1[1] }
            for case (let key?, let items) in groups {
                for (time, together) in Dictionary(grouping: items, by: { $0.time ?? 0 }) {
                    let later = items.count { $0.time ?? 0 > time }
                    let before = counts[key, default: 0] + together.count + later
                    if together.count > 1, 2 * together.count >= before {
                        found.formUnion(together.map(\.id))
                    }
                }
            }
        }
        try find(
            \.folder,
            """
            SELECT folder_id, count(*) FROM items JOIN files ON files.id = file_id
            WHERE items.is_missing = 0 AND folder_id
            """)
        try find(
            \.album, "SELECT album_id, count(*) FROM items WHERE is_missing = 0 AND album_id")
        return found
    }
}
