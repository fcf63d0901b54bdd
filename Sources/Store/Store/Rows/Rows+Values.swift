public import FoundationEssentials
public import PhonolithDatabase
public import PhonolithMediaModel

// Values of the domain as columns.

extension MediaPath: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .blob(data) }
    @usableFromInline package init(sqlValue: SQLValue) { self.init(data: Data(sqlValue: sqlValue)) }
    @usableFromInline package init(column: Int, of row: SelectedRow) {
        self.init(bytes: row.bytes(at: column))
    }
}

extension PersistentID: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .integer(rawValue) }
    @usableFromInline package init(sqlValue: SQLValue) { self.init(Int64(sqlValue: sqlValue)) }
    @usableFromInline package init(column: Int, of row: SelectedRow) {
        self.init(Int64(column: column, of: row))
    }
}

/// In whole seconds.
extension Date: SQLConvertible {
    @usableFromInline package var sqlValue: SQLValue { .integer(Int64(secondsSince1970)) }
    @usableFromInline package init(sqlValue: SQLValue) {
        self.init(secondsSince1970: Int(sqlValue: sqlValue))
    }
}

extension Columns {
    /// The absolute path of a file, of `files` with its folder and root.
    package mutating func filePath() -> MediaPath {
        let (root, folder): (MediaPath, MediaPath) = (self("roots.path"), self("folders.path"))
        return root.appending(folder).appending(self("files.name"))
    }
}

extension Insertion {
    /// Binds what a text folds to and its key.
    package mutating func bind(_ text: ItemKeys.Text?) {
        bind(text?.folded)
        bind(text?.key)
    }
}

extension MediaPath {
    /// The bytes with which all paths inside a folder begin; none for a root.
    package var prefixOfInside: [UInt8] { bytes.isEmpty ? [] : bytes + [0x2F] }

    /// The first path after all paths inside a folder, in byte order: `/` is the byte before `0`.
    ///
    /// Between a folder's own path and those inside it there may be folders beside it.
    package var endOfInside: MediaPath {
        // No name on disk begins with 256 bytes FF.
        bytes.isEmpty
            ? MediaPath(bytes: Array(repeating: 0xFF, count: 256))
            : MediaPath(bytes: bytes + [0x30])
    }
}

extension Collection<Int64> {
    /// A JSON array, for `json_each`: any number of ids as one argument.
    @inlinable
    package var json: String { "[" + lazy.map(String.init).joined(separator: ",") + "]" }
}
