import ArgumentParser
import Catalog
import Files
import MediaModel
import Scanning

struct Roots: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roots", abstract: "List the folders that are scanned, move or remove one.",
        subcommands: [List.self, Move.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the folders that are scanned.")
        @OptionGroup var output: OutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let columns = [
                TableColumn("Folder", field: "path", minimum: 12),
                TableColumn("Kind", field: "kind"),
                TableColumn("Items", field: "count", isRightAligned: true),
                TableColumn(title: "") {
                    $0["isAvailable"] == .boolean(false) ? "unavailable" : nil
                },
            ]
            var writer = try output.writer(
                columns: columns,
                fields: ["persistentID", "path", "pathBase64", "kind", "count", "isAvailable"])
            let catalog = try library.open(for: .reading)
            for root in try catalog.roots() {
                try writer.write(Record(root, itemCount: catalog.itemCount(in: root.id)))
            }
            try writer.finish()
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a folder from the library.",
            discussion: """
                Nothing on disk is changed. Its items are hidden, with their ratings and counts, and come \
                back when the folder is scanned again. Copies of its files in other folders of the library \
                take over their items. For files that are elsewhere now: phonolith roots move.
                """)
        @Argument(help: "The folder.") var path: PathArgument
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let lock = try ScanLock(library: library.path)
            defer { withExtendedLifetime(lock) {} }
            var found: Catalog.RootRemoval?
            for root in path.possibleRoots where found == nil {
                found = try catalog.removeRoot(root)
            }
            guard let removal = found else { throw Failure.noRoot(path) }
            if removal.inherited > 0 {
                Terminal.tell(
                    "\(removal.inherited) items continue as their copies in other folders")
            }
            if removal.hiddenWithUserValues > 0 {
                Terminal.tell(
                    """
                    \(removal.hiddenWithUserValues) hidden items have ratings, counts, bookmarks or places in \
                    playlists; if their files are elsewhere: phonolith roots move \(path) NEW
                    """)
            }
        }
    }
}

extension Failure {
    static func noRoot(_ path: PathArgument) -> Failure {
        Failure("\(path): is no root of the library; phonolith roots lists them")
    }
}

extension PathArgument {
    /// The paths by which the library may know the folder that this names, which may be gone.
    var possibleRoots: [MediaPath] { path.resolutions + [path.absolute] }
}

extension Record {
    fileprivate init(_ root: LibraryRoot, itemCount: Int) {
        self.init([
            ("persistentID", .text(root.id.description)), ("path", .text(root.path.description)),
            ("pathBase64", root.path.isUTF8 ? nil : .bytes(root.path.bytes)),
            ("kind", root.kind.map { .text($0.rawValue) }), ("count", .integer(itemCount)),
            ("isAvailable", .boolean(root.isAvailable)),
        ])
    }
}
