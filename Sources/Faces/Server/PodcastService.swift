import Logging
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import ServiceLifecycle

/// Looks at the feeds while the server runs.
struct PodcastService: ServiceLifecycle.Service {
    /// `nil` if the server keeps no podcasts.
    let subscriptions: Subscriptions?

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await subscriptions?.run()
            // A service that returns would end the others.
            do { try await Task.sleep(for: .seconds(1 << 40)) } catch {}
        }
    }
}

extension Subscriptions {
    /// Makes the folder of the episodes, and a root of it. Blocks its thread.
    ///
    /// - Throws: ``Service/Failure``.
    static func open(
        _ options: Options, _ catalog: Catalog, _ scans: ScanRunner, _ logger: Logger
    ) throws -> Subscriptions {
        var options = options
        do throws(WholeFile.Failure) {
            try WholeFile.makeFolder(options.folder)
        } catch {
            throw Service.Failure.unusablePodcastFolder(options.folder, "\(error)")
        }
        guard let folder = options.folder.resolved, folder.isFolder else {
            throw Service.Failure.unusablePodcastFolder(options.folder, "it is not a folder")
        }
        options.folder = folder
        try catalog.roots.add(folder, kind: .podcast)
        return Subscriptions(catalog, options, logger: logger) { await scans.scan(folder) }
    }
}
