import FoundationEssentials
internal import PhonolithDatabase
import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// The user says that the files of a root are in another folder now.

/// The outcome for the items of a root that was moved.
package struct RootMove: Hashable, Sendable {
    /// Items that are expected at the same place below the new folder; the next scan looks whether they are there.
    package var moved = 0
    /// Items that the library had in the new folder, too, and that are one item with those now.
    package var joined = 0
    /// Files in whose place another file is, by their old paths; their items are hidden.
    package var conflicts: [MediaPath] = []

    package init() {}
}

extension RootStore {
    /// Makes the items of a root those of another folder. They keep their ids and all that is the user's.
    ///
    /// Neither folder is looked at. Where the library knows files in the new folder, those with the same place in it,
    /// the same audio or the same place in an album become one with the old ones, which give their ids. Each transaction
    /// joins some of them, so that other writers wait only briefly; where the program is ended before the last one,
    /// moving the root again continues.
    ///
    /// - Parameter old: A root, or one that was removed.
    /// - Returns: `nil` if there is no such root.
    package func move(_ old: MediaPath, to new: MediaPath) throws -> RootMove? {
        let begun = try write { database -> (merge: RootMerge, newID: Int64?)? in
            guard
                let row = try Row.fetchOne(
                    database,
                    literal: "SELECT id, kind, is_removed FROM roots WHERE path = \(old.data)")
            else { return nil }
            var merge = RootMerge(old: old, oldID: row[0], new: new, wasRemoved: row[2])
            guard try knowsFolders(inside: new, database) else {
                try merge.rename(database)
                return (merge, nil)
            }
            let kind = (row[1] as String?).flatMap(LibraryRoot.Kind.init)
            let newKind = try self.kind(ofRootAt: new, database) ?? kind
            return (merge, try merge.addRoot(kind: newKind, catalog, database))
        }
        guard let begun else { return nil }
        var merge = begun.merge
        // Files joined before a transaction that fails stay joined, and have their closing steps as well.
        let outcome = Result {
            guard let newID = begun.newID else { return }
            try merge.join(newID, in: catalog)
            try write { try merge.moveRest(to: newID, $0) }
        }
        let closing = Result {
            try catalog.scans.finish(ScanWriter.Changes())
            try catalog.playlistFiles.resolvePlaylistEntries()
            try catalog.playlistEntries.settle(lookingForCopies: true)
        }
        try outcome.get()
        try closing.get()
        return merge.result
    }

    /// Whether a root can be in another folder: one of its files is at its place there, or the library knows files
    /// there. Asks the disk. Blocks its thread.
    ///
    /// - Parameter old: A root, or one that was removed.
    /// - Returns: `nil` if there is no such root.
    package func isRoot(_ old: MediaPath, movableTo new: MediaPath) throws -> Bool? {
        try read { database in
            let root = try Int64.fetchOne(
                database, literal: "SELECT id FROM roots WHERE path = \(old.data)")
            guard let root else { return nil }
            if try knowsFolders(inside: new, database) { return true }
            let files = try Projection { column in
                (column("folders.path") as MediaPath).appending(column("name"))
            }.fetchCursor(
                database,
                from: """
                    folders JOIN files ON folder_id = folders.id
                    WHERE root_id = \(root) AND displaced = 0
                    """)
            var isEmpty = true
            while let file = try files.next() {
                if new.appending(file).status != nil { return true }
                isEmpty = false
            }
            return isEmpty
        }
    }

    private func kind(
        ofRootAt path: MediaPath, _ database: Connection
    ) throws -> LibraryRoot.Kind? {
        try String.fetchOne(
            database, literal: "SELECT kind FROM roots WHERE path = \(path.data)"
        ).flatMap(LibraryRoot.Kind.init)
    }

    private func knowsFolders(inside path: MediaPath, _ database: Connection) throws -> Bool {
        let rows = try Row.fetchCursor(
            database,
            literal: """
                SELECT roots.path, folders.path FROM roots
                LEFT JOIN folders ON root_id = roots.id
                """)
        while let row = try rows.next() {
            let root: MediaPath = row[0]
            if root == path { return true }
            let folder = (row[1] as MediaPath?).map { root.appending($0) }
            if let folder, folder.isInside(path) { return true }
        }
        return false
    }
}
