import ArgumentParser
import Catalog
import CommandLineInterface
import Foundation
import JSONWriting
import MediaModel
import Scanning

struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Permanently delete items whose files are gone.",
        discussion: """
            Lists the items whose files are gone, asks for confirmation, and deletes them with their ratings and counts. Items in \
            a folder that cannot be read, that is empty, or whose disk is not mounted, are kept, unless --root names it.

              phonolith prune --dry-run
              phonolith prune --root ~/Music
            """)

    @Flag(help: "Only list what would be deleted.")
    var dryRun = false
    @Flag(help: "Do not ask for confirmation.")
    var yes = false
    @Option(
        help: ArgumentHelp(
            "Only delete items of this root, including all items of a root that is unavailable.",
            valueName: "path"))
    var root: PathArgument?
    @OptionGroup var output: ListOutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: dryRun ? .reading : .writing)
        let lock = dryRun ? nil : try ScanLock(library: try library.path, for: .changingRoots)
        defer { withExtendedLifetime(lock) {} }
        let pruning = try pruning(of: catalog)
        try list(pruning.gone)
        let isNothing = pruning.gone.isEmpty && pruning.kept.isEmpty && pruning.present.isEmpty
        if isNothing, output.isForPeople {
            try StandardOutput.writeLine("Nothing to delete.")
        }
        for (root, count) in pruning.kept.sorted(by: { $0.key < $1.key }) {
            Terminal.tell(
                "\(root.description.withoutControls): cannot be read, is empty, or its disk is not mounted:"
                    + " its missing items are kept (\(count))")
        }
        for (root, count) in pruning.present.sorted(by: { $0.key < $1.key }) {
            Terminal.tell(
                "\(root.description.withoutControls): "
                    + count.counted(
                        "missing item is kept, because its file is on the disk; show it",
                        "missing items are kept, because their files are on the disk; show them")
                    + " with: phonolith scan")
        }
        if !dryRun, !pruning.gone.isEmpty, try isWanted(pruning.gone.count) {
            try catalog.goneItems.hide(pruning.gone.filter { !$0.isHidden }.map(\.id))
            let count = try catalog.goneItems.delete(pruning.gone.map(\.id))
            Terminal.tell("deleted: \(count)")
        }
        if !pruning.kept.isEmpty || !pruning.present.isEmpty { throw ExitCode.problems }
    }

    private func pruning(of catalog: Catalog) throws -> Pruning {
        guard let root else { return try Pruning(of: catalog) }
        let paths = Set(try catalog.roots.allOpen().map(\.path))
        guard let path = root.possibleRoots.first(where: paths.contains) else {
            throw Failure.noRoot(root)
        }
        return try Pruning(of: catalog, in: path)
    }

    private func list(_ items: [GoneItem]) throws {
        var writer = try output.writer(
            columns: [
                TableColumn("ID", field: "persistentID", isRightAligned: true),
                TableColumn("Title", field: "title", minimum: 10),
                TableColumn("Artist", field: "artist", minimum: 10),
                TableColumn("Rating", field: "rating", isRightAligned: true),
                TableColumn("Played", field: "playCount", isRightAligned: true),
                TableColumn("Path", field: "path", minimum: 20),
            ],
            fields: [
                "persistentID", "title", "artist", "rating", "playCount", "path", "pathBase64",
            ])
        for item in items { try writer.write(Record(item)) }
        try writer.finish()
    }

    private func isWanted(_ count: Int) throws -> Bool {
        if yes { return true }
        guard isatty(STDIN_FILENO) == 1, Terminal.errorIsTerminal else {
            throw Failure(
                "cannot ask for confirmation without a terminal; use --yes to delete, or --dry-run to list"
            )
        }
        let question =
            "Permanently delete these \(count) items with their ratings and counts? [y/N] "
        _ = question.utf8.withContiguousStorageIfAvailable {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}

extension Record {
    fileprivate init(_ item: GoneItem) {
        self.init([
            ("persistentID", .text(item.id.description)), ("title", item.title.map { .text($0) }),
            ("artist", item.artist.map { .text($0) }),
            ("rating", item.rating.map { .integer($0) }), ("playCount", .integer(item.playCount)),
            ("path", .text(item.path.description)),
            ("pathBase64", item.path.isUTF8 ? nil : .bytes(item.path.bytes)),
        ])
    }
}
