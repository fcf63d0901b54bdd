import Logging
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import ServiceLifecycle
import UnixSignals

/// Work that is done again and again while the server runs.
struct RepeatedService: ServiceLifecycle.Service {
    private let interval: Duration
    private let work: @Sendable () async -> Void

    init(every interval: Duration, _ work: @escaping @Sendable () async -> Void) {
        self.interval = interval
        self.work = work
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Until the sleep is cancelled. A service that returned earlier would end the others.
            while (try? await Task.sleep(for: interval)) != nil { await work() }
        }
    }
}

/// Reads the certificate again when its files change, and at SIGHUP, which `systemctl reload` and programs that renew
/// certificates send. The signal ends nothing, with or without a certificate.
struct RenewalService: ServiceLifecycle.Service {
    let certificate: ServerCertificate?
    let library: ServedCatalog
    let logger: Logger
    /// How often the files are looked at.
    private static let interval = Duration.seconds(5)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup) {
                        await renew(always: true)
                    }
                }
                group.addTask {
                    // Until the sleep is cancelled.
                    while (try? await Task.sleep(for: Self.interval)) != nil {
                        await renew(always: false)
                    }
                }
            }
        }
    }

    private func renew(always: Bool) async {
        guard let certificate else { return }
        do {
            // On a thread that may wait for the disk.
            let isNew = try await library.perform { _ in try certificate.renew(always: always) }
            if isNew { logger.info("certificate read again") }
        } catch {
            logger.error("the certificate before stays in use", metadata: ["reason": "\(error)"])
        }
    }
}

/// Ends scans as soon as the service is to end, so that they have all its time to finish.
struct ScanService: ServiceLifecycle.Service {
    let scans: ScanRunner

    func run() async throws {
        // Cancellation is an end, too.
        do { try await gracefulShutdown() } catch {}
        scans.end()
    }
}

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
