import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

/// Distinguishes deleted files from files on a disk that is not mounted: a root's, one below it, or one at the target of a link
/// in it.
///
/// A file is deleted if its name is gone from a folder that is on the device where it was. A disk that is away leaves an
/// empty folder of another device, or a link to nothing; one that is mounted over a folder hides the files in it, whose device
/// is that of a folder above. Files that were put into the mount point meanwhile do not matter.
struct UnmountedDisks {
    /// Why a file that is not there may exist all the same, with the path of a folder or link below the root.
    enum Doubt {
        /// The disk that was mounted at the folder, or that the link leads to, is away.
        case isAway(MediaPath)
        /// Another disk is mounted over the folder, or a link to one is in its place.
        case isCovered(MediaPath)
        /// The folder, or the target of the link, cannot be looked at.
        case isOutOfReach(MediaPath, LookError)
    }

    /// Where the name of a file would be.
    private struct Place {
        /// The nearest folder above that is there, or a link to nothing on the way; below the root.
        var path: MediaPath
        /// Its device, or that of the nearest folder above the link's target.
        var device: Result<Int, LookError>
        var isLinkToNothing = false
        /// Whether a link is at the path or on the way to it.
        var isBehindLink = false
    }

    private let catalog: Catalog
    // Absolute.
    private let root: MediaPath
    private let reading: ReadingGuard
    private let devices: DeviceNumbers
    private let fileSystems: FileSystems
    private let signature: (MediaPath) -> AudioSignature?
    private var mayBeRoots: Bool?
    private var places: [MediaPath: Place] = [:]
    private var isPresent: [Int: Bool] = [:]

    /// - Parameters:
    ///   - devices: Those that a scan met.
    ///   - signature: Reads the sound of a file, where the caller can; `nil` for a file that has none.
    init(
        in root: MediaPath, of catalog: Catalog, _ reading: ReadingGuard = ReadingGuard(),
        _ devices: DeviceNumbers = DeviceNumbers(), on fileSystems: FileSystems = FileSystems(),
        signature: @escaping (MediaPath) -> AudioSignature? = { _ in nil }
    ) {
        (self.catalog, self.root, self.reading, self.devices) = (catalog, root, reading, devices)
        (self.fileSystems, self.signature) = (fileSystems, signature)
    }

    /// Whether the root is on another disk than its files were and has none of them, whatever is in it instead. Blocks its
    /// thread.
    ///
    /// A root whose folder is on the disk where it was is where it was, wherever its files were. Where the numbers of disks do
    /// not last, the files show it: one with the size and time, or the sound, that is known of it is enough, also under another
    /// name if it has the sound, too. Recorders whose clocks are not set give all files one time, so that on a disk that is
    /// known to be another one only the sound counts.
    ///
    /// - Parameter withMissing: Whether files that are known to be gone count.
    func haveRoot(withMissing: Bool = false) throws -> Bool {
        guard case .success(let now) = look(at: root) else { return false }
        let device = number(of: now.device, at: root)
        if FileSystemIdentity.lasts(device), try catalog.roots.device(ofRootAt: root) == device {
            return false
        }
        var known = KnownSounds()
        var hasFiles = false
        var heard = 0
        let hasAny = try catalog.scans.hasFile(in: root, withMissing: withMissing) { file in
            hasFiles = true
            known.note(file.stamp, file.signature)
            if file.stamp.device == device, FileSystemIdentity.lasts(device) { return true }
            switch look(at: file.path) {
            case .failure(let error): return !error.isAbsence
            case .success(let now):
                let isAlike =
                    (now.size, now.modified) == (file.stamp.size, file.stamp.modified)
                let areOthers =
                    FileSystemIdentity.lasts(device)
                    && FileSystemIdentity.lasts(file.stamp.device)
                if isAlike, !areOthers { return true }
                guard let known = file.signature else { return isAlike }
                heard += 1
                return heard <= Self.filesToHear && signature(file.path) == known
            }
        }
        if hasAny || !hasFiles { return false }
        return FileSystemIdentity.lasts(device) || !hasMovedFile(of: known, on: device)
    }

    /// The files that a root had, by what is left of them when they are renamed.
    private struct KnownSounds {
        private(set) var signatures: Set<AudioSignature> = []
        private var stamps: Set<[Int]> = []
        private(set) var devices: Set<Int> = []

        mutating func note(_ stamp: FileStamp, _ signature: AudioSignature?) {
            guard let signature else { return }
            signatures.insert(signature)
            stamps.insert([stamp.size, stamp.modified])
            devices.insert(stamp.device)
        }

