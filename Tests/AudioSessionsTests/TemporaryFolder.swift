import Foundation

/// A folder that is removed with this object.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("phonolith-session-\(UUID().uuidString)", isDirectory: true)

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
