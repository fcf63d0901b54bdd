public import FoundationEssentials

/// A path as bytes, not text, because on Linux a name need not be UTF-8.
public struct MediaPath: Hashable, Sendable, Comparable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The bytes, without a terminating NUL.
    public let bytes: [UInt8]

    /// Takes the bytes as the system gave them.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the UTF-8 of the text, in the normal form that it has.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Takes the UTF-8 of the literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// The path to show: U+FFFD is where the bytes are not UTF-8.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether ``description`` is exact, so that the path can be restored from it.
    public var isUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

    /// The part after the last `/`; the whole where there is none.
    public var lastComponent: MediaPath {
        MediaPath(bytes: Array(bytes[(slash.map { $0 + 1 } ?? 0)...]))
    }

    /// The part before the last `/`; empty where there is none, `/` for a name right below it.
    public var parent: MediaPath {
        MediaPath(bytes: Array(bytes[..<(slash.map { max($0, bytes[0] == 0x2F ? 1 : 0) } ?? 0)]))
    }

    /// The file name's extension in lower case, without the dot; `""` where there is none, and for a
    /// name whose only dot is its first character.
    public var pathExtension: String {
        let nameStart = slash.map { $0 + 1 } ?? 0
        guard let dot = bytes.lastIndex(of: 0x2E), dot > nameStart else { return "" }
        return String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The path with one more component; the component alone where the path is empty.
    public func appending(_ component: MediaPath) -> MediaPath {
        if bytes.isEmpty { return component }
        if component.bytes.isEmpty { return self }
        return MediaPath(bytes: bytes + (bytes.last == 0x2F ? [] : [0x2F]) + component.bytes)
    }

    /// Whether `ancestor` is this path or a folder above it, by whole components.
    public func isInside(_ ancestor: MediaPath) -> Bool {
        guard bytes.starts(with: ancestor.bytes) else { return false }
        return bytes.count == ancestor.bytes.count || ancestor.bytes.isEmpty
            || ancestor.bytes.last == 0x2F || bytes[ancestor.bytes.count] == 0x2F
    }

    /// The rest of the path below `ancestor`, empty for `ancestor` itself; `nil` for a path elsewhere.
    public func relative(to ancestor: MediaPath) -> MediaPath? {
        guard isInside(ancestor) else { return nil }
        return MediaPath(bytes: Array(bytes.dropFirst(ancestor.bytes.count).drop { $0 == 0x2F }))
    }

    /// Orders paths byte by byte.
    public static func < (left: Self, right: Self) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// Takes the bytes at once: an array hashes them one by one.
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    private var slash: Int? { bytes.lastIndex(of: 0x2F) }
}

/// As text where the bytes are UTF-8, otherwise as a list of the bytes.
extension MediaPath: Codable {
    /// Takes either form.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // A value other than text is a list, or an error that names it.
        let text = try? value.decode(String.self)
        bytes = try text.map { Array($0.utf8) } ?? value.decode([UInt8].self)
    }

    /// Writes the form that keeps all bytes.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if let text = String(validating: bytes, as: UTF8.self) {
            try value.encode(text)
        } else {
            try value.encode(bytes)
        }
    }
}

extension Array {
    /// The element that a path is in: of those around it the innermost.
    package func nearest(to path: MediaPath, by folder: (Element) -> MediaPath) -> Element? {
        filter { path.isInside(folder($0)) }
            .max { folder($0).bytes.count < folder($1).bytes.count }
    }
}

extension MediaPath {
    /// The last component without its extension.
    package var stem: MediaPath {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return lastComponent }
        return MediaPath(bytes: Array(name[..<dot]))
    }
}

extension MediaPath {
    /// The path that a `file:` URL leads to, byte by byte; `nil` for other URLs.
    public init?(fileURL url: URL) {
        guard url.isFileURL else { return nil }
        let path = url.absoluteURL.path(percentEncoded: true)
        self.init(bytes: PercentEncoding.decoded(Array(path.utf8)))
    }

    /// The path as a `file:` URL, byte by byte, below the working folder where it is relative; `nil` for the empty path.
    public var fileURL: URL? {
        guard let first = bytes.first else { return nil }
        guard first != UInt8(ascii: "/") else {
            return URL(string: PercentEncoding.reference(to: self))
        }
        return URL(
            string: "./" + PercentEncoding.encoded(bytes), relativeTo: .currentDirectory())?
            .absoluteURL
    }
}
