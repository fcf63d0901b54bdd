package import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithScans
package import PhonolithStore

/// Items that can be deleted from a library because their files are permanently gone.
package struct Pruning: Hashable, Sendable {
    /// Items whose files are nowhere, by path.
    package var gone: [GoneItem] = []
    /// Items whose files are nowhere, and that are kept unless the user insists, by path.
    package var doubtful: [(item: GoneItem, doubt: Doubt)] { doubts.map { ($0.item, $0.doubt) } }
    /// How many items of each root are kept, because it cannot be looked at, is empty, or its disk is not mounted.
    package var kept: [MediaPath: Int] = [:]
    /// How many items of each root are kept, because their files are on the disk.
    package var present: [MediaPath: Int] = [:]
    private var doubts: [DoubtfulItem] = []

    /// Why an item is perhaps not to be deleted.
    package enum Doubt: String, Hashable, Sendable, CaseIterable {
        /// A present item has the same sound.
        case sameSound
        /// A file of another disk is in the place of its file.
        case otherDisk
        /// Its root was removed, and its disk is not at its place, or cannot be recognized.
        case unmounted
        /// At least half of its folder or album went when it did.
        case wentTogether
    }

    private struct DoubtfulItem: Hashable, Sendable {
        var item: GoneItem
        var doubt: Doubt
    }

    /// Looks for every item of a root whether its file is gone. The user says that the root is really gone: where it cannot be
    /// found its items are, too. Blocks its thread.
    package init(of catalog: Catalog, in root: MediaPath, forces: Bool = false) throws {
        for item in try catalog.goneItems.all(in: root) {
            // Copies of what is out of reach have its values already; others may have come since.
            let isOnlyValued = item.hasUserValues && item.copy?.hasUserValues == false
            let doubt = isOnlyValued && !forces ? Doubt.sameSound : nil
            switch FileStamp.lookForFile(at: item.path) {
            case _ where item.isDisplaced: add(item, doubt)
            case .failure(let error) where error.isAbsence: add(item, doubt)
            case .failure: kept[item.root, default: 0] += 1
            case .success where item.isHidden: present[item.root, default: 0] += 1
            case .success: break
            }
        }
    }

    /// Looks for every item that is hidden whether its file is gone. Blocks its thread.
    ///
    /// - Parameter forces: Whether items are deleted in spite of doubts.
    package init(
        of catalog: Catalog, forces: Bool = false, on fileSystems: FileSystems = FileSystems()
    ) throws {
        var known: [MediaPath: UnmountedDisks] = [:]
        for item in try catalog.goneItems.all() {
            // Taken out, so that what it has found is not copied for each item.
            var disks =
                known.removeValue(forKey: item.root)
                ?? UnmountedDisks(in: item.root, of: catalog, on: fileSystems)
            defer { known[item.root] = disks }
            if try disks.mayHaveRoot() {
                kept[item.root, default: 0] += 1
            } else if item.isDisplaced || Self.isGone(item.path) {
                add(item, forces ? nil : try Self.doubt(about: item, &disks))
            } else {
                present[item.root, default: 0] += 1
            }
        }
    }

    private mutating func add(_ item: GoneItem, _ doubt: Doubt?) {
        if let doubt {
            doubts.append(DoubtfulItem(item: item, doubt: doubt))
        } else {
            gone.append(item)
        }
    }

    private static func doubt(
        about item: GoneItem, _ disks: inout UnmountedDisks
    ) throws -> Doubt? {
        if item.copy != nil { return .sameSound }
        if item.isDisplacedByOtherDisk { return .otherDisk }
        if !item.wasFoundGone, let file = item.path.relative(to: item.root),
            try !disks.isKnownGone(file, from: item.device)
        {
            return .unmounted
        }
        return item.wentWithOthers ? .wentTogether : nil
    }

    /// Whether the file is not there, rather than something that cannot be looked at.
    private static func isGone(_ path: MediaPath) -> Bool {
        guard case .failure(let error) = FileStamp.lookForFile(at: path) else { return false }
        return error.isAbsence
    }
}
