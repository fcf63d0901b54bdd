import ArgumentParser
import Glibc
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct Prune: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Permanently delete items whose files are gone.",
        discussion: """
            Lists the items whose files are gone, asks for confirmation, and deletes them with their ratings and counts. Items in \
            a folder that cannot be read, that is empty, or whose disk is not mounted, are kept, unless --root names it. Items \
            that may not be meant are listed and kept, unless --force is given: those with the same sound as a present item, \
            those in whose place a file of another disk is, those of a root that was removed while their disk was not mounted, \
            and folders and albums half of which went at once.

              phonolith prune --dry-run
              phonolith prune --hand-over
              phonolith prune --root ~/Music
            """)

    @Flag(help: "Only list what would be deleted.")
    var dryRun = false
    @Flag(help: "Do not ask for confirmation.")
    var yes = false
    @Flag(
        help:
            "Also delete items that would be kept because a present item has the same sound, a file of another disk is in their place, their disk is not mounted, or half of their folder or album is gone at once."
    )
    var force = false
    @Flag(
        help:
            "Give the ratings and counts of items to present items with the same sound, whose own ratings and bookmarks stay, and delete them."
    )
    var handOver = false
    @Option(
        help: ArgumentHelp(
            "Only delete items of this root, including all items of a root that is unavailable or was removed.",
            valueName: "path"))
    var root: PathArgument?
    @OptionGroup var output: ListOutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: dryRun ? .reading : .writing)
        let lock = dryRun ? nil : try ScanLock(library: try library.path, for: .changingRoots)
        defer { withExtendedLifetime(lock) {} }
        let pruning = try pruning(of: catalog)
        try list(pruning)
        let isNothing =
            pruning.gone.isEmpty && pruning.doubtful.isEmpty && pruning.kept.isEmpty
            && pruning.present.isEmpty
        if isNothing, output.isForPeople {
            try StandardOutput.writeLine("Nothing to delete.")
        }
        tell(pruning)
        let copied = pruning.doubtful.filter { $0.doubt == .sameSound }.map(\.item)
        let handedOver = try dryRun || copied.isEmpty ? [] : handedOver(copied)
        if !handedOver.isEmpty {
            try catalog.goneItems.handOver(handedOver)
            Terminal.tell("given to present items: \(handedOver.count)")
        }
        var deleted = handedOver
        if !dryRun, !pruning.gone.isEmpty, try isWanted(pruning.gone.count) {
            deleted += pruning.gone
        }
        if !deleted.isEmpty {
            try catalog.goneItems.hide(deleted.filter { !$0.isHidden }.map(\.id))
            Terminal.tell("deleted: \(try catalog.goneItems.delete(deleted.map(\.id)))")
        }
        if pruning.doubtful.count > handedOver.count || !pruning.kept.isEmpty
            || !pruning.present.isEmpty
        {
            throw ExitCode.problems
        }
    }

    /// Reports what is kept, and why.
    private func tell(_ pruning: Pruning) {
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
                    + " with: phonolith scan \(root.shellWord)")
        }
        for doubt in Pruning.Doubt.allCases {
            let count = pruning.doubtful.count { $0.doubt == doubt }
            if count > 0, !(doubt == .sameSound && handOver && !dryRun) {
                Terminal.tell("\(count.counted("item is", "items are")) kept: \(doubt.reason)")
            }
        }
    }

    /// The items whose ratings and counts the user wants present items to have.
    private func handedOver(_ items: [GoneItem]) throws -> [GoneItem] {
        if handOver { return items }
        // `--yes` asks no question.
        guard !yes, isatty(STDIN_FILENO) == 1, Terminal.errorIsTerminal else { return [] }
        let isWanted = isConfirmed(
            "Give the ratings and counts of \(items.count.counted("item", "items")) to the present items with the same "
                + "sound, and delete the missing ones? [y/N] ")
        return isWanted ? items : []
    }

    private func pruning(of catalog: Catalog) throws -> Pruning {
        guard let root else { return try Pruning(of: catalog, forces: force) }
        let paths = try catalog.roots.everOpen()
        guard let path = root.possibleRoots.first(where: paths.contains) else {
            throw Failure(
                "\(root): is not and never was a root of the library; phonolith roots lists the roots, and phonolith items --missing what can be deleted"
            )
        }
        return try Pruning(of: catalog, in: path, forces: force)
    }

    private func list(_ pruning: Pruning) throws {
        var writer = try output.writer(
            columns: [
                TableColumn("ID", field: "persistentID", isRightAligned: true),
                TableColumn("Title", field: "title", minimum: 10),
                TableColumn("Artist", field: "artist", minimum: 10),
                TableColumn("Rating", field: "rating", isRightAligned: true),
                TableColumn("Played", field: "playCount", isRightAligned: true),
                TableColumn("Kept", field: "kept"),
                TableColumn("Path", field: "path", minimum: 20),
            ],
            fields: [
                "persistentID", "title", "artist", "rating", "playCount", "path", "pathBase64",
                "kept", "copyID",
            ])
        for item in pruning.gone { try writer.write(Record(item)) }
        for (item, doubt) in pruning.doubtful { try writer.write(Record(item, doubt)) }
        try writer.finish()
    }

    private func isWanted(_ count: Int) throws -> Bool {
        if yes { return true }
        guard isatty(STDIN_FILENO) == 1, Terminal.errorIsTerminal else {
            throw Failure(
                "cannot ask for confirmation without a terminal; use --yes to delete, or --dry-run to list"
            )
        }
        return isConfirmed(
            "Permanently delete "
                + count.counted(
                    "item with its rating and counts", "items with their ratings and counts")
                + "? [y/N] ")
    }

    private func isConfirmed(_ question: String) -> Bool {
        _ = question.utf8.withContiguousStorageIfAvailable {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}

extension Pruning.Doubt {
    fileprivate var reason: String {
        switch self {
        case .sameSound:
            "a present item has the same sound; --hand-over gives it the ratings and counts, --force deletes them"
        case .otherDisk:
            "a file of another disk is in the place of theirs; --force deletes them"
        case .unmounted:
            "their root was removed, and the disk that their files were on is not mounted there or cannot be recognized; scan it, or --force deletes them"
        case .wentTogether:
            "half of a folder or album or more is gone at once; --force deletes them if that is right"
        }
    }
}

extension Record {
    fileprivate init(_ item: GoneItem, _ doubt: Pruning.Doubt? = nil) {
        self.init([
            ("persistentID", .text(item.id.description)), ("title", item.title.map { .text($0) }),
            ("artist", item.artist.map { .text($0) }),
            ("rating", item.rating.map { .integer($0) }), ("playCount", .integer(item.playCount)),
            ("path", .text(item.path.description)),
            ("pathBase64", item.path.isUTF8 ? nil : .bytes(item.path.bytes)),
            ("kept", doubt.map { .text($0.rawValue) }),
            (
                "copyID",
                doubt == .sameSound ? item.copy.map { .text($0.id.description) } : nil
            ),
        ])
    }
}
