import Foundation
import PhonolithCatalogTestSupport
import PhonolithMediaModel
import PhonolithStore

/// A folder for playlist files, and a library that holds nothing.
class PlaylistFolder {
    /// Removed with the value.
    let folder: URL
    let catalog: Catalog
    private var clock = 1000.0

    init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-playlists-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        catalog = try Catalog.empty()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> MediaPath {
        MediaPath(folder.appendingPathComponent(name).path)
    }

    /// Writes a file that is younger than all before it.
    func put(_ text: String, in name: String) throws {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: false, encoding: .utf8)
        clock += 100
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: clock)], ofItemAtPath: url.path)
    }
}
