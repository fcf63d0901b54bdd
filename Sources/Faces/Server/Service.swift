import CPhonolithAllocator
import Glibc
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import NIOPosix
import NIOSSL
package import PhonolithAccess
package import PhonolithFiles
package import PhonolithMediaModel
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithPodcasts
import PhonolithScans
package import PhonolithStore
import PhonolithUsers
import PhonolithWorker
package import ServiceLifecycle
import UnixSignals

/// The service: listens until it is stopped.
package struct Service: Sendable {
    private let options: ServerOptions
    private let front: Front
    private let scans: ScanRunner
    private let jukebox: Jukebox
    private let podcasts: Subscriptions?
    private let access: Access
    private let library: ServedCatalog
    private let connections: OpenConnections
    private let certificate: ServerCertificate?
    private let departures = Departures()
    private let logger: Logger

    /// Why the service cannot begin or go on.
    package enum Failure: Error, CustomStringConvertible {
        case portInUse(String, Int)
        case unknownHost(String, Int)
        case cannotListen(String, Int, String)
        case unusableCertificate(String)
        case unusablePodcastFolder(MediaPath, String)
        case unusableCache(MediaPath, WholeFile.Failure)
        case libraryReplaced(String)

        /// Why an address cannot be listened on; errors of something else stay as they are.
        static func listening(_ error: any Error, _ options: ServerOptions) -> any Error {
            if error is SocketAddressError.UnknownHost {
                return unknownHost(options.host, options.port)
            }
            guard let error = error as? IOError else { return error }
            return error.errnoCode == EADDRINUSE
                ? portInUse(options.host, options.port)
                : cannotListen(
                    options.host, options.port, String(cString: strerror(error.errnoCode)))
        }

        package var description: String {
            switch self {
            case .portInUse(let host, let port):
                "\(host):\(port): the port is in use; stop the other program, or choose another port with --listen"
            case .unknownHost(let host, let port):
                "\(host):\(port): the name cannot be resolved; check it and the network, or choose another address with --listen"
            case .cannotListen(let host, let port, let reason):
                "\(host):\(port): cannot listen: \(reason); choose another address with --listen"
            case .unusablePodcastFolder(let folder, let reason):
                "\(folder): cannot be used for podcasts: \(reason); choose another folder with --podcasts"
            case .unusableCache(let folder, let reason):
                "\(folder): cannot be used for converted files: \(reason); choose another folder with --cache"
            case .libraryReplaced(let path):
                "\(path): another file has taken the library's place; start the service again, and use 'phonolith restore' while it runs"
            case .unusableCertificate(let reason):
                "the certificate and its key cannot be used: \(reason); --tls-certificate and --tls-key need PEM files"
            }
        }
    }

    /// - Parameter key: Opens the app passwords of the catalogue.
    ///
    /// Blocks its thread.
    /// - Throws: `CatalogError` where the library cannot be opened once more, ``Failure`` where the certificate cannot be
    ///   used, or the folder of the caches or that of the podcasts cannot be made.
    package init(
        _ catalog: Catalog, key: SecretKey, options: ServerOptions, logger: Logger
    ) throws {
        self.options = options
        self.logger = logger
        certificate = try options.tls.map { try ServerCertificate($0) }
        let library = ServedCatalog(catalog, media: try Self.media(options.media))
        let metrics = Metrics()
        let access = Access(
            library, key: key, logger: logger, passwordCost: options.passwordCost,
            uptime: options.uptime
        ) { metrics.noteFailedLogin() }
        let program = options.media.program
        let scans = ScanRunner(
            program: program, library: catalog.path, logger: logger, uptime: options.uptime)
        let jukebox = Jukebox(
            OpenedMediaProgram(program), library: catalog.path, output: options.jukeboxOutput,
            interrupts: options.jukeboxInterrupts, logger: logger)
        (self.access, self.library, self.scans, self.jukebox) = (access, library, scans, jukebox)
        connections = OpenConnections(
            options.limits, proxies: options.trustedProxies, logger: logger)
        let podcasts = try options.podcasts.map {
            try Subscriptions.open($0, catalog, scans, logger)
        }
        self.podcasts = podcasts
        let pages = WebPages(options)
        let bodies = LongBodies()
        front = Front(
            options: options,
            subsonic: SubsonicService(
                library: library, access: access, scans: scans, jukebox: jukebox,
                podcasts: podcasts, bodies: bodies, uptime: options.uptime,
                serverVersion: options.version,
                allowsPrivateAddresses: options.allowsPrivateAddresses),
            api: try APIService(
                library: library, path: catalog.path, access: access, key: key, scans: scans,
                jukebox: jukebox, podcasts: podcasts, bodies: bodies, media: options.media,
                pickerOrigins: options.pickerOrigins, basePath: options.basePath,
                proxyUserField: options.proxyUserField),
            shares: SharePages(access: access, assets: pages.assets), pages: pages,
            departures: departures, admission: Admission(options.limits), metrics: metrics,
            log: RequestLog(logger: logger))
    }

    private static func media(_ options: MediaRenditions.Options) throws -> MediaRenditions {
        do {
            return try MediaRenditions(options)
        } catch let error as WholeFile.Failure {
            throw Failure.unusableCache(options.folder, error)
        }
    }

    /// Listens. On SIGTERM and SIGINT no more requests are taken, and the program ends within ten seconds: those that are
    /// being answered have most of them. A cancelled task ends in the same way.
    ///
    /// - Parameter onListening: Called when requests are taken, with the port and, where no user has a password, the
    ///   token of the link that sets the owner's.
    /// - Throws: ``Failure``.
    package func run(
        onListening: @escaping @Sendable (_ port: Int, _ setupToken: String?) -> Void
    ) async throws {
        let token = try await begin()
        do {
            let application = try application { onListening($0, token) }
            var configuration = ServiceGroupConfiguration(
                services: ([application] + companions).map {
                    ServiceGroupConfiguration.ServiceConfiguration(
                        service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
                },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: quietLogger)
            // Ending what has not ended by itself takes up to two seconds more.
            configuration.maximumGracefulShutdownDuration = .seconds(8)
            try await run(ServiceGroup(configuration: configuration))
        } catch {
            await end()
            throw Failure.listening(error, options)
        }
        await end()
    }

    /// Ensures that the address can be listened on.
    ///
    /// - Throws: ``Failure``.
    package static func checkAddress(of options: ServerOptions) async throws {
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: options.host, port: options.port).get()
            try await channel.close()
        } catch {
            throw Failure.listening(error, options)
        }
    }

    /// Runs the services in a task that nobody cancels: a cancelled listener traps over each connection that it has accepted
    /// and not begun to serve, as `NIOAsyncWriter` demands that it be finished.
    private func run(_ services: ServiceGroup) async throws {
        let running = Task { try await services.run() }
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await services.triggerGracefulShutdown() }
        }
    }

    /// Answers requests, between ``begin()`` and ``end()``, beside the ``companions``.
    ///
    /// - Parameter onListening: Called when requests are taken, with the port.
    /// - Throws: ``Failure``.
    package func application(
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) throws -> Application<Front> {
        Application(
            responder: front, server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port), serverName: "phonolith",
                backlog: options.limits.waitingConnections,
                availableConnectionsDelegate: .maximum(
                    options.limits.connections + options.limits.spareConnections,
                    logger: quietLogger)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) }, logger: quietLogger)
    }

    /// Run beside the application. The last is the first to hear of the end.
    package var companions: [any ServiceLifecycle.Service] {
        [
            RepeatedService(every: options.useInterval) { await access.uses.write(to: library) },
            PodcastService(subscriptions: podcasts),
            RepeatedService(every: .seconds(30)) { await returnMemory() },
            LibraryFileService(library: library),
            RenewalService(certificate: certificate, library: library, logger: logger),
            ScanService(scans: scans),
        ]
    }

    /// Gives memory back to the system: the C library keeps what a long answer took, for the next.
    private func returnMemory() async {
        // On a thread that may wait. Where that fails, the memory is given back half a minute later.
        _ = try? await library.perform { _ in ServiceMemory.giveBack() }
    }

    /// Begins to keep the library up to date.
    ///
    /// - Returns: Where no user has a password, the token of the link that sets the owner's.
    package func begin() async throws -> String? {
        let token = try await access.renewSetupToken()
        scans.begin(watching: options.watches, every: options.scanInterval)
        return token
    }

    package func end() async {
        await access.uses.finish(in: library)
        await front.api.end()
        jukebox.end()
        scans.end()
        await scans.ended()
    }

    /// Messages of the framework about itself are not for the log.
    private var quietLogger: Logger {
        var logger = logger
        logger.logLevel = max(logger.logLevel, .error)
        return logger
    }

    private func server() throws -> HTTPServerBuilder {
        let limits = options.limits
        let http = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    RequestGuard(limits, connections, departures, front.log)
                ],
                idleTimeout: .seconds(Int64(limits.idleSeconds)),
                httpDecoderConfiguration: .init(
                    // Of an address that is somewhat too long the guard can say so.
                    maxHeaderFieldSize: 2 * limits.headerSize,
                    maxHeaderListSize: 2 * limits.headerSize,
                    maxHeaderFieldCount: limits.headerSize / Limits.bytesPerHeader)))
        guard let certificate else { return http }
        do {
            return try .tls(http, tlsConfiguration: certificate.configuration)
        } catch {
            throw Failure.unusableCertificate("\(error)")
        }
    }
}

/// The memory that the C library keeps after use. Each long answer or body takes some megabytes, and the next one takes them
/// elsewhere: beside hostile clients that was half of all memory.
package enum ServiceMemory {
    /// From this size on, memory is the system's own and goes back to it at once (`M_MMAP_THRESHOLD`, mallopt(3)). Where it is not
    /// set, one body of ten megabytes that is freed raises it to as much.
    private static let ownSize: Int32 = 1 << 20
    /// Heaps among which threads share (`M_ARENA_MAX`): each keeps its own holes.
    private static let heapCount: Int32 = 4

    /// Limits it, in a program that is a service. At its start: heaps that there are stay.
    package static func limit() {
        mallopt(M_MMAP_THRESHOLD, ownSize)
        mallopt(M_ARENA_MAX, heapCount)
    }

    /// Gives it back to the system. Blocks its thread for milliseconds for some hundred MiB (malloc_trim(3)).
    static func giveBack() { malloc_trim(0) }
}
