import FoundationEssentials
import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

// Files that are gone, and problems.

extension RootScan {
    /// Whether the root cannot be read, or is empty where it was not: a disk that is not mounted.
    func isOffline() throws -> Bool {
        if unlistable[target.start] != nil { return true }
        if target.isShallow, walked?.isEmpty == false { return false }
        guard target.start.bytes.isEmpty, filesSeen == 0, !Task.isCancelled else { return false }
        // Files that the user has hidden are there, and so are those that cannot be looked at.
        let isHidden = try catalog.scans.hasFile(in: target.root.path, withMissing: false) {
            file in
            options.reading.watched(file.path) { !FileStamp.isAbsent(at: file.path) }
        }
        return try !isHidden && catalog.scans.hasFiles(target.root.id)
    }

    /// Whether what is in the root now is not what the library has of it. That may be hidden: the root may have been removed, and
    /// added again on another disk.
    func isUnmounted() throws -> Bool {
        try options.reading.refusals[target.root.path] == nil
            && options.reading.watched(target.root.path) {
                try disks().haveRoot() && disks().haveRoot(withMissing: true)
            }
    }

    private func disks() -> UnmountedDisks {
        UnmountedDisks(
            in: target.root.path, of: catalog, options.reading, devices, on: options.fileSystems
        ) { [reading] in reading.signature(ofFileAt: $0) }
    }

    /// Notes on which disk the root is, if that is another than was known.
    func noteDevice() throws {
        let root = target.root.path
        guard options.reading.refusals[root] == nil,
            let device = options.reading.watched(
                root,
                {
                    try? options.fileSystems.number(
                        of: FileStamp.look(at: root).get().device, at: root)
                })
        else { return }
        try catalog.roots.setDevice(device, target.root.id)
    }

    mutating func markUnmounted() throws {
        try catalog.roots.setAvailable(false, target.root.id)
        found[""] = """
            is on another disk than its files, and has none of them; they are kept as unavailable. Is its disk mounted? \
            If they are really gone: phonolith roots remove \(target.root.path)
            """
        noteUnavailable("", "its disk is not mounted")
        try compareProblems(isWhole: false)
    }

    private mutating func noteUnavailable(_ folder: MediaPath, _ reason: String) {
        report.unavailable.append(
            ScanProblem(path: target.root.path.appending(folder), reason: reason))
    }

    mutating func markOffline() throws {
        if target.start.bytes.isEmpty { try catalog.roots.setAvailable(false, target.root.id) }
        noteUnavailable(target.start, unlistable[target.start] ?? "it is empty")
        guard unlistable[target.start] == nil else { return }
        found[target.start] =
            "was not empty before, but is now; its items are kept as unavailable. Is its disk mounted?"
    }

    /// Whether a folder is in one that is there, and that a scan of a single folder does not look into.
    private func isLeftAlone(_ folder: MediaPath) -> Bool {
        guard let walked, let below = folder.relative(to: target.start) else { return false }
        let first = MediaPath(bytes: Array(below.bytes.prefix { $0 != 0x2F }))
        return walked.contains(first)
    }

    /// Folders that the library knows and the walk did not meet are gone, unless they are below one that
    /// could not be listed.
    mutating func noteGoneFolders() throws {
        var folders: [Int64] = []
        var hidden: [MediaPath: [Int64]] = [:]
        try catalog.scans.forEachFolder(
            of: target.root.id, below: target.start, upTo: lastKnownFolder
        ) {
            id, path in
            if visited.contains(id) || isLeftAlone(path) { return }
            if let above = unlistable.keys.first(where: { path.isInside($0) }) {
                hidden[above, default: []].append(id)
            } else {
                folders.append(id)
            }
        }
        for (folder, ids) in hidden.sorted(by: { $0.key < $1.key })
        where try ids.contains(where: { try !catalog.scans.presentFiles(inFolder: $0).isEmpty }) {
            noteUnavailable(folder, unlistable[folder] ?? "")
        }
        for folder in folders {
            gone += try catalog.scans.presentFiles(inFolder: folder).map {
                FileStore.Gone(fileID: $0, folderID: folder)
            }
        }
    }

    /// Keeps what seems gone and is on a disk that is not mounted.
    mutating func keepUnmounted() throws {
        let places = try catalog.scans.places(of: gone)
        for device in places.map(\.device) + displaced.map(\.device) {
            devices.noteMissing(device)
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
                report.hasUnmountedFolders = true
                if devices.isTaken(place.device) { unknown.append(place.fileID) }
            }
            doubts[doubt.entry] = doubt
        }
        for file in displaced {
            let entry = disks.entry(of: file.path)
            guard case .success(let now) = disks.device(ofFolder: file.path.parent),
                !devices.isSame(file.device, now)
            else { continue }
            doubts[entry] = .isCovered(entry)
            report.hasUnmountedFolders = true
        }
        try catalog.files.forgetDevices(of: unknown)
        kept = gone.filter { away.contains($0.fileID) }
        gone.removeAll { away.contains($0.fileID) }
        for (entry, doubt) in doubts.sorted(by: { $0.key < $1.key }) {
            noteUnavailable(entry, doubt.shortReason)
            found[entry] = doubt.reason(in: target.root.path)
            // All paths are in the root.
            if !entry.bytes.isEmpty { unlistable[entry] = found[entry] }
        }
    }

    /// Reports what is wrong and was not known, and what was wrong and is well.
    ///
    /// - Parameter isWhole: Whether the scan looked at all of its target.
    mutating func compareProblems(isWhole: Bool) throws {
        let news = try catalog.problems.store(problems: found, of: target.root, now: .now) { path in
            isWhole && path.isInside(target.start) && !isLeftAlone(path)
                && !unlistable.keys.contains { path.isInside($0) } && !isPlaylist(path)
        }
        report.add(news)
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
