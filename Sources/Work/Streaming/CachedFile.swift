import FoundationEssentials
import Glibc
import PhonolithFiles
import PhonolithMediaModel
import SystemPackage

/// A file in the folder of a cache. When it was last used is its time of modification.
struct CachedFile {
    let path: MediaPath
    let size: Int
    let used: Int

    /// The mark of a file that is still written; each has a name of its own, so that one that is begun again
    /// does not meet one that is being deleted.
    private static let mark = ".unfinished"

    static func unfinished(_ path: MediaPath) -> MediaPath {
        MediaPath(bytes: path.bytes + Array("-\(UInt32.random(in: 0 ... .max))\(mark)".utf8))
    }

    var isUnfinished: Bool {
        path.bytes.suffix(Self.mark.utf8.count) == Self.mark.utf8.map(\.self)[...]
    }

    /// All files of a folder. Blocks its thread.
    static func all(in folder: MediaPath) -> [CachedFile] {
        // A folder that cannot be read has nothing to delete.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.description)) ?? []
        return names.compactMap { name in
            let path = folder.appending(MediaPath(name))
            guard let status = path.status, status.isRegularFile else { return nil }
            return CachedFile(
                path: path, size: Int(status.st_size), used: status.contentTime.nanoseconds)
        }
    }

    /// Deletes files and folders that a program has left unfinished. Blocks its thread.
    static func deleteUnfinished(in folder: MediaPath) {
        // A folder that cannot be read has nothing to delete.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.description)) ?? []
        for name in names where name.hasSuffix(mark) {
            // A file that cannot be deleted takes some room, and does no harm.
            try? FileManager.default.removeItem(
                atPath: folder.appending(MediaPath(name)).description)
        }
    }

    static func noteUse(of path: MediaPath) {
        // The order of deletion suffers where it fails, and nothing else.
        _ = path.withCString { utimensat(AT_FDCWD, $0, nil, 0) }
    }

    func delete() { _ = path.withCString { unlink($0) } }

    /// Deletes complete files, those that were used longest ago first, until the rest fits.
    static func trim(_ folder: MediaPath, to limit: Int, keeping kept: MediaPath) {
        let files = all(in: folder).filter { !$0.isUnfinished }.sorted { $0.used < $1.used }
        var total = files.reduce(0) { $0 + $1.size }
        for file in files where total > limit && file.path != kept {
            file.delete()
            total -= file.size
        }
    }
}

/// A file that is written from its beginning to its end. Only one task uses it.
final class FileWriter: Sendable {
    private let path: MediaPath
    private let file: FileDescriptor

    init(_ path: MediaPath) throws(Errno) {
        self.path = path
        file = try path.opened(
            .writeOnly, options: [.create, .exclusiveCreate], rights: 0o600)
    }

    // A failure to write was reported when it happened.
    deinit { try? file.close() }

    func write(_ bytes: [UInt8]) throws(Errno) {
        try onlyErrno { _ = try file.writeAll(bytes) }
    }

    /// Gives the file the name of a complete one.
    func place(at final: MediaPath) throws(Errno) {
        let isPlaced = path.withCString { old in final.withCString { rename(old, $0) } } == 0
        guard isPlaced else { throw Errno(rawValue: errno) }
    }

    func discard() { _ = path.withCString { unlink($0) } }
}
