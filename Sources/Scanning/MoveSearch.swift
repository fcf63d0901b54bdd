import Catalog
import MediaModel

/// Finds, when a scan has looked at everything, what came and is what went.
struct MoveSearch {
    let catalog: Catalog
    /// What the scan did not meet any more.
    var gone: [Catalog.Gone] = []
    /// Whether the scan looked at all that the library has; else a file may have come from elsewhere.
    var hasLookedEverywhere = false

    /// Compares both, and writes what follows; nothing where nothing came or went. Blocks its thread.
    func settle() throws -> Settlement.Counts {
        let new = try catalog.hasNewFiles() ? catalog.newFiles() : []
        if new.isEmpty, gone.isEmpty { return Settlement.Counts() }
        var candidates = new.isEmpty ? [] : try catalog.goneFiles(and: gone)
        if !new.isEmpty, !hasLookedEverywhere { candidates += try strays() }
        candidates = withoutThoseThere(candidates, new)
        var settlement = Settlement(
            gone: gone, matches: MoveMatching.matches(gone: unique(candidates), new: new))
        return try settlement.write(to: catalog)
    }

    /// Files that look like new ones, are taken to be there, and are not.
    private func strays() throws -> [FileTrace] {
        let roots = try catalog.roots().map(\.path)
        var unreachable: [MediaPath: Bool] = [:]
        return try catalog.likenesses().compactMap { file in
            guard case .failure(let error) = FileStamp.look(at: file.path) else { return nil }
            let root = roots.filter { file.path.isInside($0) }.max {
                $0.bytes.count < $1.bytes.count
            }
            guard let root else { return error.isAbsence ? file : nil }
            let isOutOfReach = unreachable[root] ?? LibraryCheck.isUnreachable(root)
            unreachable[root] = isOutOfReach
            if !isOutOfReach, !error.isAbsence { return nil }
            var file = file
            file.isOutOfReach = isOutOfReach
            return file
        }
    }

    /// Without files that are where they were: hidden with their root, or by rules. What looks like them is a
    /// copy. On file systems to which all spellings of a name are one, a renamed file is where it was, too.
    private func withoutThoseThere(_ gone: [FileTrace], _ new: [FileTrace]) -> [FileTrace] {
        let come = Set(new.map { [$0.stamp.device, $0.stamp.inode] })
        return gone.filter { file in
            guard let now = FileStamp.now(at: file.path) else { return true }
            let isThere =
                now.isSameFile(as: file.stamp)
                || (now.size, now.modified) == (file.stamp.size, file.stamp.modified)
            return !isThere || come.contains([now.device, now.inode])
        }
    }

    private func unique(_ files: [FileTrace]) -> [FileTrace] {
        var seen: Set<Int64> = []
        return files.filter { seen.insert($0.fileID).inserted }
    }
}
