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
