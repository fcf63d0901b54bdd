import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithIdentity
import PhonolithMediaModel
import PhonolithStore

/// Writes one batch of a scan, within a transaction. The changes of each file become rows first, and then each table
/// is written once.
struct BatchWriter {
    let catalog: Catalog
    let root: MediaRootID
    /// The scan that compares new files with those that went; `nil` if the library cannot know them.
    let scan: ScanID?
    /// The date added of new items.
    let now: Date
    let database: Connection
    private(set) var counts = ScanWriter.Counts()
    private(set) var changes = ScanWriter.Changes()
    /// Words that the vocabulary did not have.
    var newWords: Set<String> = []

    // The rows to be written.
    private var nextItem: Int64
    private(set) var entries: [ItemEntry] = []
    /// Files whose rows another file displaces.
    private var displaced: [Int64] = []
    /// Files in which there is nothing to list any more.
    private var hiddenFiles: [Int64] = []
    /// Tracks that their sheet does not have any more.
    private var droppedTracks: [Int64] = []
    /// Known files that have their first item now, and may be files that went from elsewhere.
    private var unsettledFiles: [Int64] = []
    /// Known files whose tracks are all new.
    private var newImages: [Int64] = []

    init(
        _ catalog: Catalog, _ root: MediaRootID, _ scan: ScanID?, now: Date,
        _ database: Connection
    ) throws {
        (self.catalog, self.root, self.scan, self.now) = (catalog, root, scan, now)
        self.database = database
        nextItem = try database.nextID(in: "items")
    }

    mutating func write(_ batch: ScanBatch, _ vocabulary: SearchVocabulary) throws {
        let files = try FileRows(batch, root, scan, catalog.sortKeys, database)
        try plan(batch, files)
        let names = try NamedRows(
            for: entries.map(\.contents), root: root, catalog.sortKeys, database)
        var totals = try ItemTotals(ofFiles: batch.knownFiles, database)
        join(names, &totals)
        let changed = entries.filter { !$0.isNew }.map(\.id)
        let before = try CollectionsOfItems(changed, database)
        try totals.updating(database) {
            try displaceFiles()
            try files.write()
            try unsettleFiles()
            try GoneItemStore.hideItems(ofFiles: hiddenFiles, database)
            try supersede(droppedTracks)
            try deleteDetails(of: changed)
            try writeItems(names)
            try writeIdentifiers()
            try writeTexts()
            try writeDetails()
            try writeTags()
            try writeCredits()
            try writeGenres(names)
            try writeChapters()
            try writeArtworks(names)
            try catalog.goneItems.showItems(ofFiles: batch.returned, database)
        }
        changes.moves.note(from: before, to: try CollectionsOfItems(changed, database))
        try GoneItemStore.markAlbumsOutdated(totals.albums, database)
        try writeWords(vocabulary)
        try relocate(batch.relocated)
        try write(batch.folderPictures, files)
        try database.noteID(nextItem - 1, in: "items")
        changes.files = batch.files.count
    }

    /// Notes the names of items, the albums that they join now, and the new items without one.
    private func join(_ names: NamedRows, _ totals: inout ItemTotals) {
        for entry in entries {
            entry.credits = names.credits(of: entry.contents)
            if let album = names.album(of: entry.contents) {
                totals.albums.insert(album)
            } else {
                totals.items.insert(entry.id)
            }
        }
    }
}

// MARK: - What happens to files

extension BatchWriter {
    private mutating func plan(_ batch: ScanBatch, _ files: FileRows) throws {
        let known = try KnownItems(ofFiles: batch.files.compactMap(\.knownID), database)
        for (file, row) in zip(batch.files, files.rows) {
            plan(row.change, file, row.id, known)
        }
    }

    private mutating func plan(
        _ change: FileChange, _ file: ScannedFile, _ id: Int64, _ known: KnownItems
    ) {
        switch change {
        case .new(let contents):
            counts.added += 1
            addItem(contents, of: file, id, known: nil)
        case .changed(let kept, let contents): planChanged(contents, file, kept, known)
        case .unreadable(let kept): planUnreadable(file, kept)
        case .split(let kept, let contents, let tracks):
            planSplit(contents, tracks, file, id, known.items(of: kept))
        case .replaced(let old, let change):
            displaced.append(old)
            plan(change, file, id, known)
        }
    }

