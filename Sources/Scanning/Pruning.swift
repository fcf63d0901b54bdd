package import Catalog
package import MediaModel

/// What can be deleted from a library because it is truly gone.
package struct Pruning: Hashable, Sendable {
    /// Items whose files are nowhere, by path.
    package var gone: [GoneItem] = []
    /// How many items are kept, because their roots cannot be looked at, or are empty.
    package var kept: [MediaPath: Int] = [:]

    /// Looks for every item that is hidden whether its file is gone. Blocks its thread.
    package init(of catalog: Catalog) throws {
        var isUnreachable: [MediaPath: Bool] = [:]
        for item in try catalog.goneItems() {
            let isHidden = isUnreachable[item.root] ?? LibraryCheck.isUnreachable(item.root)
            isUnreachable[item.root] = isHidden
            if isHidden {
                kept[item.root, default: 0] += 1
            } else if item.isDisplaced || Self.isGone(item.path) {
                gone.append(item)
            }
        }
    }

    /// Whether the file is not there, rather than something that cannot be looked at.
    private static func isGone(_ path: MediaPath) -> Bool {
        guard case .failure(let error) = FileStamp.look(at: path) else { return false }
        return error.isAbsence
    }
}
