import FoundationEssentials
internal import PhonolithDatabase
package import PhonolithIdentity
import PhonolithMediaModel
package import PhonolithStore

/// Ends the comparing of a scan: files that went are hidden, files that were found again get their old items with all
/// that is the user's, and the files of the scan are settled.
///
/// Each transaction has some of them, so that other writers wait only briefly. Joined files are settled at once: where
/// the program is ended between two transactions, the next scan of the root compares only what is left.
package struct FileReconciliation {
    private let scan: ScanID?
    private let gone: [FileStore.Gone]
    /// Files that were found again.
    private let matches: [FileMatch]
    /// Files that take the place of others that went, when those are found that moved themselves.
    private let heirs: [FileMatch]
    /// Files that are tracks of images that went.
    private let parts: [PartMatch]
    /// Files out of reach, and copies of them.
    private let copies: [FileMatch]
    /// The rows of files that those of other disks displaced: they are hidden, but not gone.
    package var away: Set<Int64> = []
    /// The time that is noted of all files that went.
    private let time = Int(Date.now.timeIntervalSince1970)
    private(set) var counts = Counts()
    private var albums = AlbumContinuity()

    /// The outcome for the files.
    package struct Counts: Hashable, Sendable {
        /// Items that are elsewhere now.
        package var moved = 0
        /// Items that are where they were, with other content.
        package var changed = 0
        /// Items that are hidden now.
        package var missing = 0
        /// Items that were counted as new ones.
        package var notNew = 0

        package init() {}
    }

    /// Prepares what is to be written.
    package init(
        scan: ScanID, gone: [FileStore.Gone], matches: [FileMatch], parts: [PartMatch] = [],
        heirs: [FileMatch] = [], copies: [FileMatch] = []
    ) {
        (self.scan, self.gone, self.matches, self.parts) = (scan, gone, matches, parts)
        (self.heirs, self.copies) = (heirs, copies)
    }

    /// Prepares to give files their old items by ``join(_:in:)``, and nothing else.
    init() { (scan, gone, matches, parts, heirs, copies) = (nil, [], [], [], [], []) }

    /// Writes it. If the task is cancelled, the rest is left to the next scan, as if the program had ended.
    package mutating func write(to catalog: Catalog) throws -> Counts {
        let found = Set((matches + heirs).map(\.gone.fileID))
        let lost = gone.filter { !found.contains($0.fileID) }
        // From the last to the first: totals look for another first item whenever theirs is hidden.
        for some in lost.sorted(by: { $0.fileID > $1.fileID }).parts(of: Self.atOnce) {
            if Task.isCancelled { return counts }
            try catalog.write { try hide(some, $0) }
        }
        for some in Self.parts(of: matches) + Self.parts(of: heirs) {
            if Task.isCancelled { return counts }
            try catalog.write { try join(some, $0) }
        }
        for some in parts.parts(of: Self.atOnce) { try catalog.write { try join(some, $0) } }
        for some in copies.parts(of: Self.atOnce) { try catalog.write { try copy(some, $0) } }
        try catalog.write { database in
            try countHidden(database)
            try database.execute(
                literal: """
                    UPDATE files SET gone_at = \(time) WHERE scan_id = \(scan?.rawValue) AND is_missing = 1
                        AND id NOT IN \(.ids(Array(away)))
                    """)
            try database.execute(
                literal: """
                    DELETE FROM files WHERE scan_id = \(scan?.rawValue) AND is_missing = 1
                        AND NOT EXISTS (SELECT 1 FROM items WHERE file_id = files.id)
                    """)
        }
        if let scan { try catalog.files.settleFiles(of: scan) }
        return counts
    }

    /// Gives files their old items.
    mutating func join(_ matches: [FileMatch], in catalog: Catalog) throws {
        for some in Self.parts(of: matches) { try catalog.write { try join(some, $0) } }
    }

    /// How many files a transaction has; more where a folder has more.
    static let atOnce = 200

    /// Whole folders, so that an album is not halved where the program is ended between two parts.
    private static func parts(of matches: [FileMatch]) -> [[FileMatch]] {
        let folders = Dictionary(grouping: matches) { $0.gone.path.parent }.sorted {
            $0.key.bytes.lexicographicallyPrecedes($1.key.bytes)
        }
        var parts: [[FileMatch]] = [[]]
        for (_, matches) in folders {
            if parts[parts.count - 1].count >= atOnce { parts.append([]) }
            parts[parts.count - 1] += matches
        }
        // A folder may have a whole collection in it.
        return parts.flatMap { $0.parts(of: 10 * atOnce).map(Array.init) }
    }

    /// Files that were displaced by others, and were not found elsewhere.
    private mutating func countHidden(_ database: Connection) throws {
        counts.missing +=
            try Int.fetchOne(
                database,
                literal: """
                    SELECT count(*) FROM files JOIN items ON file_id = files.id
                    WHERE scan_id = \(scan?.rawValue) AND files.is_missing = 1 AND is_superseded = 0
                        AND files.id NOT IN \(.ids(Array(away)))
                    """) ?? 0
    }
}

