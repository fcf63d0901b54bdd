import FoundationEssentials
import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

/// The steps of a scan after the reading: settle what is gone or on another disk, and what is a problem and what no longer is.
struct RootSettlement {
    private let catalog: Catalog
    private let target: ScanTarget
    private let options: ScanOptions
    private let reading: FileReading
    private let isCancelled: Bool
    private var root: WalkedRoot
    private var findings: ScanFindings
    /// Files that were not found but are kept, because their disk is not mounted.
    private var kept: [FileStore.Gone] = []

    /// - Parameter isCancelled: Whether the walk was ended before it had met everything.
    init(_ scan: RootScan, _ root: WalkedRoot, _ findings: ScanFindings, isCancelled: Bool) {
        (catalog, target, options) = (scan.catalog, scan.target, scan.options)
        (reading, self.isCancelled) = (scan.reading, isCancelled)
        (self.root, self.findings) = (root, findings)
    }

    /// The settlement of a root that is not read, because what is in it now is not what the library has of it: that may be hidden, and
    /// the root may have been removed, and added again on another disk. `nil` for any other root.
    static func ofUnmounted(_ scan: RootScan) throws -> RootSettlement? {
        var settlement = Self(scan, WalkedRoot(), ScanFindings(scan), isCancelled: false)
        guard try settlement.isUnmounted() else { return nil }
        try settlement.markUnmounted()
        return settlement
    }

    mutating func run() throws {
        let isOffline = try isOffline()
        if isOffline {
            root.gone = []
            try markOffline()
        } else if !isCancelled {
            try catalog.roots.setAvailable(true, target.root.id)
            try noteDevice()
            try noteGoneFolders()
            try keepUnmounted()
        }
        try compareProblems(isWhole: !isOffline && !isCancelled)
    }

    func result(_ changes: ScanWriter.Changes = ScanWriter.Changes()) -> RootScan.Result {
        RootScan.Result(
            report: findings.report, changes: changes, gone: root.gone, kept: kept,
            devices: root.devices)
    }

    // MARK: - Roots that are not there

    /// Whether the root cannot be read, or is empty where it was not: a disk that is not mounted.
    private func isOffline() throws -> Bool {
        if root.unlistable[target.start] != nil { return true }
        if target.isShallow, root.subfolders?.isEmpty == false { return false }
        guard target.start.bytes.isEmpty, findings.filesSeen == 0, !isCancelled else {
            return false
        }
        // Files that the user has hidden are there, and so are those that cannot be looked at.
        let isHidden = try catalog.scans.hasFile(in: target.root.path, withMissing: false) {
            file in
            options.reading.watched(file.path) { !FileStamp.isAbsent(at: file.path) }
        }
        return try !isHidden && catalog.scans.hasFiles(target.root.id)
    }

    private func isUnmounted() throws -> Bool {
        try options.reading.refusals[target.root.path] == nil
            && options.reading.watched(target.root.path) {
                try disks().haveRoot() && disks().haveRoot(withMissing: true)
            }
    }

    private func disks() -> UnmountedDisks {
        UnmountedDisks(
            in: target.root.path, of: catalog, options.reading, root.devices,
            on: options.fileSystems
        ) { [reading] in reading.signature(ofFileAt: $0) }
    }

    /// Notes on which disk the root is, if that is another than was known.
    private func noteDevice() throws {
        let path = target.root.path
        guard options.reading.refusals[path] == nil,
            let device = options.reading.watched(
                path,
                {
                    try? options.fileSystems.number(
                        of: FileStamp.look(at: path).get().device, at: path)
                })
        else { return }
        try catalog.roots.setDevice(device, target.root.id)
    }

    private mutating func markUnmounted() throws {
        try catalog.roots.setAvailable(false, target.root.id)
        findings.problems[""] = """
            is on another disk than its files, and has none of them; they are kept as unavailable. Is its disk mounted? \
            If they are really gone: phonolith roots remove \(target.root.path)
            """
        findings.noteUnavailable("", "its disk is not mounted")
        try compareProblems(isWhole: false)
    }

    private mutating func markOffline() throws {
        if target.start.bytes.isEmpty { try catalog.roots.setAvailable(false, target.root.id) }
        findings.noteUnavailable(target.start, root.unlistable[target.start] ?? "it is empty")
        guard root.unlistable[target.start] == nil else { return }
        findings.problems[target.start] =
            "was not empty before, but is now; its items are kept as unavailable. Is its disk mounted?"
    }

    /// Whether a folder is in one that is there, and that a scan of a single folder does not look into.
    private func isLeftAlone(_ folder: MediaPath) -> Bool {
        guard let subfolders = root.subfolders, let below = folder.relative(to: target.start) else {
            return false
        }
        let first = MediaPath(bytes: Array(below.bytes.prefix { $0 != 0x2F }))
        return subfolders.contains(first)
    }

