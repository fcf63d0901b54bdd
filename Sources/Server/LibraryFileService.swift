import Catalog
import Files
import Glibc
import MediaModel
import ServiceLifecycle

/// Ends the service when another file takes the place of the library: what it wrote would be lost with the old one, and
/// SQLite's shared memory would be that of the new one.
struct LibraryFileService: ServiceLifecycle.Service {
    let library: Library
    private static let interval = Duration.seconds(1)

    /// - Throws: `Service.Failure.libraryReplaced`.
    func run() async throws {
        let first = try await file()
        try await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: Self.interval)) != nil {
                // Where there is no file for a while, nothing takes its place.
                if let file = try await file(), file != first {
                    throw Service.Failure.libraryReplaced(file.path)
                }
            }
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
