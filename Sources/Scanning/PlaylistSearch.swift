import Catalog
import Files
import Foundation
public import MediaModel
import Playlists

extension LibraryScanner {
    /// The playlist files in folders that a scan walks, by the same rules; cue sheets are none, they are tracks.
    /// Blocks its thread.
    ///
    /// - Parameter paths: Folders; empty for all roots.
    /// - Throws: ``ScanTargetError``, `CatalogError`.
    public func playlistFiles(
        in paths: [MediaPath] = [], options: ScanOptions = ScanOptions()
    ) throws -> [MediaPath] {
        let folders = try paths.map { try ScanTarget.folder(at: $0, options.reading) }
        var files: [MediaPath] = []
        for target in ScanTarget.targets(scanning: folders, in: try catalog.roots()) {
            var walk = FolderWalk(
                target, followingSymbolicLinks: options.followsSymbolicLinks,
                reading: options.reading)
            while let folder = walk.next() {
                files += Self.playlistFiles(of: target.root.path.appending(folder.path))
            }
        }
        return files
    }

    private static func playlistFiles(of folder: MediaPath) -> [MediaPath] {
        guard let directory = folder.withCString({ opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var names: [MediaPath] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                MediaPath(bytes: Array($0.prefix { $0 != 0 }))
            }
            let isNavidromes = name.pathExtension == "nsp"
            let format = PlaylistFormat(pathExtension: name.pathExtension)
            guard name.bytes.first != 0x2E, isNavidromes || format != nil && format != .cue else {
                continue
            }
            names.append(name)
        }
        return names.sorted().map(folder.appending)
    }
}