        func has(_ stamp: FileStamp) -> Bool { stamps.contains([stamp.size, stamp.modified]) }
    }

    /// Whether a file in the root, wherever it is, has a sound that is known of the root, and also the size and time of a
    /// known file, unless the device has the number that it had.
    private func hasMovedFile(of known: KnownSounds, on device: Int) -> Bool {
        if known.signatures.isEmpty { return false }
        var (likely, others, folders): ([MediaPath], [MediaPath], [MediaPath]) = ([], [], [""])
        while let folder = folders.popLast() {
            guard
                case .success((let listing, _)) = reading.watched(
                    root.appending(folder),
                    {
                        FolderListing.list(folder, below: root, followingSymbolicLinks: false)
                    })
            else { continue }
            folders += listing.folders.map { folder.appending($0.name) }
            for file in listing.media {
                let path = root.appending(folder).appending(file.name)
                if known.has(file.stamp) {
                    likely.append(path)
                } else if known.devices.contains(device), others.count < Self.filesToHear {
                    others.append(path)
                }
            }
        }
        return (likely.prefix(Self.filesToHear) + others).contains { path in
            signature(path).map(known.signatures.contains) ?? false
        }
    }

    /// How many files are read to find one that has only other tags or another time.
    private static let filesToHear = 16

    /// Whether the root's files may be on a disk that is not mounted: it cannot be listed, is empty, or is on another device
    /// than they were. Blocks its thread.
    mutating func mayHaveRoot() throws -> Bool {
        if let known = mayBeRoots { return known }
        let may = try isRootEmpty != false || haveRoot(withMissing: true)
        mayBeRoots = may
        return may
    }

    /// The device of the root, or if it is deleted of the nearest folder above it; `nil` if the root has files or cannot be
    /// looked at. A disk that is not mounted leaves a folder of another device.
    ///
    /// - Parameter isKnownEmpty: Whether a scan found no file in the root.
    func deviceOfEmptyRoot(isKnownEmpty: Bool) -> Int? {
        if isThere(root) {
            guard let isEmpty = isRootEmpty, isEmpty || isKnownEmpty else {
                return nil
            }
        }
        // Of a folder that cannot be looked at, the device is unknown.
        return try? device(nearest: root).get()
    }

    /// Why a file that is not there may exist all the same; `nil` if it is deleted. Blocks its thread.
    ///
    /// - Parameters:
    ///   - file: Below the root.
    ///   - device: The device that it was on.
    ///   - linkDevice: The device of the link by which it, or a folder above it, was known.
    mutating func doubt(
        about file: MediaPath, on device: Int, linkedFrom linkDevice: Int?
    ) throws -> Doubt? {
        if linkDevice == nil, case .success(let now) = place(ofFolder: file.parent).device,
            devices.isSame(device, now)
        {
            return nil
        }
        let place = place(of: file)
        switch place.device {
        case .failure(let error): return .isOutOfReach(place.path, error)
        case .success(let now) where place.isLinkToNothing:
            // All that is behind a network mount has its number.
            return try devices.isSame(device, now) && isPresent(device) ? nil : .isAway(place.path)
        case .success(let now) where devices.isSame(device, now): return nil
        case .success(let now):
            if let linkDevice, !place.isBehindLink, devices.isSame(linkDevice, now) {
                // Links may come and go with the disks that they lead to.
                return try isPresent(device) ? nil : .isAway(child(of: place.path, above: file))
            }
        }
        if case .success(let now) = place.device, try isDeletedSubvolume(place, device, now) {
            return nil
        }
        if let covered = covered(place.path, device) { return .isCovered(covered) }
        return .isAway(place.path.bytes.isEmpty ? child(of: "", above: file) : place.path)
    }

    /// Whether a file that no scan found gone is gone: where it was is the disk that it was on. A number that does not last
    /// shows that of no disk. Blocks its thread.
    ///
    /// - Parameters:
    ///   - file: Below the root; nothing is there.
    ///   - device: The device that it was on.
    mutating func isKnownGone(_ file: MediaPath, from device: Int) throws -> Bool {
        let place = place(of: file)
        guard FileSystemIdentity.lasts(device), case .success(device) = place.device else {
            return false
        }
        // All that is behind a network mount has its number.
        return try !place.isLinkToNothing || isPresent(device)
    }

