package import PhonolithMediaModel

/// Changes since the last scan, until it is quiet enough for the next one.
package struct PendingChanges: Hashable, Sendable {
    /// Folders in which something came, went or changed.
    package private(set) var folders: Set<MediaPath> = []
    /// Folders that came, with all that is in them.
    package private(set) var trees: Set<MediaPath> = []
    /// Files that may still be written.
    package private(set) var unfinished: Set<MediaPath> = []
    package private(set) var isEverything = false

    package init() {}

    /// Whether there is something to scan.
    package var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isEverything }

    package mutating func change(in folder: MediaPath) { folders.insert(folder) }

    package mutating func add(tree: MediaPath) {
        // Each folder of a disk that is unmounted is one.
        if !trees.contains(where: tree.isInside) { trees.insert(tree) }
    }

    package mutating func beginWriting(_ file: MediaPath) { unfinished.insert(file) }

    package mutating func endWriting(_ file: MediaPath) { unfinished.remove(file) }

    /// The changes are unknown, and so are files that are still being written.
    package mutating func addEverything() { (isEverything, unfinished) = (true, []) }

    /// Forgets what is scanned now; files that are being written stay so.
    package mutating func clear() { (folders, trees, isEverything) = ([], [], false) }

    /// The targets of the next scan: folders alone, and trees whole, nothing twice.
    package func targets(in roots: [LibraryRoot]) -> [ScanTarget] {
        if isEverything { return ScanTarget.targets(scanning: [], in: roots) }
        let trees = trees.filter { tree in
            !self.trees.contains { $0 != tree && tree.isInside($0) }
        }
        let lone = folders.filter { folder in !trees.contains { folder.isInside($0) } }
        return trees.sorted().compactMap { ScanTarget.part(of: roots, at: $0, isShallow: false) }
            + lone.sorted().compactMap { ScanTarget.part(of: roots, at: $0, isShallow: true) }
    }
}
