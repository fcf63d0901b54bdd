import PhonolithMediaModel

// Names in a folder that are not part of a collection, whatever the files in them are.

extension MediaPath {
    /// Whether a name is hidden: it begins with one dot. Names of albums and songs begin with two or three
    /// (`...And Justice for All`).
    var isHiddenName: Bool {
        guard bytes.first == 0x2E else { return false }
        return bytes.count < 2 || bytes[1] != 0x2E || bytes.count == 2
    }

    /// Whether the name is that of a folder which a system or a network disk makes for what was deleted, for earlier
    /// states and for previews: every file in it is a copy, or one that the user does not want any more.
    var isSystemFolderName: Bool {
        guard let first = bytes.first, Self.firstOfSystemFolders.contains(first) else {
            return false
        }
        return Self.systemFolders.contains(description.lowercased())
    }

    /// Whether a folder below a root is in none of these, by its path.
    var isPartOfCollection: Bool {
        bytes.split(separator: 0x2F).allSatisfy {
            let name = MediaPath(bytes: Array($0))
            return !name.isHiddenName && !name.isSystemFolderName
        }
    }

    private static let systemFolders: Set<String> = [
        // Synology
        "#recycle", "#snapshot", "@eadir", "@tmp", "@sharesnap", "@sharebin",
        // QNAP
        "@recycle", "@recently-snapshot", "@__thumb",
        // Windows
        "$recycle.bin", "system volume information",
        // ext2 to ext4, NetApp, Netatalk
        "lost+found", "~snapshot", "network trash folder",
    ]

    /// Most names are known to be others by their first byte.
    private static let firstOfSystemFolders = Set(
        systemFolders.flatMap { [$0, $0.uppercased()] }.compactMap(\.utf8.first))
}
