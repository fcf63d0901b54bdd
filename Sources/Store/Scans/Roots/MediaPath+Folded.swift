import PhonolithMediaModel

// Filters compare a path in parts: the root and the folder are stored as beginnings, the name as the end. Put
// one after the other they are the folded whole path. Blanks count next to a slash, but not at the ends of a
// text; so each part is folded with the slashes around it.

extension MediaPath {
    /// The folded path before a name, with the slash between them; empty for a folder that is the root itself.
    var foldedAsBeginning: String {
        if bytes.isEmpty || self == "/" { return description }
        return bytes.first == UInt8(ascii: "/")
            ? "\(self)/".folded : "/\(self)/".folded.withoutFirstScalar
    }

    /// The folded name after a folder.
    var foldedAsEnd: String { "/\(self)".folded.withoutFirstScalar }
}

extension String {
    fileprivate var withoutFirstScalar: String { String(Substring(unicodeScalars.dropFirst())) }
}
