/// A folder that was given to `scan`, and all below it.
public struct LibraryRoot: Hashable, Sendable {
    /// Lasts as long as the library.
    public var id: MediaRootID
    /// Absolute, without symbolic links.
    public var path: MediaPath
    /// The kind of its files, whatever their tags; `nil` if the tags decide.
    public var kind: Kind?
    /// Whether the last look could read it, and found something.
    public var isAvailable: Bool
    /// The machine that scans it; `nil` for a library of one machine.
    public var host: String?
    /// When its kind was last changed, in nanoseconds since 1970; 0 where it never was.
    package var kindGivenAt = 0

    package init(
        id: MediaRootID, path: MediaPath, kind: Kind?, isAvailable: Bool
    ) {
        self.id = id
        self.path = path
        self.kind = kind
        self.isAvailable = isAvailable
    }

    /// The kind that files of a root can be declared to be.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        case music, podcast, audiobook, video
    }
}

extension Record {
    /// The keys of a root, in order.
    package static let rootFields = [
        "persistentID", "path", "pathBase64", "kind", "count", "isAvailable", "host",
    ]

    /// A root and the number of its items.
    package init(_ root: LibraryRoot, itemCount: Int) {
        self.init([
            ("persistentID", .text(root.id.description)), ("path", .text(root.path.description)),
            ("pathBase64", root.path.isUTF8 ? nil : .bytes(root.path.bytes)),
            ("kind", root.kind.map { .text($0.rawValue) }), ("count", .integer(itemCount)),
            ("isAvailable", .boolean(root.isAvailable)), ("host", root.host.map { .text($0) }),
        ])
    }
}
