internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithStore

/// The files of a library by the ends of their paths. It is made when it is needed, and takes 32 bytes a
/// file.
struct FileSuffixes {
    private var pairs: [Key]
    private var names: [Key]

    private struct Key: Comparable {
        var hash: Int
        var file: Int64

        static func < (left: Self, right: Self) -> Bool {
            (left.hash, left.file) < (right.hash, right.file)
        }
    }

    init(_ viewer: Viewer, _ database: Connection) throws {
        (pairs, names) = ([], [])
        let files = try Projection { column in
            (
                folder: column("folders.id") as Int64, path: column.filePath(),
                id: column("files.id") as Int64
            )
        }.fetchCursor(
            database,
            from: """
                roots JOIN folders ON folders.root_id = roots.id
                JOIN files ON files.folder_id = folders.id
                WHERE roots.is_removed = 0 AND files.is_missing = 0
                AND \(sql: viewer.opens("roots.id"))
                """)
        var folder: (id: Int64, key: String) = (0, "")
        while let file = try files.next() {
            if file.folder != folder.id {
                folder = (file.folder, PathKey.key(file.path.parent.lastComponent))
            }
            let name = PathKey.key(file.path.lastComponent)
            pairs.append(Key(hash: Self.hash(folder.key, name), file: file.id))
            names.append(Key(hash: Self.hash("", name), file: file.id))
        }
        pairs.sort()
        names.sort()
    }

    /// The files whose names, with those of their folders, are the last two of a path; else those whose names
    /// are the last one.
    func files(endingAs path: MediaPath) -> (files: [Int64], areInSuchFolder: Bool) {
        let name = PathKey.key(path.lastComponent)
        let parent = path.parent.lastComponent
        if !parent.bytes.isEmpty {
            let found = Self.find(Self.hash(PathKey.key(parent), name), in: pairs)
            if !found.isEmpty { return (found, true) }
        }
        return (Self.find(Self.hash("", name), in: names), false)
    }

    private static func hash(_ folder: String, _ name: String) -> Int {
        var hasher = Hasher()
        hasher.combine(folder)
        hasher.combine(name)
        return hasher.finalize()
    }

    private static func find(_ hash: Int, in keys: [Key]) -> [Int64] {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle].hash < hash { low = middle + 1 } else { high = middle }
        }
        return keys[low...].prefix { $0.hash == hash }.map(\.file)
    }
}

/// How names are compared that may be the same: in NFC, without case.
enum PathKey {
    static func key(_ path: MediaPath) -> String {
        path.bytes.allSatisfy { $0 < 0x80 }
            ? path.description.asciiLowercased : path.description.normalizedNFC.lowercased()
    }
}

/// The items of one folder by the names of their files.
struct FolderContents {
    struct Item {
        var id: Int64
        /// Whether lists leave it out.
        var isHidden: Bool
        /// Whether the item is the whole file, not a track of a cue sheet.
        var isWholeFile: Bool
        var isFileMissing: Bool

        init(_ column: inout Columns) {
            id = column("items.id")
            isHidden = column("items.is_missing")
            isWholeFile = column("items.start_time IS NULL")
            isFileMissing = column("files.is_missing")
        }

        /// Whether it can be played, in lists or not.
        var isThere: Bool { !isHidden || isWholeFile && !isFileMissing }
    }

    var exact: [MediaPath: [Item]] = [:]

    init(of folder: Int64, _ database: Connection) throws {
        let rows = try Projection { column in
            (name: column("files.name") as MediaPath, item: Item(&column))
        }.fetchCursor(
            database,
            from: """
                files JOIN items ON items.file_id = files.id WHERE files.folder_id = \(folder)
                ORDER BY items.start_time NULLS FIRST, items.id
                """, cached: true)
        while let row = try rows.next() { exact[row.name, default: []].append(row.item) }
    }
}
