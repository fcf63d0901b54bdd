package import Catalog
package import MediaModel

/// Items that can be deleted from a library because their files are permanently gone.
package struct Pruning: Hashable, Sendable {
    /// Items whose files are nowhere, by path.
    package var gone: [GoneItem] = []
    /// How many items of each root are kept, because it cannot be looked at, is empty, or its disk is not mounted.
    package var kept: [MediaPath: Int] = [:]
    /// How many items of each root are kept, because their files are on the disk.
    package var present: [MediaPath: Int] = [:]

    /// Looks for every item of a root whether its file is gone. The user says that the root is really gone: where it cannot be
    /// found its items are, too. Blocks its thread.
    package init(of catalog: Catalog, in root: MediaPath) throws {
        for item in try catalog.goneItems.all(in: root) {
            switch FileStamp.lookForFile(at: item.path) {
            case _ where item.isDisplaced: gone.append(item)
            case .failure(let error) where error.isAbsence: gone.append(item)
            case .failure: kept[item.root, default: 0] += 1
            case .success where item.isHidden: present[item.root, default: 0] += 1
            case .success: break
            }
        }
    }

    /// Looks for every item that is hidden whether its file is gone. Blocks its thread.
    package init(of catalog: Catalog) throws {
        var disks: [MediaPath: UnmountedDisks] = [:]
        for item in try catalog.goneItems.all() {
            let isAway = try disks[item.root, default: UnmountedDisks(in: item.root, of: catalog)]
                .mayHaveRoot()
            if isAway {
                kept[item.root, default: 0] += 1
            } else if item.isDisplaced || Self.isGone(item.path) {
                gone.append(item)
            } else {
                present[item.root, default: 0] += 1
            }
        }
    }

    /// Whether the file is not there, rather than something that cannot be looked at.
    private static func isGone(_ path: MediaPath) -> Bool {
        guard case .failure(let error) = FileStamp.lookForFile(at: path) else { return false }
        return error.isAbsence
    }
}
