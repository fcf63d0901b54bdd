public import PhonolithMediaModel

/// The beginning of paths where a playlist was made, and that of the same files here.
public struct PathPrefix: Hashable, Sendable {
    /// The beginning of paths, in whole components.
    public var old: MediaPath
    /// The replacement.
    public var new: MediaPath

    /// Makes a prefix; slashes at the ends do not matter. The old beginning may be a URL of a file.
    public init(old: MediaPath, new: MediaPath) {
        func trimmed(_ path: MediaPath) -> MediaPath {
            guard path.bytes.count > 1, path.bytes.last == 0x2F || path.bytes.last == 0x5C else {
                return path
            }
            return MediaPath(bytes: Array(path.bytes.dropLast()))
        }
        // The path that a URL means is the first of those that its text may stand for.
        self.old = trimmed(PlaylistLocation(line: old.bytes).path ?? old)
        self.new = trimmed(new)
    }

    /// The path with the new beginning; `nil` for a path that does not begin so.
    public func replaced(in path: MediaPath) -> MediaPath? {
        if let rest = path.relative(to: old) { return new.appending(rest) }
        // A path of Windows may be written with either separator, and in any case.
        guard isOfWindows else { return nil }
        let (beginning, whole) = (Self.windowsForm(old), Self.windowsForm(path))
        guard let rest = whole.relative(to: beginning) else { return nil }
        let bytes = path.bytes.suffix(rest.bytes.count).map { $0 == 0x5C ? 0x2F : $0 }
        return new.appending(MediaPath(bytes: bytes))
    }

    /// Whether the old beginning has a drive or Windows' separators.
    private var isOfWindows: Bool {
        old.bytes.contains(0x5C) || old.bytes.first != 0x2F && old.isAbsolute
            || old.bytes.count == 2 && old.bytes[1] == 0x3A
    }

    /// As long as the path, with slashes, and with capitals of ASCII made small.
    private static func windowsForm(_ path: MediaPath) -> MediaPath {
        MediaPath(
            bytes: path.bytes.map { byte in
                (0x41...0x5A).contains(byte) ? byte | 0x20 : byte == 0x5C ? 0x2F : byte
            })
    }
}
