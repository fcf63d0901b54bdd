import PhonolithMediaModel

/// Names for the list of a playlist file.
struct PlaylistNames: Hashable {
    /// The file's title, or its name; the folder's name where the file's own says nothing.
    var name: String
    /// Names for it if there is such a list already, the best first.
    var others: [String]

    /// Names that programs give to the list of any folder.
    private static let meaningless: Set<String> = [
        "playlist", "playlists", "index", "tracklist", "untitled",
    ]

    /// - Parameters:
    ///   - title: The list's title in the file.
    ///   - file: Its absolute path.
    init(title: String?, file: MediaPath) {
        let title = title?.asName
        let stem = file.nameWithoutExtension.asName
        let folder = file.parent.lastComponent.description.asName
        let above = file.parent.parent.lastComponent.description.asName
        let isMeaningless = Self.meaningless.contains((title ?? stem).folded)
        name = isMeaningless && !folder.isEmpty ? folder : title ?? stem
        let place = isMeaningless ? above : folder
        others = place.isEmpty || place == name ? [] : ["\(name) (\(place))"]
    }
}

extension MediaPath {
    /// The file's name without its extension, as text.
    fileprivate var nameWithoutExtension: String {
        let name = lastComponent
        let length = pathExtension.utf8.count
        guard length > 0 else { return name.description }
        return MediaPath(bytes: Array(name.bytes.dropLast(length + 1))).description
    }
}
