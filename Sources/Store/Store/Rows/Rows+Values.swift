package import PhonolithDatabase
package import PhonolithMediaModel

extension Insertion {
    /// Binds what a text folds to and its key.
    package mutating func bind(_ text: ItemKeys.Text?) {
        bind(text?.folded)
        bind(text?.key)
    }
}

extension ColumnReader<SelectedRow> {
    /// A path that the schema declares NOT NULL.
    package mutating func path() -> MediaPath { MediaPath(bytes: bytes()) }
}
