import PhonolithFiles
package import PhonolithMediaModel
import PhonolithPlaylists
package import PhonolithUsers

// Files that playlists were exported to, which are no playlists of their own.

extension PlaylistFileStore {
    /// Remembers that a playlist was exported to a file, so that a scan does not read the file as another playlist. Blocks
    /// its thread.
    package func noteExport(of playlist: MediaPlaylistID, to file: MediaPath) throws {
        guard let source = file.resolved.flatMap(PlaylistImporter.source) else { return }
        try noteExport(of: playlist, as: source)
    }

    /// Whether a playlist was exported to the file, and the file is as it was written. Blocks its thread.
    func isExport(_ file: MediaPath) throws -> Bool {
        guard let path = file.resolved else { return false }
        let exports = try exports(at: path)
        guard !exports.isEmpty, let content = PlaylistImporter.source(of: path)?.signs?.sha256
        else { return false }
        return exports.contains(content)
    }
}
