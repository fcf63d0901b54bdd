import Catalog
import MediaModel
import PlaylistFiles
import Scanning

extension LibraryScanner {
    /// Reads the playlist files of folders that were scanned, and tells what came of them. Blocks its thread.
    ///
    /// - Returns: Whether all could be read.
    func importPlaylists(
        in folders: [MediaPath], options: ScanOptions, to catalog: Catalog
    ) throws -> Bool {
        let importer = PlaylistImporter(catalog: catalog)
        var (read, unresolved, failed) = (0, 0, 0)
        for file in try playlistFiles(in: folders, options: options) {
            do {
                guard try !importer.isCurrent(file) else { continue }
                let outcome = try importer.importFile(at: file)
                read += 1
                unresolved += outcome.result.unresolved.count + outcome.result.ambiguous.count
            } catch let error as PlaylistFileError {
                failed += 1
                Terminal.tell(String(describing: error).oneLine)
            }
        }
        if read > 0 {
            let rest = unresolved == 0 ? "" : ", \(unresolved) entries not found"
            Terminal.tell("\(read) playlists read\(rest)")
        }
        return failed == 0
    }
}
