import FoundationEssentials
import Glibc
internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// The rows of `files` and `folders` that a batch writes.
struct FileRows {
    /// A row of `files`. A class, because copies would cost as much as to bind the values.
    final class Row {
        let id: Int64
        let change: FileChange
        let file: ScannedFile

        init(id: Int64, change: FileChange, file: ScannedFile) {
            (self.id, self.change, self.file) = (id, change, file)
        }
    }

    /// In the order of the batch.
    let rows: [Row]
    private let folders: [Data: Int64]
    private let scan: ScanID?
    private let database: Connection

    /// Finds or makes the folders, and gives new files their ids.
    init(
        _ batch: ScanBatch, _ root: MediaRootID, _ scan: ScanID?, _ sortKeys: SortKeyMaker,
        _ database: Connection
    ) throws {
        (self.scan, self.database) = (scan, database)
        var paths: [Data: () -> [(any SQLConvertible)?]] = [:]
        let holding = batch.files.map(\.folder) + batch.folderPictures.map(\.path)
        for path in Self.withFoldersAbove(Set(holding)) {
            paths[path.data] = { [SortKeyMaker.key(for: path), path.foldedAsBeginning] }
        }
        let table = LookupTable(
            name: "folders", key: "path", columns: ["path_key", "path_folded"],
            scope: ("root_id", root.rawValue))
        folders = try table.ids(
            of: paths, sortedBy: { $0.lexicographicallyPrecedes($1) }, database)
        var next = 1 + (try Int64.fetchOne(database, literal: "SELECT max(id) FROM files") ?? 0)
        rows = batch.files.map { file in
            let change = FileChange(file)
            let id = change.keptFile ?? next
            if id == next { next += 1 }
            return Row(id: id, change: change, file: file)
        }
    }

    /// Folders above others have rows too, so that the library can be browsed from its roots down.
    private static func withFoldersAbove(_ folders: Set<MediaPath>) -> Set<MediaPath> {
        var all = folders
        for folder in folders {
            var path = folder
            while !path.bytes.isEmpty {
                path = path.parent
                if !all.insert(path).inserted { break }
            }
        }
        return all
    }

    /// The row of a folder of the batch.
    func folder(_ path: MediaPath) -> Int64? { folders[path.data] }

    private static let columns = [
        "id", "folder_id", "name", "name_key", "name_folded", "size", "modified", "changed",
        "lyrics_modified", "sheets_state", "device", "inode", "link_device", "read_at", "signature",
        "problem", "scan_id",
    ]

    /// A file that is read again keeps what the scan that found it has still to compare.
    private static let conflict =
        "(id) DO UPDATE SET is_missing = 0, gone_at = NULL, "
        + columns.filter { $0 != "id" && $0 != "scan_id" }.map { "\($0) = excluded.\($0)" }
        .joined(separator: ", ")

    func write() throws {
        try write(rows.filter { $0.change.keptFile == nil })
        try write(rows.filter { $0.change.keptFile != nil }, onConflict: Self.conflict)
    }

    private func write(_ rows: [Row], onConflict conflict: String = "") throws {
        try Insertion.insert(rows, into: "files", Self.columns, onConflict: conflict, database) {
            row, insertion in
            let (file, stamp) = (row.file, row.file.stamp)
            insertion.bind(row.id)
            insertion.bind(folder(file.folder))
            insertion.bind(file.name.bytes)
            insertion.bind(file.nameKey)
            insertion.bind(file.nameFolded)
            insertion.bind(stamp.size)
            insertion.bind(stamp.modified)
            insertion.bind(stamp.changed)
            insertion.bind(stamp.lyricsModified)
            insertion.bind(stamp.sheetsState)
            insertion.bind(stamp.device)
            insertion.bind(stamp.inode)
            insertion.bind(stamp.linkDevice)
            insertion.bind(file.readAt)
            insertion.bind(file.signature?.stored)
            insertion.bind(file.problem)
            insertion.bind(scan?.rawValue)
        }
    }
}
