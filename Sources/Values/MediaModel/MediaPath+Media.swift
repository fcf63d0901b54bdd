/// Of files that hold sound, as a rule.
private let soundExtensions: Set<String> = [
    "mp3", "mp2", "aac", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "m4p", "m4r", "wma",
    "asf", "aif", "aiff", "aifc", "wav", "w64", "ape", "mpc", "wv", "tta", "dsf", "dff", "mod",
    "it",
    "s3m", "xm", "mka", "ac3", "eac3", "ec3", "dts", "au", "caf",
]

/// Of files that hold video, as a rule.
private let videoExtensions: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "ogv", "wmv", "flv", "mpg", "mpeg", "ts", "m2ts",
    "mts", "vob", "3gp", "3g2",
]

extension MediaPath {
    /// The last component without its extension.
    package var stem: MediaPath {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return lastComponent }
        return MediaPath(bytes: Array(name[..<dot]))
    }

    /// Whether the name is that of sound or a video.
    package var isNamedAsMedia: Bool { soundExtensions.contains(pathExtension) || isNamedAsVideo }

    /// Whether the name is that of a video.
    package var isNamedAsVideo: Bool { videoExtensions.contains(pathExtension) }
}
