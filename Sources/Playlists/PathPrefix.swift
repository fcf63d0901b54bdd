public import MediaModel

/// The beginning of paths where a playlist was made, and that of the same files here.
public struct PathPrefix: Hashable, Sendable {
    /// What paths begin with, in whole components.
    public var old: MediaPath
    /// What is in its place.
    public var new: MediaPath

    /// Makes a prefix; slashes at the ends do not matter.
    public init(old: MediaPath, new: MediaPath) {
        func trimmed(_ path: MediaPath) -> MediaPath {
            guard path.bytes.count > 1, path.bytes.last == 0x2F || path.bytes.last == 0x5C else {
                return path
            }
            return MediaPath(bytes: Array(path.bytes.dropLast()))
        }
        self.old = trimmed(old)
        self.new = trimmed(new)
    }

    /// The path with the new beginning; `nil` for a path that does not begin so.
    public func replaced(in path: MediaPath) -> MediaPath? {
        if let rest = path.relative(to: old) { return new.appending(rest) }
        // The prefix of a Windows path may be told with either separator.
        let turned = MediaPath(bytes: old.bytes.map { $0 == 0x5C ? 0x2F : $0 })
        return path.relative(to: turned).map { new.appending($0) }
    }
}
