import Foundation
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScanning
import Synchronization

extension ScanOptions {
    /// Those of a machine on which no file system tells its identity.
    static var withoutIdentities: ScanOptions {
        var options = ScanOptions()
        options.fileSystems = FileSystems { device, _ in .unknown(device: device) }
        return options
    }
}

/// Disks that are mounted at folders, as it were: the folders are moved there, and have the identities that the disks would have.
final class FakeDisks: Sendable {
    private let mounted = Mutex<[MediaPath: FileSystemIdentity]>([:])

    /// The file systems, of which the rest are one disk.
    var fileSystems: FileSystems {
        FileSystems { [self] _, path in
            mounted.withLock { $0.filter { path.isInside($0.key) } }
                .max { $0.key.bytes.count < $1.key.bytes.count }?.value ?? .identifier("the rest")
        }
    }

    var options: ScanOptions {
        var options = ScanOptions()
        options.fileSystems = fileSystems
        return options
    }

    /// Moves a folder to the place of an empty one.
    func mount(_ disk: URL, at place: URL, _ identity: FileSystemIdentity) throws {
        try FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: disk, to: place)
        mounted.withLock { $0[MediaPath(place.path)] = identity }
    }

    func unmount(_ place: URL, to disk: URL) throws {
        try FileManager.default.moveItem(at: place, to: disk)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        mounted.withLock { $0[MediaPath(place.path)] = nil }
    }
}