    /// Folders that the library knows and the walk did not meet are gone, unless they are below one that
    /// could not be listed.
    private mutating func noteGoneFolders() throws {
        var folders: [Int64] = []
        var hidden: [MediaPath: [Int64]] = [:]
        try catalog.scans.forEachFolder(
            of: target.root.id, below: target.start, upTo: root.lastKnownFolder
        ) {
            id, path in
            if root.visited.contains(id) || isLeftAlone(path) { return }
            if let above = root.unlistable.keys.first(where: { path.isInside($0) }) {
                hidden[above, default: []].append(id)
            } else {
                folders.append(id)
            }
        }
        for (folder, ids) in hidden.sorted(by: { $0.key < $1.key })
        where try ids.contains(where: { try !catalog.scans.presentFiles(inFolder: $0).isEmpty }) {
            findings.noteUnavailable(folder, root.unlistable[folder] ?? "")
        }
        for folder in folders {
            root.gone += try catalog.scans.presentFiles(inFolder: folder).map {
                FileStore.Gone(fileID: $0, folderID: folder)
            }
        }
    }

    /// Keeps what seems gone and is on a disk that is not mounted.
    private mutating func keepUnmounted() throws {
        let places = try catalog.scans.places(of: root.gone)
        for device in places.map(\.device) + root.displaced.map(\.device) {
            root.devices.noteMissing(device)
        }
        var disks = disks()
        var away: Set<Int64> = []
        var unknown: [Int64] = []
        var doubts: [MediaPath: UnmountedDisks.Doubt] = [:]
        for place in places {
            guard
                let doubt = try disks.doubt(
                    about: place.file, on: place.device, linkedFrom: place.linkDevice)
            else { continue }
            away.insert(place.fileID)
            if case .isAway = doubt {
                findings.report.hasUnmountedFolders = true
                if root.devices.isTaken(place.device) { unknown.append(place.fileID) }
            }
            doubts[doubt.entry] = doubt
        }
        for file in root.displaced {
            let entry = disks.entry(of: file.path)
            guard case .success(let now) = disks.device(ofFolder: file.path.parent),
                !root.devices.isSame(file.device, now)
            else { continue }
            doubts[entry] = .isCovered(entry)
            findings.report.hasUnmountedFolders = true
        }
        try catalog.files.forgetDevices(of: unknown)
        kept = root.gone.filter { away.contains($0.fileID) }
        root.gone.removeAll { away.contains($0.fileID) }
        for (entry, doubt) in doubts.sorted(by: { $0.key < $1.key }) {
            findings.noteUnavailable(entry, doubt.shortReason)
            findings.problems[entry] = doubt.reason(in: target.root.path)
            // All paths are in the root.
            if !entry.bytes.isEmpty { root.unlistable[entry] = findings.problems[entry] }
        }
    }

    /// Reports what is wrong and was not known, and what was wrong and is well.
    ///
    /// - Parameter isWhole: Whether the scan looked at all of its target.
    private mutating func compareProblems(isWhole: Bool) throws {
        let news = try catalog.problems.store(
            problems: findings.problems, of: target.root, now: .now
        ) { path in
            isWhole && path.isInside(target.start) && !isLeftAlone(path)
                && !root.unlistable.keys.contains { path.isInside($0) } && !isPlaylist(path)
        }
        findings.report.add(news)
    }

    /// Whether a path is that of a playlist file; the reader of these knows their errors.
    private func isPlaylist(_ path: MediaPath) -> Bool {
        path.isNamedAsPlaylist
            && target.root.path.appending(path).status?.isRegularFile == true
    }
}

extension UnmountedDisks.Doubt {
    /// The folder or link, below the root.
    fileprivate var entry: MediaPath {
        switch self {
        case .isAway(let path), .isCovered(let path), .isOutOfReach(let path, _): path
        }
    }

    fileprivate var shortReason: String {
        switch self {
        case .isAway: "its disk is not mounted"
        case .isCovered: "another disk is mounted there"
        case .isOutOfReach(_, let error):
            "cannot be accessed: \(String(cString: strerror(error.code)))"
        }
    }

    fileprivate func reason(in root: MediaPath) -> String {
        let remedy = "If they are really gone: phonolith prune --root \(root)"
        return switch self {
        case .isAway:
            "files that were here on another disk cannot be found; they are kept. Is that disk mounted? \(remedy)"
        case .isCovered:
            "is on another disk now; files that were here before are kept. \(remedy)"
        case .isOutOfReach(_, let error):
            "cannot be accessed: \(String(cString: strerror(error.code))); its files are kept"
        }
    }
}