// MARK: - What went

extension FileReconciliation {
    private mutating func hide(_ gone: ArraySlice<FileStore.Gone>, _ database: Connection) throws {
        let totals = try ItemTotals(ofFiles: gone.map(\.fileID), database)
        counts.missing += try totals.updating(database) {
            try forgetUnseen(gone, database)
            return try hideItems(gone, database)
        }
    }

    /// Deletes files that came and went while no scan finished, unless the user did something with them.
    private func forgetUnseen(_ gone: ArraySlice<FileStore.Gone>, _ database: Connection) throws {
        for file in gone {
            let isUnseen = try Bool.fetchOne(
                database.cachedStatement(
                    literal: """
                        SELECT scan_id IS NOT NULL AND is_missing = 0 AND displaced = 0
                            AND NOT \(FileStore.userValues)
                        FROM files WHERE id = \(file.fileID) AND folder_id = \(file.folderID)
                        """))
            guard isUnseen == true else { continue }
            try GoneItemStore.forgetFile(file.fileID, database)
        }
    }

    private func hideItems(_ gone: ArraySlice<FileStore.Gone>, _ database: Connection) throws -> Int
    {
        var hidden: [Int64] = []
        for file in gone {
            try database.cachedStatement(
                literal: """
                    UPDATE files SET is_missing = 1, gone_at = \(time)
                    WHERE id = \(file.fileID) AND folder_id = \(file.folderID) AND is_missing = 0
                    """
            ).execute()
            if database.changesCount > 0 { hidden.append(file.fileID) }
        }
        return try GoneItemStore.hideItems(ofFiles: hidden, database)
    }
}

// MARK: - What was found again

extension FileReconciliation {
    private mutating func join(_ matches: [FileMatch], _ database: Connection) throws {
        let files = matches.flatMap { [$0.gone.fileID, $0.new.fileID] }
        try ItemTotals(ofFiles: files, database).updating(database) {
            for match in matches where try areBothThere(match, database) {
                try adopt(match, database)
            }
            try albums.keep(database)
        }
    }