    private mutating func planChanged(
        _ contents: ItemContents, _ file: ScannedFile, _ id: Int64, _ known: KnownItems
    ) {
        let items = known.items(of: id)
        let own = items.first { $0.track == nil }
        if own == nil {
            counts.added += 1
            unsettledFiles.append(id)
        } else {
            counts.changed += 1
        }
        addItem(contents, of: file, id, known: own)
        droppedTracks += items.filter(\.isShownTrack).map(\.id)
    }

    /// A file that the system refuses to show is not gone; a file that turns out not to be media is.
    private mutating func planUnreadable(_ file: ScannedFile, _ known: Int64?) {
        counts.unreadable += 1
        if let known, !file.stamp.isOfUnknownContent { hiddenFiles.append(known) }
    }

    /// Tracks are recognized by ``SheetTrackMatching``.
    private mutating func planSplit(
        _ contents: ItemContents, _ tracks: [ScannedTrack], _ file: ScannedFile, _ id: Int64,
        _ items: [KnownItems.Item]
    ) {
        let own = items.first { $0.track == nil }
        if own == nil, file.knownID == id { unsettledFiles.append(id) }
        addItem(contents, of: file, id, known: own, isSuperseded: true)
        var left = Set(items.filter(\.isShownTrack).map(\.id))
        let known = items.filter { $0.track != nil }
        let found = SheetTrackMatching.items(
            of: tracks.map(\.sheetTrack), among: known.map(\.sheetTrack))
        for (place, track) in tracks.enumerated() {
            let old = known.first { $0.id == found[place] }
            if let old { left.remove(old.id) }
            if old == nil { counts.added += 1 } else { counts.changed += 1 }
            // A track was added when its file was.
            addItem(
                track.contents, of: file, id, known: old, track: track, added: own?.dateAdded)
        }
        droppedTracks += left.sorted()
        if own != nil, found.isEmpty, file.knownID == id { newImages.append(id) }
    }

    private mutating func addItem(
        _ contents: ItemContents, of file: ScannedFile, _ fileID: Int64,
        known: KnownItems.Item?, track: ScannedTrack? = nil, isSuperseded: Bool = false,
        added: Date? = nil
    ) {
        entries.append(
            ItemEntry(
                id: known?.id ?? nextItem, isNew: known == nil, of: file, fileID, contents,
                track: track, isSuperseded: isSuperseded, dateAdded: added ?? now))
        if known == nil { nextItem += 1 }
    }

    /// Makes room at the paths of files that went from there, or were overwritten.
    private func displaceFiles() throws {
        for file in displaced {
            let isUnseen = try Bool.fetchOne(
                database.cachedStatement(
                    literal: """
                        SELECT scan_id IS NOT NULL AND NOT \(FileStore.userValues)
                        FROM files WHERE id = \(file)
                        """))
            if isUnseen == true {
                try GoneItemStore.forgetFile(file, database)
                continue
            }
            // A file that was gone before cannot be the one that is there now.
            try database.cachedStatement(
                literal: """
                    UPDATE files SET displaced = id, is_missing = 1,
                        scan_id = CASE is_missing WHEN 0 THEN CAST(\(scan?.rawValue) AS bigint) END
                    WHERE id = \(file)
                    """
            ).execute()
            try GoneItemStore.hideItems(ofFiles: [file], database)
        }
    }

    private func unsettleFiles() throws {
        guard let scan else { return }
        try unsettle(unsettledFiles, in: scan)
        // The tracks may be those of another encoding that went. A file that the user did something with stays itself.
        try unsettle(newImages, where: "NOT \(FileStore.userValues)", in: scan)
    }

    private func unsettle(
        _ files: [Int64], where condition: SQL = "true", in scan: ScanID
    ) throws {
        if files.isEmpty { return }
        try database.cachedStatement(
            literal: """
                UPDATE files SET scan_id = \(scan.rawValue)
                WHERE id IN \(.ids(files)) AND \(condition)
                """
        ).execute()
    }

    /// Hides items that others replace in lists.
    private func supersede(_ items: [Int64]) throws {
        if items.isEmpty { return }
        try SearchTable.items.remove(items, database)
        try database.cachedStatement(
            literal: """
                UPDATE items SET is_missing = 1, is_superseded = 1
                WHERE id IN \(.ids(items))
                """
        ).execute()
    }

    private func relocate(_ files: [Int64: FileStamp]) throws {
        for (file, stamp) in files {
            try database.cachedStatement(
                literal: """
                    UPDATE files SET device = \(stamp.device), inode = \(stamp.inode),
                        link_device = \(stamp.linkDevice)
                    WHERE id = \(file)
                    """
            ).execute()
        }
    }

    mutating func note(unusedArtworks: [Int64]) { changes.artworks.formUnion(unusedArtworks) }
}
