package import PhonolithMediaModel

extension MediaItem {
    /// The title; of a file without one, its name without the extension.
    package var shownTitle: String {
        if let title = facts.title { return title }
        let name = location.path.lastComponent.description
        let suffix = location.path.pathExtension
        return suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    }

    package var isVideo: Bool { !facts.mediaType.isDisjoint(with: .anyVideo) }

    /// The type of the file's bytes in HTTP.
    package var mimeType: String {
        MediaTypeNames.mimeType(
            of: facts.container, extension: location.path.pathExtension, isVideo: isVideo)
    }
}
