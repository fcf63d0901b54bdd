import Glibc
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithStore
import ServiceLifecycle

/// Ends the service when another file takes the place of the library: its writes would be lost with the old one, and
/// SQLite's shared memory would be that of the new one.
struct LibraryFileService: ServiceLifecycle.Service {
    let library: ServedCatalog
    private static let interval = Duration.seconds(1)

    // - Throws: `Service.Failure.libraryReplaced`.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                try await watch()
            } catch is CancellationError {
                // The service ends.
            }
        }
    }

    private func watch() async throws {
        var first: File?
        while true {
            // Where there is no file for a while, nothing takes its place.
            if let file = try await file() {
                guard file == first ?? file else {
                    throw Service.Failure.libraryReplaced(file.path)
                }
                first = file
            }
            try await Task.sleep(for: Self.interval)
        }
    }

    private struct File: Hashable {
        var path: String
        var device: UInt
        var inode: UInt
    }

    private func file() async throws -> File? {
        try await library.perform { catalog in
            MediaPath(catalog.path).status.map {
                File(path: catalog.path, device: UInt($0.st_dev), inode: UInt($0.st_ino))
            }
        }
    }
}
