import ArgumentParser
import Catalog
import Files
import MediaModel

struct Roots: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roots", abstract: "List the folders that are scanned, or take one away.",
        subcommands: [List.self, Remove.self], defaultSubcommand: List.self)

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
            commandName: "remove", abstract: "Take a folder out of the library.",
            discussion: """
                Nothing on disk is touched. Its items are hidden, with their ratings and counts, and come \
                back when the folder is scanned again.
                """)
        @Argument(help: "The folder.") var path: PathArgument
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            // A root whose disk is away is known by its text.
            let names = path.path.resolutions + [path.path.absolute]
            guard try names.contains(where: { try catalog.removeRoot($0) }) else {
                throw Failure("\(path): is no root of the library; phonolith roots lists them")
            }
        }
    }
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
