import PhonolithMediaModel

/// Name of a user: one text for commands, the service, the library and the log.
///
/// Two names are the same without regard to case and diacritics.
package struct UserName: Hashable, Sendable {
    /// Without spaces around it, in NFC; 1 to 255 bytes, without control characters and slashes; not `.` and `..`.
    package let text: String
    /// Form in which names are compared.
    let folded: String

    // In bytes of UTF-8.
    package static let longest = 255

    /// - Returns: `nil` for text that cannot be a name: SQLite would cut it at a NUL, a log or a page would show
    ///   another name than it is, and programs make parts of paths and URLs of it. Nothing is computed from text that is
    ///   too long.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let scalars = text.normalizedNFC.unicodeScalars
        let start = scalars.drop { $0.properties.isWhitespace }
        guard text.isReadableName,
            let end = start.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        self.text = String(start[...end])
        folded = self.text.folded
        guard self.text.utf8.count <= Self.longest, !folded.isEmpty,
            !self.text.utf8.contains(UInt8(ascii: "/")), ![".", ".."].contains(self.text)
        else { return nil }
    }

    package static func == (one: UserName, other: UserName) -> Bool { one.folded == other.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
