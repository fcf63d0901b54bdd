/// User settings for reading tags.
package struct TagReadingOptions: Hashable, Sendable {
    /// Separators of artists in one value; compared without regard to case. A word between spaces also
    /// separates within brackets: "Artist (feat. Guest)".
    package var artistSeparators = [" feat. ", " feat ", " ft. ", " featuring ", "; ", " / "]
    /// Names that hold a separator and are one artist nevertheless; compared without regard to case.
    package var artistExceptions = ["AC / DC"]
    /// Separators of genres in one value.
    package var genreSeparators = [";", "|", " / "]

    package init() {}
}
