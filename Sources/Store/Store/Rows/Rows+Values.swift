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
