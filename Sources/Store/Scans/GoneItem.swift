package import PhonolithDatabase
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
            let rows = try Going.projection(copy: Self.copy(for: viewer(database))).fetchAll(
                database,
                from: """
                    items JOIN files ON files.id = file_id JOIN folders ON folders.id = folder_id
                    JOIN roots ON roots.id = root_id
                    WHERE \(isWanted) AND \(sql: viewer(database).opens("root_id"))
                    ORDER BY roots.path, folders.path, files.name, items.id
                    """)
            let withOthers = try Self.wentWithOthers(rows, database)
            let valued = try Self.withUserValues(
                rows.compactMap { $0.item.copy?.id.rawValue }, database)
            return rows.map { row in
                var item = row.item
                if let copy = item.copy {
                    item.copy?.hasUserValues = valued.contains(copy.id.rawValue)
                }
                item.wentWithOthers = withOthers.contains(item.id.rawValue)
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

    private static func withUserValues(
        _ items: [Int64], _ database: Connection
    ) throws -> Set<Int64> {
        try Int64.fetchSet(
            database, literal: "SELECT item_id FROM user_values WHERE item_id IN \(.ids(items))")
    }

    /// An item that went, with where it was and when.
    package struct Going {
        var item: GoneItem
        var folder: Int64?
        var album: Int64?
        var time: Int64?

        /// - Parameter copy: Selects the present item with the sound of the one at hand.
        package static func projection(copy: SQL) -> Projection<Going> {
            Projection { column in
                let time: Int64? = column("gone_at AS time")
                var item = GoneItem(
                    id: column("items.id"), path: column.filePath(),
                    root: column("roots.path AS root"),
                    isDisplaced: column("displaced <> 0 AS is_displaced"),
                    isHidden: column("files.is_missing AS is_hidden"), title: column("title"),
                    artist: column("artist"),
                    rating: column(
                        "(SELECT max(rating) FROM user_values WHERE item_id = items.id) AS rating"),
                    playCount: column(
                        """
                        (SELECT coalesce(sum(play_count), 0) FROM user_values
                            WHERE item_id = items.id) AS play_count
                        """),
                    hasUserValues: column(
                        """
                        EXISTS (SELECT 1 FROM user_values WHERE item_id = items.id) AS has_user_values
                        """),
                    isDisplacedByOtherDisk: column(
                        """
                        displaced <> 0 AND EXISTS (SELECT 1 FROM files AS here
                            WHERE here.folder_id = files.folder_id AND here.name_key = files.name_key
                                AND here.name = files.name AND here.displaced = 0
                                AND here.device <> files.device) AS is_displaced_by_other_disk
                        """),
                    device: column("device"), wasFoundGone: time != nil)
                item.copy = (column("\(copy) AS copy") as MediaItemID?).map {
                    GoneItem.Copy(id: $0, hasUserValues: false)
                }
                return Going(
                    item: item, folder: column("folder_id"), album: column("album_id"), time: time)
            }
        }
    }

    /// The items with which at least half of the items in their folder or album went: a deletion by the user, or
    /// a disk of which nothing else shows that it is away, such as one of several that are mounted as one.
    private static func wentWithOthers(
        _ items: [Going], _ database: Connection
    ) throws -> Set<Int64> {
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
                        found.formUnion(together.map(\.item.id.rawValue))
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
