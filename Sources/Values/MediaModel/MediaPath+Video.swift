/// Of files that hold video, as a rule.
private let videoExtensions: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "ogv", "wmv", "flv", "mpg", "mpeg", "ts", "m2ts",
    "mts", "vob", "3gp", "3g2",
]

extension MediaPath {
    /// Whether the name is that of a video.
    package var isNamedAsVideo: Bool { videoExtensions.contains(pathExtension) }
}
