import Glibc
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
package import PhonolithUsers
import SystemPackage

extension Subscriptions {
    /// Deletes the file of an episode, what there is of it, and its folder if that is empty then. Blocks its thread.
    ///
    /// - Throws: `Errno` if a file stays.
    static func deleteFile(of episode: FeedEpisode, in folder: MediaPath) throws {
        // Only what was downloaded here.
        guard let path = episode.path, path.isInside(folder), path != folder else { return }
        if let part = try? WholeFile(resumableAt: path) { part.discard() }
        if path.withCString({ unlink($0) }) != 0, errno != ENOENT, errno != ENOTDIR {
            throw Errno(rawValue: errno)
        }
        // Fails for a folder that is not empty, which stays.
        if path.parent != folder { _ = path.parent.withCString { rmdir($0) } }
    }
}

extension FeedStore {
    /// Whether the user may see the podcasts of a service: whether their folder is open to it.
    ///
    /// - Parameter podcasts: `nil` for a service that keeps none.
    package func isOpen(_ podcasts: Subscriptions?) throws -> Bool {
        guard let podcasts else { return false }
        return try !catalog.roots.isClosed(podcasts.folder)
    }

    /// The podcasts of a service that the user sees.
    package func openFeeds(_ podcasts: Subscriptions?) throws -> [PodcastFeed] {
        try isOpen(podcasts) ? all() : []
    }
}
