import Foundation
import PhonolithFiles
import PhonolithMediaModel

/// A folder of its own for a test, removed with the value.
final class Folder {
    let path: MediaPath

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-files-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = MediaPath(url.path).resolved ?? MediaPath(url.path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path.description) }

    subscript(_ name: String) -> MediaPath { path.appending(MediaPath(name)) }

    func makeFolder(_ name: String) throws { try WholeFile.makeFolder(self[name]) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: self[name].description, withDestinationPath: target)
    }

    func text(_ name: String) throws -> String {
        String(decoding: try self[name].allBytes(upTo: 1 << 20), as: UTF8.self)
    }

    /// All names in the folder, hidden ones too.
    func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self[name].description).sorted()
    }
}
