/// Files of other programs that hold playlists in forms that are not read here.
package enum ForeignPlaylist: Hashable, CaseIterable {
    case iTunes, rhythmboxLibrary, rhythmboxPlaylists, kodi, winamp

    /// The name of the root element.
    private var root: String {
        switch self {
        case .iTunes: "plist"
        case .rhythmboxLibrary: "rhythmdb"
        case .rhythmboxPlaylists: "rhythmdb-playlists"
        case .kodi: "smartplaylist"
        case .winamp: "WinampXML"
        }
    }

    /// The kind of file that has this root element.
    init?(root: String) {
        guard
            let kind = Self.allCases.first(where: { $0.root.lowercased() == root.lowercased() })
        else { return nil }
        self = kind
    }

    /// The kind of a file; `nil` for others.
    package init?(contents: [UInt8]) {
        let head = String(
            decoding: PlaylistText.utf8(Array(contents.prefix(4096))), as: UTF8.self)
        // The declarations before the root begin with `<?` and `<!`.
        let tags = head.split(separator: "<").dropFirst(head.hasPrefix("<") ? 0 : 1)
        let first = tags.first { $0.first?.isLetter == true }
        guard let name = first?.prefix(while: { $0.isLetter || $0 == "-" }) else { return nil }
        self.init(root: String(name))
    }

    /// Why it is not read, and what to do, in words that follow the file's name.
    package var error: PlaylistError {
        switch self {
        case .iTunes:
            PlaylistError(
                "is a library of iTunes or Apple Music; import it with: phonolith import-from itunes FILE"
            )
        case .rhythmboxLibrary:
            PlaylistError(
                "is the library of Rhythmbox; import it with: phonolith import-from rhythmbox FILE")
        case .rhythmboxPlaylists:
            PlaylistError(
                "contains the playlists of Rhythmbox; import them with: phonolith import-from rhythmbox FILE"
            )
        case .kodi:
            PlaylistError(
                "is a smart playlist of Kodi, which is not supported; create one with: phonolith playlist smart"
            )
        case .winamp:
            PlaylistError(
                "is the index of Winamp's playlists; use the .m3u8 files next to it instead")
        }
    }
}
