import PhonolithFiles
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers

/// Walks a root folder by folder, each real folder and each real file once, parents before children, in the
/// order of names.
///
/// Folders after symbolic links come last: a folder that is reached both ways is known by its own path,
/// and a link that is made later moves nothing. For the same reason a link to a file is left out where a walk
/// of this root or another one reaches the file itself (``LinkedFiles``).
struct FolderWalk {
    // Absolute.
    private let root: MediaPath
    private let followsSymbolicLinks: Bool
    private let reading: ReadingGuard
    private let fileSystems: FileSystems
    /// Where the folders are to be stored; `nil` for a walk without a library.
    private let catalog: Catalog?
    /// Other roots inside this one, which their own scans walk.
    private let excluded: Set<MediaPath>
    /// The other roots, absolute: folders reached there by a link are walked by their own scans.
    private let others: [MediaPath]
    /// Whether the first folder is the only one.
    private let isShallow: Bool
    /// Folders still to be listed; the next is the last.
    private var waiting: [Waiting]
    private var visited: Set<FileIdentity> = []
    private var links: LinkedFiles
    /// Folders that could not be listed, with the reason: known files below them are not gone.
    private(set) var unlistable: [MediaPath: String] = [:]

    private struct Waiting {
        var path: MediaPath
        var rules: IgnoreRules
        /// The pictures of the folder above, for disc folders.
        var pictures: [SeenFile] = []
        /// The device of the first link that leads to it or to a folder above it; `nil` without one.
        var linkDevice: Int?
    }

    /// Begins a walk of a root, or of a part of one, for its library.
    init(_ target: ScanTarget, _ options: ScanOptions, for catalog: Catalog) {
        self.catalog = catalog
        reading = options.reading
        fileSystems = options.fileSystems
        root = target.root.path
        followsSymbolicLinks = options.followsSymbolicLinks
        excluded = target.nested
        others = target.others
        isShallow = target.isShallow
        links = LinkedFiles(roots: [root] + others)
        waiting = []
        begin(at: target.start)
    }

    /// Begins a walk of a folder that need not be a root, with all below it.
    ///
    /// - Parameter folder: Absolute.
    init(of folder: MediaPath) {
        root = folder
        catalog = nil
        followsSymbolicLinks = true
        reading = ReadingGuard()
        fileSystems = FileSystems()
        excluded = []
        others = []
        isShallow = false
        links = LinkedFiles(roots: [folder])
        waiting = [Waiting(path: "", rules: IgnoreRules())]
    }

    /// Puts the first folder in the queue, with the rules and pictures of those above it.
    private mutating func begin(at start: MediaPath) {
        var first = Waiting(path: "", rules: IgnoreRules())
        for name in start.bytes.split(separator: 0x2F) {
            // A folder that must not be touched is not touched for its rules either.
            if let refusal = reading.refusals[root.appending(first.path)] {
                unlistable[start] = "\(root.appending(first.path)) \(refusal.reason)"
                return
            }
            let listed = list(first.path)
            guard case .success((let above, let identity)) = listed else {
                if case .failure(let error) = listed { unlistable[start] = error.description }
                return
            }
            let rules =
                above.ignorePatterns.map { first.rules.adding($0, in: first.path) } ?? first.rules
            let path = first.path.appending(MediaPath(bytes: Array(name)))
            if above.isIgnored || rules.ignores(path, isFolder: true) { return }
            if !path.isPartOfCollection || isLinkLeftOut(path) { return }
            let isLink = root.appending(path).linkTarget != nil
            first = Waiting(
                path: path, rules: rules, pictures: above.pictures,
                linkDevice: first.linkDevice
                    ?? (isLink
                        ? fileSystems.number(of: identity.number, at: root.appending(path.parent))
                        : nil))
        }
        waiting = [first]
    }

    /// Whether a folder is a link that a walk of the whole root does not follow.
    private mutating func isLinkLeftOut(_ folder: MediaPath) -> Bool {
        let absolute = root.appending(folder)
        guard absolute.linkTarget != nil else { return false }
        if !followsSymbolicLinks || isOfAnotherRoot(folder) { return true }
        return absolute.resolved.map { links.isWalked(folder: $0) } ?? false
    }

    private func list(
        _ folder: MediaPath
    ) -> Result<(FolderListing, FileIdentity), FolderError> {
        reading.watched(root.appending(folder)) {
            FolderListing.list(folder, below: root, followingSymbolicLinks: followsSymbolicLinks)
        }
    }

