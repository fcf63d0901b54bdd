package import PhonolithMediaModel

/// The media in a folder and below it, as a scan would find them: ignored files are left out.
package struct MediaFolder: Sendable {
    /// Absolute paths, folder by folder, numbers in names by their value.
    package var media: [MediaPath] = []

    /// Walks a folder. Blocks its thread.
    ///
    /// - Parameter folder: Absolute.
    package init(walking folder: MediaPath) {
        var walk = FolderWalk(of: folder)
        while let listing = walk.next() {
            media += listing.media.map { listing.path.appending($0.name) }
        }
        media = media.map { (path: $0, key: SortKeyMaker.key(for: $0)) }
            .sorted { ($0.key, $0.path) < ($1.key, $1.path) }
            .map { folder.appending($0.path) }
    }
}

/// The videos in a folder and below it, as a scan would walk it: ignored files are left out.
package struct VideoFolder: Sendable {
    /// Absolute paths of files that are videos by their names, in the order of folders and names.
    package var videos: [MediaPath] = []
    /// Folders that could not be listed, and why.
    package var problems: [MediaPath: String] = [:]

    /// Walks a folder. Blocks its thread.
    ///
    /// - Parameter folder: Absolute.
    package init(walking folder: MediaPath) {
        var walk = FolderWalk(of: folder)
        while let listing = walk.next() {
            let names = listing.media.map(\.name).filter(\.isNamedAsVideo)
            videos += names.map { folder.appending(listing.path).appending($0) }
        }
        for (path, reason) in walk.unlistable { problems[folder.appending(path)] = reason }
    }
}

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
