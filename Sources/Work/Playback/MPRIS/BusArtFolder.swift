import FoundationEssentials
import Glibc
internal import PhonolithFiles
import PhonolithMediaModel
internal import Synchronization
internal import SystemPackage

/// A folder of our own for the picture of what plays, which programs beside us read by its address.
///
/// Only its owner may enter it, its name cannot be known before it is made, and only the file that was
/// written is deleted. The folder is locked while it is used: those of players that were killed are deleted by the next
/// one. The methods block their thread.
package final class BusArtFolder: Sendable {
    private struct Contents {
        var folder: String?
        var file: String?
        var lock: FileDescriptor?
    }

    private let contents = Mutex(Contents())

    package init() {}

    deinit {
        contents.withLock { contents in
            if let file = contents.file { unlink(file) }
            if let folder = contents.folder { rmdir(folder) }
            contents.lock?.closeAfterReading()
        }
    }

    /// Writes a picture in place of the one before.
    ///
    /// - Returns: Its address; `nil` if there is no place for it, and it is not shown.
    package func store(_ picture: [UInt8], as name: String) -> String? {
        contents.withLock { contents in
            if contents.folder == nil { (contents.folder, contents.lock) = Self.makeFolder() }
            guard let folder = contents.folder else { return nil }
            if let old = contents.file { unlink(old) }
            contents.file = nil
            let path = "\(folder)/\(name)"
            guard Self.write(picture, to: MediaPath(path)) else { return nil }
            contents.file = path
            return URL(fileURLWithPath: path).absoluteString
        }
    }

    /// Writes a new file, and never one that others have put there.
    private static func write(_ bytes: [UInt8], to path: MediaPath) -> Bool {
        do {
            let file = try path.opened(
                .writeOnly, options: [.create, .exclusiveCreate, .noFollow], rights: 0o600)
            try file.closeAfter { _ = try file.writeAll(bytes) }
            return true
        } catch Errno.fileExists {
            return false
        } catch {
            // The disk is full: half a picture is none.
            _ = path.withCString { unlink($0) }
            return false
        }
    }

    /// In the folder of the session, which is the user's alone, or where there is none, among the
    /// temporary files (XDG Base Directory Specification).
    private static func makeFolder() -> (folder: String?, lock: FileDescriptor?) {
        let session = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        let places = [session, FileManager.default.temporaryDirectory.path]
        for place in places where place.hasPrefix("/") {
            removeAbandoned(in: place)
            // Until it is locked, another player may take it for an abandoned one.
            for _ in 0..<mostAttempts {
                var template = Array("\(place)/\(prefix)XXXXXX".utf8CString)
                // The system makes the name and the folder, readable by its owner alone.
                guard mkdtemp(&template) != nil else { break }
                let folder = String(
                    decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                if let lock = locked(folder) { return (folder, lock) }
            }
        }
        return (nil, nil)
    }

    private static let mostAttempts = 100

    private static let prefix = "phonolith-art-"

    /// Locks a folder that is ours alone; `nil` if it is used, was removed, or is none.
    private static func locked(_ folder: String) -> FileDescriptor? {
        var status = stat()
        guard
            let file = try? MediaPath(folder).opened(.readOnly, options: [.directory, .noFollow])
        else { return nil }
        // One that cannot be locked is as good as used.
        if fstat(file.rawValue, &status) == 0, status.st_uid == geteuid(),
            (try? file.lockIfFree()) == true,
            fstat(file.rawValue, &status) == 0, status.st_nlink > 0
        {
            return file
        }
        file.closeAfterReading()
        return nil
    }

    /// Removes folders of players that were killed, with the one picture that such a folder may have.
    private static func removeAbandoned(in place: String) {
        // A folder that cannot be listed or removed stays.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        for name in names where name.hasPrefix(prefix) {
            guard let lock = locked("\(place)/\(name)") else { continue }
            defer { lock.closeAfterReading() }
            let pictures =
                (try? FileManager.default.contentsOfDirectory(atPath: "\(place)/\(name)")) ?? []
            guard pictures.count <= 1 else { continue }
            for picture in pictures { unlink("\(place)/\(name)/\(picture)") }
            rmdir("\(place)/\(name)")
        }
    }
}
