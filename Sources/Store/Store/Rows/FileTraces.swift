package import FoundationEssentials
package import PhonolithDatabase
package import PhonolithIdentity
import PhonolithMediaModel

extension FileTrace {
    /// The traces by which files are recognized. The item of a file is its own, whatever tracks a cue sheet finds in it.
    ///
    /// - Parameter hasUserValues: Whether the user did anything with them; to ask costs time for each file.
    package static func traces(
        _ database: Connection, _ tables: String, _ condition: SQL, hasUserValues: SQL = "false"
    ) throws -> [FileTrace] {
        var traces: [FileTrace] = []
        try forEachTrace(
            database, tables, condition, hasUserValues: hasUserValues
        ) { traces.append($0) }
        return traces
    }

    package static func forEachTrace(
        _ database: Connection, _ tables: String, _ condition: SQL, hasUserValues: SQL = "false",
        body: (FileTrace) throws -> Void
    ) throws {
        let rows = try projection(hasUserValues: hasUserValues).fetchCursor(
            database,
            from: """
                \(sql: tables) JOIN folders ON folders.id = folder_id
                JOIN roots ON roots.id = root_id \(sql: ItemRow.identifiers.join) WHERE \(condition)
                """, cached: true)
        while let trace = try rows.next() { try body(trace) }
    }

    package static func projection(hasUserValues: SQL) -> Projection<FileTrace> {
        Projection { FileTrace(&$0, hasUserValues: hasUserValues) }
    }

    private init(_ column: inout Columns, hasUserValues: SQL) {
        self.init(
            fileID: column("files.id AS file_id"), itemID: column("items.id AS item_id"),
            path: column.filePath(),
            stamp: FileStamp(
                size: column("size"), modified: column("modified"),
                changed: column("files.changed"),
                device: column("device"), inode: column("inode"), linkDevice: column("link_device"))
        )
        signature = AudioSignature(stored: column("signature"))
        musicBrainzTrackID = column("musicbrainz_track_id")
        title = column("title_folded")
        artist = (column("artist") as String?)?.folded
        albumTitle = (column("album_title") as String?)?.folded
        albumArtist = (column("coalesce(album_artist, artist) AS album_artist") as String?)?.folded
        discNumber = column("disc_number")
        trackNumber = column("track_number")
        duration = column("duration")
        isDisplaced = column("displaced <> 0 AND scan_id IS NOT NULL AS is_displaced")
        isSettled = column("scan_id IS NULL AS is_settled")
        isOfRemovedRoot = column("is_removed AS is_of_removed_root")
        self.hasUserValues = column("\(hasUserValues) AS has_user_values")
        displacingDevice = column(
            """
            CASE WHEN displaced <> 0 THEN (
                SELECT here.device FROM files AS here
                WHERE here.folder_id = files.folder_id AND here.name_key = files.name_key
                    AND here.name = files.name AND here.displaced = 0) END AS displacing_device
            """)
        let isVideo: Bool = column(
            "items.media_type & \(MediaType.anyVideo.rawValue) AS is_video")
        var video = Video()
        video.show = column("tv_show_folded")
        video.season = column("season_number")
        video.episode = column("episode_number")
        video.year = column("items.year")
        if isVideo { self.video = video }
        let titles: String? = column(
            """
            CASE WHEN items.is_superseded = 1 THEN (
                SELECT \(.joined("coalesce(title_folded, '')", by: "\u{1F}", in: "sheet_track")) FROM (
                    SELECT title_folded, sheet_track FROM items AS part
                    WHERE part.file_id = files.id AND part.sheet_track IS NOT NULL
                        AND part.is_superseded = 0
                    ORDER BY part.sheet_track) AS tracks) END AS sheet_titles
            """)
        sheetTitles = titles?.components(separatedBy: "\u{1F}") ?? []
    }
}

/// The library's data of the items of the files in a batch.
package struct KnownItems {
    /// An item of a file.
    package struct Item {
        package var dateAdded: Date
        /// By what it is recognized.
        package var sheetTrack: SheetTrack
        package var id: Int64 { sheetTrack.item }
        /// Its number in the cue sheet; `nil` for the file's own item.
        package var track: Int? { sheetTrack.number }
        package var isSuperseded: Bool { sheetTrack.isDropped }

        /// Whether lists show the track.
        package var isShownTrack: Bool { track != nil && !isSuperseded }
    }

    package static let projection = Projection { column in
        var track = SheetTrack(item: column("id"), number: column("sheet_track AS number"))
        track.isDropped = column("is_superseded AS is_dropped")
        track.title = column("title_folded")
        track.artist = (column("artist") as String?)?.folded
        track.isrc = column("isrc")
        track.startTime = column("start_time")
        track.duration = column("duration")
        track.albumTitle = (column("album_title") as String?)?.folded
        return (
            file: column("file_id") as Int64,
            item: Item(dateAdded: column("date_added"), sheetTrack: track)
        )
    }

    private var items: [Int64: [Item]] = [:]

    /// Reads the items of files.
    package init(ofFiles files: [Int64], _ database: Connection) throws {
        if files.isEmpty { return }
        let rows = try Self.projection.fetchCursor(
            database,
            from: """
                items LEFT JOIN item_identifiers ON item_id = id
                WHERE file_id IN \(.ids(files)) ORDER BY file_id, sheet_track, id
                """, cached: true)
        while let row = try rows.next() { items[row.file, default: []].append(row.item) }
    }

    /// The items of a file, its own first.
    package func items(of file: Int64?) -> [Item] { file.flatMap { items[$0] } ?? [] }
}
