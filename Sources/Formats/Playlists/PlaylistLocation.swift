public import PhonolithMediaModel

/// Where an entry is, as a playlist file has it.
public enum PlaylistLocation: Hashable, Sendable, CustomStringConvertible {
    /// A path, byte by byte; relative to the playlist's folder unless it begins with a slash.
    case path(MediaPath)
    /// A URI or a relative reference (RFC 3986), or what a careless program put in its place.
    case uri(String)

    /// Takes a line of an M3U or PLS file: a URI where it has a scheme, else a path.
    public init(line: [UInt8]) {
        if Self.schemeLength(line) != nil, let text = String(validating: line, as: UTF8.self) {
            self = .uri(text)
        } else {
            self = .path(MediaPath(bytes: Self.withoutDot(line)))
        }
    }

    /// The location as text. Names that are not UTF-8 are read as Windows-1252.
    public var description: String {
        switch self {
        case .path(let path) where path.isUTF8: path.description
        case .path(let path):
            path.bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
                .map { PlaylistText.text($0) }.joined(separator: "/")
        case .uri(let text): text
        }
    }

    /// Whether the location is on no disk: a URI of another scheme than `file`.
    public var isRemote: Bool {
        guard case .uri(let text) = self else { return false }
        return scheme(of: text).map { $0 != "file" } ?? false
    }

    /// Whether the text is a URI, and no relative reference.
    var hasScheme: Bool {
        guard case .uri(let text) = self else { return false }
        return scheme(of: text) != nil
    }

    /// The path that is meant; `nil` for what is remote.
    public var path: MediaPath? { paths.first }

    /// The paths that may be meant, the likeliest first: as it is written; with the characters of an old
    /// code page as UTF-8; with Windows' separators turned; with or without percent-encoding.
    public var paths: [MediaPath] {
        switch self {
        case .path(let path): return Self.readings(of: path.bytes, isEncoded: false)
        case .uri(let text):
            let bytes = Array(text.utf8)
            guard let scheme = scheme(of: text) else {
                return Self.readings(of: bytes, isEncoded: true)
            }
            guard scheme == "file" else { return [] }
            return Self.readings(of: Self.fileURIPath(bytes), isEncoded: true)
        }
    }

    // MARK: - Readings

    private static func readings(of bytes: [UInt8], isEncoded: Bool) -> [MediaPath] {
        var readings: [[UInt8]] = []
        func add(_ bytes: [UInt8]) {
            if !bytes.isEmpty, !readings.contains(bytes) { readings.append(bytes) }
        }
        let decoded = bytes.contains(0x25) ? PercentEncoding.decoded(bytes) : bytes
        let forms = isEncoded ? [decoded, bytes] : [bytes, decoded]
        for form in forms { add(withoutDot(withoutDrive(form))) }
        for form in readings where String(validating: form, as: UTF8.self) == nil {
            add(Array(String(windows1252: form).utf8))
        }
        for form in readings where form.contains(0x5C) {
            add(withoutDot(form.map { $0 == 0x5C ? 0x2F : $0 }))
        }
        for form in readings where form.last == 0x20 || form.first == 0x20 {
            add(Array(form.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()))
        }
        return readings.map(MediaPath.init(bytes:))
    }

    /// `file:///C:/x` leads to `C:/x`, not to `/C:/x`.
    private static func withoutDrive(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count > 2 && bytes[0] == 0x2F && isLetter(bytes[1]) && bytes[2] == 0x3A
            ? Array(bytes.dropFirst()) : bytes
    }

    static func withoutDot(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        while rest.count > 2, rest.starts(with: [0x2E, 0x2F]) { rest = rest.dropFirst(2) }
        return rest.count == bytes.count ? bytes : Array(rest)
    }

