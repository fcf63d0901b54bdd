import ArgumentParser
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

extension Roots {
    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Update the library after you moved a folder.",
            discussion: """
                Nothing on disk is changed. The items of OLD become items of NEW and keep their ids, ratings, counts and playlist \
                entries. OLD can be missing on disk, or already removed from the library. If NEW was already scanned, each file there \
                is merged with its item from OLD. The next scan reads NEW.

                  phonolith roots move /media/old/Music /media/new/Music
                """)
        @Argument(help: ArgumentHelp("The folder that was scanned.", valueName: "old"))
        var old: PathArgument
        @Argument(help: ArgumentHelp("The folder that the files are in now.", valueName: "new"))
        var new: PathArgument
        @Flag(help: "Move the root even if NEW has none of its files.")
        var force = false
        @Flag(help: "Print the result as one JSON object.")
        var json = false
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let lock = try ScanLock(library: library.path, for: .changingRoots)
            defer { withExtendedLifetime(lock) {} }
            let target = try new.path.rootFolder()
            var result = RootMove()
            guard let root = try root(in: catalog, movedTo: target, &result) else {
                throw Failure.noRoot(old)
            }
            for nested in try catalog.roots.all().map(\.path) {
                guard let below = nested.relative(to: root), nested != root,
                    case let folder = target.appending(below), nested != folder,
                    (try? folder.rootFolder()) != nil,
                    let move = try catalog.roots.move(nested, to: folder)
                else { continue }
                result.add(move)
            }
            try show(result, root, target)
        }

        /// Moves the first root that the old path may name.
        private func root(
            in catalog: Catalog, movedTo target: MediaPath, _ result: inout RootMove
        ) throws -> MediaPath? {
            let possible = old.possibleRoots
            // A link that was left at the old place leads to the new one.
            for root in possible where root != target || possible.allSatisfy({ $0 == target }) {
                guard let isMovable = try catalog.roots.isRoot(root, movableTo: target) else {
                    continue
                }
                try check(root, target, isMovable: isMovable)
                guard let move = try catalog.roots.move(root, to: target) else { continue }
                result.add(move)
                return root
            }
            return nil
        }

        /// Refuses moves that make no sense.
        private func check(_ root: MediaPath, _ target: MediaPath, isMovable: Bool) throws {
            let scan = "phonolith scan \(target.shellWord)\(library.asGiven)"
            if root == target { throw Failure("\(old) and \(new) are the same folder") }
            if target.isInside(root) {
                throw Failure(
                    "\(new) is inside the root \(old); a scan finds files that were moved within a root: \(scan)"
                )
            }
            if root.isInside(target) {
                throw Failure(
                    "the root \(old) is inside \(new); to read all of that folder: \(scan)")
            }
            guard isMovable || force else {
                throw Failure(
                    "\(new) has none of the files of \(old); check the path and that its disk is mounted,"
                        + " or move the root with --force")
            }
        }

        private func show(_ result: RootMove, _ root: MediaPath, _ target: MediaPath) throws {
            if json {
                let record = Record([
                    ("path", .text(target.description)),
                    ("pathBase64", target.isUTF8 ? nil : .bytes(target.bytes)),
                    ("moved", .integer(result.moved)), ("joined", .integer(result.joined)),
                    ("conflicts", .texts(result.conflicts.map(\.description))),
                ])
                try StandardOutput.writeLine(record.json)
            } else {
                try StandardOutput.writeLine("\(result.moved) moved, \(result.joined) joined")
            }
            for path in result.conflicts {
                let place = path.relative(to: root).map { target.appending($0) } ?? target
                Terminal.tell(
                    "\(path.description.withoutControls): another file is at"
                        + " \(place.description.withoutControls); the old item is hidden")
            }
            if !json, result.moved > 0 {
                Terminal.tell("to look at the files in \(new): phonolith scan\(library.asGiven)")
            }
            if !result.conflicts.isEmpty { throw ExitCode.problems }
        }
    }
}

extension RootMove {
    fileprivate mutating func add(_ other: RootMove) {
        moved += other.moved
        joined += other.joined
        conflicts += other.conflicts
    }
}
