import PhonolithCommandLineInterface
import PhonolithImporting
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScanning
import PhonolithStore

extension LibraryScanner {
    /// Keeps playlists as the playlist files in folders that were scanned are. Blocks its thread.
    ///
    /// - Returns: A report of what could not be read.
    func followPlaylists(
        in folders: [MediaPath], options: ScanOptions, of catalog: Catalog,
        remark: (String) -> Void
    ) throws -> ScanReport {
        let search = try searchPlaylists(in: folders, options: options)
        return try follow(search, of: catalog, remark: remark)
    }

    /// The same for some roots, or parts of them.
    ///
    /// - Parameter unfinished: Files that may still be being written.
    func followPlaylists(
        of targets: [ScanTarget], except unfinished: Set<MediaPath>, options: ScanOptions,
        of catalog: Catalog, remark: (String) -> Void
    ) throws -> ScanReport {
        let search = try searchPlaylists(of: targets, options: options)
        return try follow(search, except: unfinished, of: catalog, remark: remark)
    }

    private func follow(
        _ search: PlaylistSearch, except unfinished: Set<MediaPath> = [], of catalog: Catalog,
        remark: (String) -> Void
    ) throws -> ScanReport {
        let files = search.files.filter { !unfinished.contains($0) }
        let outcome = try PlaylistFollower(catalog: catalog).follow(files, isGone: search.isGone)
        return try storeProblems(outcome.tell(remark), of: search, except: unfinished)
    }
}

extension PlaylistFollower.Outcome {
    /// Reports what was done.
    ///
    /// - Returns: The files that could not be read.
    fileprivate func tell(_ remark: (String) -> Void) -> [ScanProblem] {
        if read > 0 {
            let missing = unresolved.counted("entry", "entries")
            let rest = unresolved == 0 ? "" : ", \(missing) not found"
            remark("\(read.counted("playlist", "playlists")) read\(rest)")
        }
        if !deleted.isEmpty {
            let names = deleted.prefix(5).joined(separator: ", ")
            let rest = deleted.count > 5 ? " and \(deleted.count - 5) more" : ""
            remark(
                "\(deleted.count.counted("playlist", "playlists")) deleted because \(deleted.count == 1 ? "its file is" : "their files are") gone: \(names)\(rest)"
                    .oneLine)
        }
        for list in unfollowed {
            remark(
                "\(list.name): \(list.file) has changed, but you edited the playlist; playlist import --replace reads the file again"
                    .oneLine)
        }
        for list in kept {
            let others = list.askedForBy.joined(separator: ", ")
            remark("\(list.name): its file is gone; kept, because it is used by \(others)".oneLine)
        }
        return problems.map { ScanProblem(path: $0.path, reason: $0.reason.oneLine) }
    }
}