    /// Whether a file was in a subvolume in the root that is deleted: the root is where it always was, on the same disk. One
    /// that is not mounted leaves the folder in which it was mounted.
    private func isDeletedSubvolume(_ place: Place, _ device: Int, _ now: Int) throws -> Bool {
        try !place.isBehindLink && place.path.bytes.isEmpty
            && FileSystemIdentity.areOfOneDisk(device, now)
            && catalog.roots.device(ofRootAt: root) == now
    }

    /// The device of a folder below the root, or of the nearest one above it that is there.
    mutating func device(ofFolder folder: MediaPath) -> Result<Int, LookError> {
        place(ofFolder: folder).device
    }

    /// The folder that is mounted, or that a link leads to, where a file is on another disk than the library has it.
    mutating func entry(of file: MediaPath) -> MediaPath {
        var folder = file.parent
        guard case .success(let device) = place(ofFolder: folder).device else { return folder }
        while !folder.bytes.isEmpty, case .success(device) = place(ofFolder: folder.parent).device {
            folder = folder.parent
        }
        return folder
    }

    private func child(of folder: MediaPath, above file: MediaPath) -> MediaPath {
        var child = file
        while child.parent != folder { child = child.parent }
        return child
    }

    /// Whether a file that was on a device is there.
    private mutating func isPresent(_ device: Int) throws -> Bool {
        if devices.isPresent(device) { return true }
        if let known = isPresent[device] { return known }
        let isPresent = try catalog.scans.hasFile(in: root, withMissing: false) { file in
            file.stamp.device == device && isThere(file.path)
        }
        self.isPresent[device] = isPresent
        return isPresent
    }

    /// The folder, this one or one above it, that is mounted over what was on a device: the folder above that is on it.
    private mutating func covered(_ folder: MediaPath, _ device: Int) -> MediaPath? {
        let isTop = folder.bytes.isEmpty
        let above =
            isTop ? self.device(nearest: root.parent) : place(ofFolder: folder.parent).device
        if case .success(let now) = above, devices.isSame(device, now) { return folder }
        return isTop ? nil : covered(folder.parent, device)
    }

    private mutating func place(of path: MediaPath) -> Place {
        let absolute = root.appending(path)
        if case .failure(let error) = look(at: absolute) {
            guard error.isAbsence else { return Place(path: path, device: .failure(error)) }
            if let target = absolute.linkTarget {
                let target = target.bytes.first == 0x2F ? target : absolute.parent.appending(target)
                return Place(
                    path: path, device: device(nearest: target), isLinkToNothing: true,
                    isBehindLink: true)
            }
        }
        return place(ofFolder: path.parent)
    }

    private mutating func place(ofFolder folder: MediaPath) -> Place {
        if let known = places[folder] { return known }
        let absolute = root.appending(folder)
        let place: Place
        switch look(at: absolute) {
        case .failure(let error) where error.isAbsence && !folder.bytes.isEmpty:
            place = self.place(of: folder)
        case .failure(let error): place = Place(path: folder, device: .failure(error))
        case .success(let stamp):
            let isBelowRoot = !folder.bytes.isEmpty
            place = Place(
                path: folder,
                device: .success(number(of: stamp.device, at: absolute)),
                isBehindLink: isBelowRoot
                    && (absolute.linkTarget != nil
                        || self.place(ofFolder: folder.parent).isBehindLink)
            )
        }
        places[folder] = place
        return place
    }

    private func device(nearest path: MediaPath) -> Result<Int, LookError> {
        switch look(at: path) {
        case .success(let stamp): .success(number(of: stamp.device, at: path))
        case .failure(let error):
            error.isAbsence && path.parent != path
                ? device(nearest: path.parent) : .failure(error)
        }
    }

    /// Whether something is there, or that cannot be said.
    private func isThere(_ path: MediaPath) -> Bool {
        guard case .failure(let error) = look(at: path) else { return true }
        return !error.isAbsence
    }

    /// `nil` if that cannot be said. Blocks its thread.
    private var isRootEmpty: Bool? {
        if reading.refusals[root] != nil { return nil }
        return reading.watched(root) { FolderListing.isEmpty(root) }
    }

    /// A device that is new is asked, and may not answer.
    private func number(of device: Int, at path: MediaPath) -> Int {
        reading.watched(path) { fileSystems.number(of: device, at: path) }
    }

    private func look(at path: MediaPath) -> Result<FileStamp, LookError> {
        if reading.refusals.keys.contains(where: path.isInside) {
            return .failure(LookError(code: EIO))
        }
        return reading.watched(path) { FileStamp.look(at: path) }
    }
}
