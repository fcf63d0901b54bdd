import Catalog
import CommandLineInterface
import MediaModel
import PlaylistFiles
import Scanning
import Synchronization

extension LibraryScanner {
    /// Keeps playlists as the playlist files in folders that were scanned are. Blocks its thread.
    ///
    /// - Returns: What could not be read.
    func followPlaylists(
        in folders: [MediaPath], options: ScanOptions, of catalog: Catalog,
        remark: (String) -> Void
    ) throws -> [ScanProblem] {
        let search = try searchPlaylists(in: folders, options: options)
        let outcome = try PlaylistFollower(catalog: catalog).follow(
            search.files, isGone: search.isGone)
        return outcome.tell(remark)
    }
}

/// Follows playlist files while a scan watches folders. A problem with a file is reported once, until another
/// comes or it is solved.
final class PlaylistWatch: Sendable {
    private let scanner: LibraryScanner
    private let catalog: Catalog
    private let options: ScanOptions
    private let remark: @Sendable (String) -> Void
    private let reported = Mutex<Set<ScanProblem>>([])

    init(
        scanner: LibraryScanner, catalog: Catalog, options: ScanOptions,
        remark: @escaping @Sendable (String) -> Void
    ) {
        self.scanner = scanner
        self.catalog = catalog
        self.options = options
        self.remark = remark
    }

    /// Follows the playlist files of some roots, or parts of them. Blocks its thread.
    ///
    /// - Parameter unfinished: Files that may still be being written.
    /// - Returns: What could not be read, and was not reported before.
    @Sendable func follow(
        _ targets: [ScanTarget], unfinished: Set<MediaPath>
    ) throws -> [ScanProblem] {
        let search = try scanner.searchPlaylists(of: targets, options: options)
        let files = search.files.filter { !unfinished.contains($0) }
        let outcome = try PlaylistFollower(catalog: catalog).follow(files, isGone: search.isGone)
        let problems = outcome.tell(remark)
        return reported.withLock { reported in
            let new = problems.filter { !reported.contains($0) }
            let looked = Set(files)
            reported = reported.filter { !looked.contains($0.path) }.union(problems)
            return new
        }
    }
}

extension PlaylistFollower.Outcome {
    /// Reports what was done.
    ///
    /// - Returns: What could not be read.
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
