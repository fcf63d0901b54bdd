import Foundation
internal import Synchronization

/// A folder of our own for the picture of what plays, which programs beside us read by its address.
///
/// Only its owner may enter it, nobody can know its name before it is made, and only the file that was
/// written is deleted. The methods block their thread.
package final class BusArtFolder: Sendable {
    private struct Contents {
        var folder: String?
        var file: String?
    }

    private let contents = Mutex(Contents())

    /// Makes no folder yet.
    package init() {}

    deinit {
        let (folder, file) = contents.withLock { ($0.folder, $0.file) }
        if let file { unlink(file) }
        if let folder { rmdir(folder) }
    }

    /// Writes a picture in place of the one before.
    ///
    /// - Returns: Its address; `nil` where there is no place for it, and it is not shown.
    package func store(_ picture: [UInt8], as name: String) -> String? {
        contents.withLock { contents in
            if contents.folder == nil { contents.folder = Self.makeFolder() }
            guard let folder = contents.folder else { return nil }
            if let old = contents.file { unlink(old) }
            contents.file = nil
            let path = "\(folder)/\(name)"
            guard Self.write(picture, to: path) else { return nil }
            contents.file = path
            return URL(fileURLWithPath: path).absoluteString
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: bytes)
            return true
        } catch {
            // The disk is full: half a picture is none.
            unlink(path)
            return false
        }
    }

    /// In the folder of the session, which is the user's alone, or where there is none, among the
    /// temporary files (XDG Base Directory Specification).
    private static func makeFolder() -> String? {
        let session = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        let places = [session, FileManager.default.temporaryDirectory.path]
        for place in places where place.hasPrefix("/") {
            var template = Array("\(place)/phonolith-art-XXXXXX".utf8CString)
            // The system makes the name and the folder, readable by its owner alone.
            if mkdtemp(&template) != nil {
                return String(
                    decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }
        return nil
    }
}
