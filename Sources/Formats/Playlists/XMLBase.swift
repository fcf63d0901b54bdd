/// References that are seen from the base that an element has (XML Base).
enum XMLBase {
    /// The base of the contents of an element (XML Base).
    static func base(
        _ attributes: [(name: String, value: String)], inside outer: String?
    ) -> String? {
        guard let base = attributes["xml:base"] else { return outer }
        return resolve(base, against: outer)
    }

    /// The text of an element: of one that holds a reference, as seen from its base.
    static func resolved(_ name: String, _ text: String, against base: String?) -> String {
        let isReference = ["info", "location", "image", "license"].contains(name)
        return isReference ? resolve(text.trimmedBlanks, against: base) : text
    }

    /// The reference as seen from its base (RFC 3986, 5.2), except for dots, which paths lose later.
    static func resolve(_ reference: String, against base: String?) -> String {
        guard let base, PlaylistLocation.schemeLength(Array(reference.utf8)) == nil,
            !reference.isEmpty
        else { return reference }
        if reference.hasPrefix("/") {
            guard let length = PlaylistLocation.schemeLength(Array(base.utf8)) else {
                return reference
            }
            let scheme = base.prefix(length)
            let authority = base.dropFirst(length + 3).prefix { $0 != "/" }
            return scheme + "://" + authority + reference
        }
        let folder = base.lastIndex(of: "/").map { base[...$0] } ?? ""
        return folder + reference
    }
}
