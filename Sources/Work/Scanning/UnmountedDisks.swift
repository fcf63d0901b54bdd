import Catalog
import Files
import MediaModel

/// Tells files that are gone from those of a disk that is not mounted, below a root or where a link in it leads to.
///
/// A disk that is away leaves an empty folder of another one, or a link to nothing. So a file may be on one where the folder
/// that it was in, or the nearest above it, is on another device than the file was, and the root has no file of that device
/// any more.
struct UnmountedDisks {
    private let catalog: Catalog
    /// Absolute.
    private let root: MediaPath
    /// Numbers of devices that the library has, and whose files are there, under whatever number.
    private let met: Set<Int>
    private var isAway: [Int: Bool] = [:]
    private var devices: [MediaPath: Int?] = [:]

    /// - Parameter met: The devices of files that a scan met, as the library had them before.
    init(in root: MediaPath, of catalog: Catalog, met: Set<Int> = []) {
        (self.catalog, self.root, self.met) = (catalog, root, met)
    }

    /// Whether files that are not in their folder may be on a disk that is not mounted. Blocks its thread.
    ///
    /// - Parameters:
    ///   - folder: Below the root.
    ///   - device: The number of the device that the files were on.
    mutating func mayHaveFiles(of folder: MediaPath, on device: Int) throws -> Bool {
        guard let now = deviceNow(of: folder), now != device, !met.contains(device) else {
            return false
        }
        if let known = isAway[device] { return known }
        let isThere = try catalog.hasFile(in: root, withMissing: false) { path, other in
            guard other == device else { return false }
            guard case .failure(let error) = FileStamp.look(at: path) else { return true }
            return !error.isAbsence
        }
        isAway[device] = !isThere
        return !isThere
    }

    /// The mount point or link by which the files of a folder were reached, as far as that can be seen.
    ///
    /// - Parameter folder: Below the root.
    func entry(to folder: MediaPath) -> MediaPath {
        var above: MediaPath = ""
        for name in folder.bytes.split(separator: 0x2F) {
            let next = above.appending(MediaPath(bytes: Array(name)))
            let path = root.appending(next)
            if path.status == nil {
                return above.bytes.isEmpty || path.linkTarget != nil ? next : above
            }
            above = next
        }
        return folder
    }

    private mutating func deviceNow(of folder: MediaPath) -> Int? {
        if let known = devices[folder] { return known }
        var device: Int?
        switch FileStamp.look(at: root.appending(folder)) {
        case .success(let stamp): device = stamp.device
        case .failure(let error) where error.isAbsence && !folder.bytes.isEmpty:
            device = deviceNow(of: folder.parent)
        case .failure: break
        }
        devices[folder] = .some(device)
        return device
    }
}
