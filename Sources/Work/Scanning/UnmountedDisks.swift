import Catalog
import Files
import Foundation
import MediaModel

/// Distinguishes deleted files from files on a disk that is not mounted: a root's, one below it, or one at the target of a link
/// in it.
///
/// A disk that is away leaves an empty folder of another one, or a link to nothing. So a file may be on one where the folder
/// that it was in, or the nearest above it, is on another device than the file was, nothing that is known is in that folder, and
/// the root has no file of that device any more; or it has, but another disk is mounted over the folder.
struct UnmountedDisks {
    private let catalog: Catalog
    /// Absolute.
    private let root: MediaPath
    private let reading: ReadingGuard
    /// The devices on which files are now, by the devices that they were on; none for a disk that is away.
    private var devicesNow: [Int: Set<Int>]
    private var mayBeRoots: Bool?
    private var isCovered: [MediaPath: Bool] = [:]
    private var devices: [MediaPath: Int?] = [:]
    private var hasKnown: [MediaPath: Bool] = [:]

    /// - Parameter met: The devices of files that a scan met on others than the library had them on, with these.
    init(
        in root: MediaPath, of catalog: Catalog, _ reading: ReadingGuard = ReadingGuard(),
        met: [Int: Set<Int>] = [:]
    ) {
        (self.catalog, self.root, self.reading, devicesNow) = (catalog, root, reading, met)
    }

    /// Whether the root is on another device than its files were and has none of them, whatever the user has put into its
    /// mount point. Blocks its thread.
    ///
    /// Asks the disk about each file only if that is so; one file is enough otherwise.
    ///
    /// - Parameter withMissing: Whether files that are known to be gone count.
    func haveRoot(withMissing: Bool = false) throws -> Bool {
        guard case .success(let now) = look(at: root) else { return false }
        var hasFiles = false
        let hasAny = try catalog.scans.hasFile(in: root, withMissing: withMissing) { path, device in
            hasFiles = true
            return device == now.device || isThere(path)
        }
        return hasFiles && !hasAny
    }

    /// Whether the root's files may be on a disk that is not mounted: it cannot be listed, is empty, or is on another device
    /// than they were. Blocks its thread.
    mutating func mayHaveRoot() throws -> Bool {
        if let known = mayBeRoots { return known }
        let may = try FolderListing.isEmpty(root) != false || haveRoot(withMissing: true)
        mayBeRoots = may
        return may
    }

    /// The device of the root, or if it is deleted of the nearest folder above it; `nil` if the root has files or cannot be
    /// looked at. A disk that is not mounted leaves a folder of another device.
    ///
    /// - Parameter isKnownEmpty: Whether a scan found no file in the root.
    func deviceOfEmptyRoot(isKnownEmpty: Bool) -> Int? {
        if isThere(root) {
            guard let isEmpty = FolderListing.isEmpty(root), isEmpty || isKnownEmpty else {
                return nil
            }
        }
        return device(nearest: root)
    }

    /// Whether a file that is not there may be on a disk that is not mounted. Blocks its thread.
    ///
    /// - Parameters:
    ///   - file: Below the root.
    ///   - device: The number of the device that it was on.
    mutating func mayHave(_ file: MediaPath, on device: Int) throws -> Bool {
        guard let now = deviceNow(of: file.parent), now != device,
            devicesNow[device]?.contains(now) != true
        else { return false }
        // A file deleted from a folder that is there is gone; a link to nothing is still in it.
        if root.appending(file).linkTarget == nil, try hasKnownFiles(file.parent) { return false }
        let devices = try devicesNow(of: device)
        return try devices.isEmpty || !devices.contains(now) && isCovered(nearest(to: file.parent))
    }

    private mutating func devicesNow(of device: Int) throws -> Set<Int> {
        if let known = devicesNow[device] { return known }
        var now: Set<Int> = []
        _ = try catalog.scans.hasFile(in: root, withMissing: false) { path, other in
            if other == device, case .success(let stamp) = look(at: path) {
                now.insert(stamp.device)
            }
            return !now.isEmpty
        }
        devicesNow[device] = now
        return now
    }

    /// Whether another disk seems to be mounted over a folder: none of the files that are known in it, at any depth, is there.
    private mutating func isCovered(_ folder: MediaPath) throws -> Bool {
        // The root's own disk is looked at as a whole.
        if folder.bytes.isEmpty { return false }
        if let known = isCovered[folder] { return known }
        let place = root.appending(folder)
        let isCovered = try !catalog.scans.hasFile(in: root, withMissing: false) { path, _ in
            path.isInside(place) && isThere(path)
        }
        self.isCovered[folder] = isCovered
        return isCovered
    }

    /// A folder below the root, or the nearest one above it that is there.
    private func nearest(to folder: MediaPath) -> MediaPath {
        folder.bytes.isEmpty || isThere(root.appending(folder))
            ? folder : nearest(to: folder.parent)
    }

    /// The mount point or link by which the files of a folder were reached, as far as that can be seen.
    ///
    /// - Parameter folder: Below the root.
    mutating func entry(to folder: MediaPath) throws -> MediaPath {
        var above: MediaPath = ""
        for name in folder.bytes.split(separator: 0x2F) {
            let next = above.appending(MediaPath(bytes: Array(name)))
            if !isThere(root.appending(next)) {
                let isEntry =
                    above.bytes.isEmpty || root.appending(next).linkTarget != nil
                return try isEntry || hasKnownFiles(above) ? next : above
            }
            above = next
        }
        return folder
    }

    private func device(nearest path: MediaPath) -> Int? {
        switch look(at: path) {
        case .success(let stamp): stamp.device
        case .failure(let error):
            error.isAbsence && path.parent != path ? device(nearest: path.parent) : nil
        }
    }

    private mutating func hasKnownFiles(_ folder: MediaPath) throws -> Bool {
        if let known = hasKnown[folder] { return known }
        let place = root.appending(folder)
        let has = try catalog.scans.hasFile(in: root, withMissing: false) { path, _ in
            path.parent == place && isThere(path)
        }
        hasKnown[folder] = has
        return has
    }

    private mutating func deviceNow(of folder: MediaPath) -> Int? {
        if let known = devices[folder] { return known }
        var device: Int?
        switch look(at: root.appending(folder)) {
        case .success(let stamp): device = stamp.device
        case .failure(let error) where error.isAbsence && !folder.bytes.isEmpty:
            device = deviceNow(of: folder.parent)
        case .failure: break
        }
        devices[folder] = .some(device)
        return device
    }

    /// Whether something is there, or that cannot be said.
    private func isThere(_ path: MediaPath) -> Bool {
        guard case .failure(let error) = look(at: path) else { return true }
        return !error.isAbsence
    }

    private func look(at path: MediaPath) -> Result<FileStamp, LookError> {
        if reading.refusals.keys.contains(where: path.isInside) {
            return .failure(LookError(code: EIO))
        }
        return reading.watched(path) { FileStamp.look(at: path) }
    }
}
