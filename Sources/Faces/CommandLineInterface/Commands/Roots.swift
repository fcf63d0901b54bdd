import ArgumentParser
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithWorker

struct Roots: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roots", abstract: "List, move and remove the scanned folders (roots).",
        discussion: """
              phonolith roots
              phonolith roots remove ~/Music
            """,
        subcommands: [List.self, Move.self, Remove.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the scanned folders.")
        @OptionGroup var part: PartOptions
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let columns = [
                TableColumn("Folder", field: "path", minimum: 12),
                TableColumn("Kind", field: "kind"),
                TableColumn("Items", field: "count", isRightAligned: true),
                TableColumn(title: "") {
                    $0["isAvailable"] == .boolean(false) ? "unavailable" : nil
                },
                TableColumn("Machine", field: "host"),
            ]
            var writer = try output.writer(columns: columns, fields: Record.rootFields)
            let catalog = try library.open(for: .reading)
            for root in part.part(of: try catalog.roots.allOpen()) {
                try writer.write(Record(root, itemCount: catalog.roots.itemCount(in: root.id)))
            }
            try writer.finish()
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a folder from the library.",
            discussion: """
                Nothing on disk is changed. The items of the folder are hidden; they come back with their ratings and counts when \
                the folder is scanned again. Copies of its files in other folders of the library take over its items. If the files \
                were moved, use phonolith roots move.

                  phonolith roots remove ~/Music
                """)
        @Argument(help: "Folder that was scanned.") var path: PathArgument
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let roots = try catalog.roots.all()
            let removed = try remove(from: catalog)
            if Self.changesKind(of: removed, roots) { readAgain(removed) }
        }

        /// Whether the folder goes over to a root of another kind.
        private static func changesKind(of removed: MediaPath, _ roots: [LibraryRoot]) -> Bool {
            let above = roots.filter { $0.path != removed }.nearest(to: removed, by: \.path)
            return above.map { $0.kind != roots.first { $0.path == removed }?.kind } ?? false
        }

        /// Scans the folder: the kind of its files is in the files only.
        private func readAgain(_ folder: MediaPath) {
            do {
                let request = ScanRequest(library: try library.path, folders: [folder])
                var problems: [ScanProblem] = []
                try Scan.scan(request) { event in
                    if case .report(let report) = event { problems = report.problems }
                }
                if problems.isEmpty { return }
            } catch {
                // The line below is the remedy, whatever the reason.
            }
            Terminal.tell(
                "to read the files again as part of the folder above:"
                    + " phonolith scan \(folder.shellWord)\(library.asGiven)")
        }

        /// Removes the root, while no scan runs.
        private func remove(from catalog: Catalog) throws -> MediaPath {
            let lock = try ScanLock(library: library.path, for: .changingRoots)
            defer { withExtendedLifetime(lock) {} }
            var found: RootStore.RootRemoval?
            var removed = path.path.absolute
            for root in path.possibleRoots where found == nil {
                (found, removed) = (try catalog.roots.remove(root), root)
            }
            guard let removal = found else { throw Failure.noRoot(path) }
            if removal.inherited > 0 {
                Terminal.tell(
                    removal.inherited == 1
                        ? "1 item is now that of a copy in another folder"
                        : "\(removal.inherited) items are now those of copies in other folders")
            }
            if removal.hiddenWithUserValues > 0 {
                Terminal.tell(
                    """
                    \(removal.hiddenWithUserValues.counted("hidden item has", "hidden items have")) ratings, counts, bookmarks or places in \
                    playlists; if the files were moved: phonolith roots move \(removed.shellWord) \
                    NEW\(library.asGiven)
                    """)
            }
            return removed
        }
    }
}

extension Failure {
    package static func noRoot(_ path: PathArgument) -> Failure {
        Failure("\(path): is not a root of the library; phonolith roots lists the roots")
    }
}

extension PathArgument {
    /// The paths by which the library may know the folder that this names, which may be gone.
    package var possibleRoots: [MediaPath] { path.resolutions + [path.absolute] }
}
