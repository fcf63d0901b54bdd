package import PhonolithMediaModel

/// The kind of a file by its name alone.
package enum FileKind: Hashable, Sendable {
    /// Audio or video; its content says which.
    case media
    /// A picture of its folder.
    case folderPicture
    /// Lyrics of the track of the same name.
    case lyrics
    /// A cue sheet, which may tell what tracks a file is made of.
    case cueSheet

    /// The kind of a name; `nil` for what a scan skips.
    package init?(name: MediaPath) {
        let pathExtension = name.pathExtension
        if name.isNamedAsMedia {
            self = .media
        } else if lyricsExtensions.contains(pathExtension) {
            self = .lyrics
        } else if pathExtension == "cue" {
            self = .cueSheet
        } else if pictureExtensions.contains(pathExtension) {
            let stem = name.stem.description.lowercased()
            guard FolderPictures.defaultNames.contains(stem) else { return nil }
            self = .folderPicture
        } else {
            return nil
        }
    }
}

private let lyricsExtensions: Set<String> = ["lrc", "ttml"]

private let pictureExtensions: Set<String> = ["jpg", "jpeg", "png", "webp", "avif", "gif", "bmp"]

/// The pictures in a folder that stand for its items.
package enum FolderPictures {
    /// The names without extension, in lower case, the preferred first.
    package static let defaultNames = ["cover", "folder", "front", "album"]

    /// Puts pictures in the order of preference: by name, then by extension.
    static func sorted(_ pictures: [SeenFile]) -> [SeenFile] {
        pictures.sorted { rank($0.name) < rank($1.name) }
    }

    private static func rank(_ name: MediaPath) -> (Int, String) {
        let stem = name.stem.description.lowercased()
        return (defaultNames.firstIndex(of: stem) ?? defaultNames.count, name.pathExtension)
    }
}

extension MediaPath {
    /// The name without differences of case and Unicode form, in which names may differ that mean one file.
    var comparedName: String { description.normalizedNFC.lowercased() }
}