    private mutating func join(_ parts: ArraySlice<PartMatch>, _ database: Connection) throws {
        let tracks = parts.map(\.track)
        let justHidden =
            try Int.fetchOne(
                database,
                literal: """
                    SELECT count(*) FROM items WHERE id IN \(.ids(tracks))
                        AND file_id IN \(.ids(gone.map(\.fileID)))
                    """) ?? 0
        // An image that comes back has to be read again: it has no items of these tracks any more.
        try database.execute(
            literal: """
                UPDATE files SET modified = \(Int.min)
                WHERE id IN (SELECT file_id FROM items WHERE id IN \(.ids(tracks)))
                """)
        var totals = try ItemTotals(ofFiles: parts.map(\.new.fileID), database)
        try totals.add("id IN \(.ids(tracks))", database)
        try totals.updating(database) {
            for part in parts {
                guard let item = part.new.itemID else { continue }
                let merge = ItemMerge(kept: part.track, deleted: item, database: database)
                try albums.note(merge)
                try merge.run()
                try database.cachedStatement(
                    literal: "UPDATE files SET scan_id = NULL WHERE id = \(part.new.fileID)"
                ).execute()
            }
            try albums.keep(database)
        }
        counts.notNew += parts.count { !$0.new.isSettled }
        counts.moved += parts.count
        counts.missing -= justHidden
    }

    /// Gives copies what users have of the items of files that are out of reach.
    private func copy(_ copies: ArraySlice<FileMatch>, _ database: Connection) throws {
        for copy in copies where try areBothThere(copy, database) {
            let (old, new) = try items(of: copy, database)
            for pair in Self.pairs(of: new, among: old) {
                let original = pair.known.id
                try ItemInheritance(original: original, heir: pair.item.id, database: database)
                    .run()
            }
        }
    }

    private func items(
        of match: FileMatch, _ database: Connection
    ) throws -> (old: [KnownItems.Item], new: [KnownItems.Item]) {
        let files = [match.gone.fileID, match.new.fileID]
        let known = try KnownItems(ofFiles: files, database)
        return (known.items(of: files[0]), known.items(of: files[1]))
    }

    /// The items of a file, each with the one that it is of another file: the file's own, and those of tracks.
    private static func pairs(
        of items: [KnownItems.Item], among old: [KnownItems.Item]
    ) -> [(item: KnownItems.Item, known: KnownItems.Item)] {
        let tracks = SheetTrackMatching.items(
            of: items.map(\.sheetTrack), among: old.filter { $0.track != nil }.map(\.sheetTrack))
        return items.enumerated().compactMap { place, item in
            old.first {
                item.track == nil ? $0.track == nil : $0.id == tracks[place]
            }.map { (item, $0) }
        }
    }

    /// Another scan may have found the file that went, or replaced the one that came.
    private func areBothThere(_ match: FileMatch, _ database: Connection) throws -> Bool {
        let count = try Int.fetchOne(
            database.cachedStatement(
                literal:
                    "SELECT count(*) FROM files WHERE id IN (\(match.gone.fileID), \(match.new.fileID))"
            ))
        return count == 2
    }

    /// Gives a file that came the items of the one that it is, and forgets the row of that one.
    private mutating func adopt(_ match: FileMatch, _ database: Connection) throws {
        let (old, new) = try items(of: match, database)
        var shown = 0
        for (item, known) in Self.pairs(of: new, among: old) {
            let merge = ItemMerge(kept: known.id, deleted: item.id, database: database)
            try albums.note(merge)
            try merge.run()
            if !item.isSuperseded { shown += 1 }
        }
        if !match.new.isSettled { counts.notNew += shown }
        if !new.isEmpty {
            let count = max(1, shown)
            if match.isAtSamePath { counts.changed += count } else { counts.moved += count }
        }
        // Items that the file does not hold any more, or that cannot be read from it, are hidden and kept.
        try GoneItemStore.hideItems(ofFiles: [match.gone.fileID], database)
        try database.cachedStatement(
            literal: """
                UPDATE items SET file_id = \(match.new.fileID), is_superseded = \(.greater("is_superseded", "\(!new.isEmpty)"))
                WHERE file_id = \(match.gone.fileID)
                """
        ).execute()
        try database.cachedStatement(literal: "DELETE FROM files WHERE id = \(match.gone.fileID)")
            .execute()
        try database.cachedStatement(
            literal: "UPDATE files SET scan_id = NULL WHERE id = \(match.new.fileID)"
        ).execute()
    }
}
