import Foundation
import PhonolithMediaModel

/// A folder of its own for a test, removed with the value.
final class TemporaryFolder {
    let url: URL

    init() throws {
        // Real paths, because a scan resolves symbolic links.
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("phonolith-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: MediaPath { MediaPath(url.path) }

    /// The URL of something in the folder.
    func url(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Copies a file here, with the folders above it.
    func copy(_ source: URL, to name: String) throws {
        try makeFolder(above: name)
        try FileManager.default.copyItem(at: source, to: url(name))
    }

    /// Writes a text here, with the folders above it.
    func write(_ text: String, to name: String) throws {
        try makeFolder(above: name)
        try Data(text.utf8).write(to: url(name))
    }

    func move(_ old: String, to new: String) throws {
        try makeFolder(above: new)
        try FileManager.default.moveItem(at: url(old), to: url(new))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }

    private func makeFolder(above name: String) throws {
        try FileManager.default.createDirectory(
            at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    }
}