    /// The text after `file:`, `file://` or `file://host`.
    private static func fileURIPath(_ bytes: [UInt8]) -> [UInt8] {
        let rest = bytes.dropFirst(5)
        guard rest.starts(with: [0x2F, 0x2F]) else { return Array(rest) }
        return Array(rest.dropFirst(2).drop { $0 != 0x2F })
    }

    // MARK: - Schemes

    private func scheme(of text: String) -> String? {
        let bytes = Array(text.utf8)
        return Self.schemeLength(bytes).map {
            String(decoding: bytes[..<$0], as: UTF8.self).lowercased()
        }
    }

    /// How long the scheme is before `://`, or of `:/` of a file; `nil` if there is none. One
    /// letter is a drive of Windows.
    static func schemeLength(_ bytes: [UInt8]) -> Int? {
        guard let first = bytes.first, isLetter(first) else { return nil }
        var length = 1
        while length < bytes.count, isPartOfScheme(bytes[length]) { length += 1 }
        guard length > 1 else { return nil }
        let rest = bytes[length...]
        if rest.starts(with: [0x3A, 0x2F, 0x2F]) { return length }
        let isFile =
            bytes.count > length + 1 && length == 4
            && String(decoding: bytes[..<4], as: UTF8.self).lowercased() == "file"
        return isFile && rest.starts(with: [0x3A, 0x2F]) ? length : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isPartOfScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte.isDigit || [0x2B, 0x2D, 0x2E].contains(byte)
    }
}

extension MediaPath {
    /// Whether the path says where it begins: with a slash, or with a drive of Windows.
    public var isAbsolute: Bool {
        if bytes.first == 0x2F { return true }
        return bytes.count > 2 && bytes[1] == 0x3A && (bytes[2] == 0x2F || bytes[2] == 0x5C)
            && ((0x41...0x5A).contains(bytes[0] & 0xDF))
    }

    /// The path without `.` and empty components, and with `..` taking away what is before it, as
    /// far as there is something.
    public var standardized: MediaPath {
        if isStandardized { return self }
        let root = bytes.first == 0x2F ? 1 : 0
        var kept = Array(bytes.prefix(root))
        kept.reserveCapacity(bytes.count)
        var start = root
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x2F) ?? bytes.count
            Self.append(bytes[start..<end], to: &kept, root: root)
            start = end + 1
        }
        return MediaPath(bytes: kept)
    }

    /// Whether nothing is to be taken away; `false` where a name begins with a dot, which may be `..`.
    private var isStandardized: Bool {
        var previous: UInt8 = bytes.first == 0x2F ? 0 : 0x2F
        for byte in bytes {
            if previous == 0x2F, byte == 0x2F || byte == 0x2E { return false }
            previous = byte
        }
        return previous != 0x2F
    }

    private static func append(_ name: ArraySlice<UInt8>, to path: inout [UInt8], root: Int) {
        func isUp(_ name: ArraySlice<UInt8>) -> Bool {
            name.count == 2 && name.allSatisfy { $0 == 0x2E }
        }
        if name.isEmpty || name.count == 1 && name.first == 0x2E { return }
        if isUp(name) {
            let slash = path.lastIndex(of: 0x2F)
            if path.count > root, !isUp(path[(slash.map { $0 + 1 } ?? 0)...]) {
                path.removeLast(path.count - max(root, slash ?? 0))
                return
            }
            if path.count == root, root > 0 { return }
        }
        if path.count > root { path.append(0x2F) }
        path += name
    }

    /// The path of a thing as seen from a folder, with `..` where it is elsewhere. Both are absolute.
    public func relative(from folder: MediaPath) -> MediaPath {
        let own = bytes.split(separator: 0x2F)
        let other = folder.bytes.split(separator: 0x2F)
        let shared = zip(own, other).prefix { $0 == $1 }.count
        let dots: ArraySlice<UInt8> = [0x2E, 0x2E]
        let up = Array(repeating: dots, count: other.count - shared)
        return MediaPath(bytes: Array((up + own[shared...]).joined(separator: [0x2F])))
    }
}

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
