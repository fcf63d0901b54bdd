import FoundationEssentials
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore

/// The playlist files in folders, found by the rules of a scan.
package struct PlaylistSearch: Sendable {
    /// Absolute; folder by folder, in the order of names.
    package private(set) var files: [MediaPath] = []
    /// The folders that were listed, absolute: files not in them do not exist.
    private var folders: Set<MediaPath> = []
    /// The roots that were searched, or in part.
    fileprivate var roots: Set<LibraryRoot> = []

    /// Whether a file is certainly not there any more: a folder above it was listed, and the way to the file
    /// ends there. A file in a folder that could not be looked at, or in a root that is away, is not gone.
    package func isGone(_ file: MediaPath) -> Bool {
        var (child, folder) = (file, file.parent)
        while !folders.contains(folder) {
            guard folder.bytes.count > 1 else { return false }
            (child, folder) = (folder, folder.parent)
        }
        return FileStamp.isAbsent(at: child)
    }

    /// Whether the search has found the playlist file of this path, if it is there and not excluded.
    fileprivate func covers(_ path: MediaPath) -> Bool {
        path.isNamedAsPlaylist && folders.contains(path.parent)
    }

    fileprivate mutating func add(_ listing: FolderListing, below root: LibraryRoot) {
        roots.insert(root)
        let folder = root.path.appending(listing.path)
        folders.insert(folder)
        // A playlist is known by its real path, which a symbolic link may lead to.
        if let real = folder.resolved { folders.insert(real) }
        files += listing.playlists.map(folder.appending)
    }
}

extension LibraryScanner {
    /// The playlist files in folders that a scan walks, by the same rules, with what is known of files that are not
    /// there; cue sheets are none, they are tracks. Blocks its thread.
    ///
    /// - Parameter paths: Folders; empty for all roots.
    /// - Throws: ``ScanTargetError``, `CatalogError`.
    package func searchPlaylists(
        in paths: [MediaPath], options: ScanOptions
    ) throws -> PlaylistSearch {
        let folders = try paths.map { try ScanTarget.folder(at: $0, options.reading) }
        return try searchPlaylists(
            of: ScanTarget.targets(scanning: folders, in: catalog.roots.all()), options: options)
    }

    /// The same in some roots, or parts of them.
    package func searchPlaylists(
        of targets: [ScanTarget], options: ScanOptions
    ) throws -> PlaylistSearch {
        let away = try catalog.roots.all().filter { !$0.isAvailable }.map(\.id)
        var search = PlaylistSearch()
        for target in targets where !away.contains(target.root.id) {
            var walk = FolderWalk(target, options, for: catalog)
            while let listing = walk.next() { search.add(listing, below: target.root) }
        }
        return search
    }

    /// Stores what is wrong with the playlist files of a search, next to what is wrong with media files. Blocks its thread.
    ///
    /// - Parameter unfinished: Files that were found, but not read.
    /// - Returns: A report of what has changed since they were last read.
    package func storeProblems(
        _ problems: [ScanProblem], of search: PlaylistSearch,
        except unfinished: Set<MediaPath> = []
    ) throws -> ScanReport {
        var report = ScanReport()
        for root in search.roots.sorted(by: { $0.path < $1.path }) {
            var found: [MediaPath: String] = [:]
            for problem in problems {
                if let path = problem.path.relative(to: root.path) { found[path] = problem.reason }
            }
            let news = try catalog.problems.store(problems: found, of: root, now: .now) { path in
                let path = root.path.appending(path)
                return search.covers(path) && !unfinished.contains(path)
            }
            report.add(news)
        }
        return report
    }
}

extension ScanReport {
    /// Adds what has changed in the problems of a root. A file that is gone is no problem solved.
    mutating func add(_ news: ProblemStore.ProblemNews) {
        problems += news.new
        solvedProblems += news.solved.filter { $0.path.status != nil }
        knownProblems += news.known
    }
}

extension MediaPath {
    /// Whether the name is that of a playlist file. A cue sheet is none: its tracks are items.
    var isNamedAsPlaylist: Bool {
        if pathExtension == "nsp" { return true }
        let format = PlaylistFormat(pathExtension: pathExtension)
        return format != nil && format != .cue
    }
}