    /// The next folder; `nil` when all are walked. Blocks its thread.
    mutating func next() -> FolderListing? {
        while let folder = waiting.popLast() {
            let absolute = root.appending(folder.path)
            if let refusal = reading.refusals[absolute] {
                unlistable[folder.path] = refusal.reason
                continue
            }
            if let catalog, !catalog.canHold(folder: absolute) {
                unlistable[folder.path] = "folder's path is too long for the library's database"
                continue
            }
            switch list(folder.path) {
            case .failure(let error):
                unlistable[folder.path] = error.description
            case .success((var listing, let identity)):
                guard visited.insert(identity).inserted, !listing.isIgnored else { continue }
                prepare(
                    &listing, folder, on: identity.number)
                return listing
            }
        }
        return nil
    }

    /// Whether a link leads to what another root has, below it or above it.
    private func isOfAnotherRoot(_ link: MediaPath) -> Bool {
        guard let real = root.appending(link).resolved else { return false }
        let nearest = (others + [root]).nearest(to: real, by: \.self)
        return nearest.map { $0 != root } ?? false
    }

    /// - Parameter number: That of the folder's device.
    private mutating func prepare(
        _ listing: inout FolderListing, _ folder: Waiting, on number: Int
    ) {
        // A device that is new is asked, and may not answer.
        let absolute = root.appending(folder.path)
        let device = reading.watched(absolute) { fileSystems.number(of: number, at: absolute) }
        let own = listing.pictures
        let rules =
            listing.ignorePatterns.map { folder.rules.adding($0, in: folder.path) } ?? folder.rules
        let path = folder.path
        if !rules.isEmpty {
            listing.media.removeAll { rules.ignores(path.appending($0.name), isFolder: false) }
            listing.playlists.removeAll { rules.ignores(path.appending($0), isFolder: false) }
        }
        listing.media.sort { $0.name < $1.name }
        let count = listing.media.count
        listing.media.removeAll { file in
            if file.isSymbolicLink {
                return !links.isOnlyWay(root.appending(path).appending(file.name))
            }
            return folder.linkDevice != nil
                && !links.take(
                    FileIdentity(
                        device: UInt64(bitPattern: Int64(file.stamp.device)),
                        inode: UInt64(bitPattern: Int64(file.stamp.inode))))
        }
        listing.leftOutLinks = count - listing.media.count
        for (index, file) in listing.media.enumerated() {
            // A file is on another device than its folder behind a link, or where it alone is mounted.
            listing.media[index].stamp.device =
                file.stamp.device == number
                ? device
                : reading.watched(absolute) {
                    fileSystems.number(
                        of: file.stamp.device, at: absolute.appending(file.name))
                }
            if file.isSymbolicLink || folder.linkDevice != nil {
                listing.media[index].stamp.linkDevice = folder.linkDevice ?? device
            }
        }
        listing.playlists.sort()
        if path.withoutDiscFolder != path {
            listing.pictures += folder.pictures.map {
                SeenFile(name: MediaPath("..").appending($0.name), stamp: $0.stamp)
            }
        }
        let below = listing.folders.sortedByKey(\.name).reversed()
        for subfolder in below {
            let path = path.appending(subfolder.name)
            guard !rules.ignores(path, isFolder: true), !excluded.contains(path) else { continue }
            if subfolder.isSymbolicLink, isOfAnotherRoot(path) { continue }
            listing.walked.insert(subfolder.name)
            if isShallow { continue }
            let next = Waiting(
                path: path, rules: rules, pictures: own,
                linkDevice: folder.linkDevice ?? (subfolder.isSymbolicLink ? device : nil))
            waiting.insert(next, at: subfolder.isSymbolicLink ? 0 : waiting.endIndex)
        }
    }
}

extension FileIdentity {
    /// The device as ``FileStamp`` has it.
    fileprivate var number: Int { Int(Int64(bitPattern: device)) }
}

/// A walk that continues while others look at what it met. It stays in one place: all that it remembers, each folder that it was
/// in, would else be copied for each of its steps.
actor WalkAhead {
    private var walk: FolderWalk

    init(_ walk: FolderWalk) { self.walk = walk }

    /// Folders that could not be listed so far, with the reason.
    var unlistable: [MediaPath: String] { walk.unlistable }

    /// The next folders, a number at most; empty when all are walked. Blocks its thread.
    func next(_ count: Int) -> [FolderListing] {
        var folders: [FolderListing] = []
        while folders.count < count, let folder = walk.next() { folders.append(folder) }
        return folders
    }
}
