import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import Logging
import PhonolithAccess
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithQueries
import PhonolithScans
import PhonolithServer
import PhonolithStore
import PhonolithUsers

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the library to apps and browsers.",
        discussion: """
            Apps for Subsonic or OpenSubsonic connect to http://HOST:PORT with a user name and an app password. Ctrl-C or SIGTERM \
            stops the service after current transfers finish, within ten seconds.

            Until the owner has a password, the service prints a link for setting it.

              phonolith serve --listen 0.0.0.0:4533 --watch
              phonolith app-password add owner --label Phone
            """)

    @OptionGroup var library: LibraryOptions
    @Option(
        help: ArgumentHelp(
            "Listen on this address; PORT alone is one of 127.0.0.1, :PORT one of all addresses. (default: 127.0.0.1:4533)",
            valueName: "host:port"))
    var listen: String?
    @Option(
        help: ArgumentHelp(
            "Path prefix of all requests, as passed on by a proxy.", valueName: "path"))
    var basePath = "/"
    @Option(
        help: ArgumentHelp("Base URL for links sent to clients.", valueName: "url"))
    var publicURL: String?
    @Option(
        help: ArgumentHelp(
            "Trust the forwarding headers of a proxy at this address or in this range. Can be repeated.",
            valueName: "cidr"))
    var trustProxy: [String] = []
    @Option(
        help: ArgumentHelp(
            "Log in the user whose name a trusted proxy sends in this header. Needs --trust-proxy.",
            valueName: "name"))
    var proxyUserHeader: String?
    @Option(
        help: ArgumentHelp("Use HTTPS with this certificate (PEM).", valueName: "file"))
    var tlsCertificate: PathArgument?
    @Option(help: ArgumentHelp("Private key of the certificate (PEM).", valueName: "file"))
    var tlsKey: PathArgument?
    @Option(
        help: ArgumentHelp(
            "Name of this machine in a library on a server; it scans the folders of this name. (default: the host name)",
            valueName: "name"))
    var host: String?
    @Option(
        help: ArgumentHelp(
            "Where a folder of another machine is on this one: nas:/srv/music=/mnt/music. Can be repeated.",
            valueName: "host:/a=/b"))
    var mapRoot: [String] = []
    @Option(
        help: ArgumentHelp(
            "Key of the app passwords of a library on a server, the same file on all machines.",
            valueName: "file"))
    var keyFile: PathArgument?
    @Option(
        help: ArgumentHelp(
            "Read from this replica of the library's server where it is up to date. Can be repeated.",
            valueName: "url"))
    var readReplica: [String] = []
    @Option(
        help: ArgumentHelp(
            "Leave out a replica that is further behind: 2s to 1h.", valueName: "duration"))
    var replicaLag = "5s"
    @Flag(help: "Watch the folders of the library, and scan changes.") var watch = false
    @Option(
        help: ArgumentHelp(
            "Scan all folders at startup and at this interval: 30m, 6h, 1d.",
            valueName: "duration"))
    var scanEvery: String?
    @Option(
        help: ArgumentHelp(
            "Enable podcasts, and download episodes to this folder; it becomes a root.",
            valueName: "folder"))
    var podcasts: PathArgument?
    @Option(
        help: ArgumentHelp(
            "Interval for checking podcasts: 30m, 6h, 1d.",
            valueName: "duration"))
    var podcastsEvery = "6h"
    @Flag(
        help:
            "Allow podcasts and radio stations at private addresses, such as this machine and its network."
    )
    var allowPrivateAddresses = false
    @Option(
        help: ArgumentHelp(
            "Folder for converted files. (default: ~/.cache/phonolith)",
            valueName: "folder"))
    var cache: PathArgument?
    @Option(
        help: ArgumentHelp(
            "Maximum size of the converted files, in bytes or with a unit: 500M, 2GB.",
            valueName: "bytes"))
    var cacheSize = "2GB"
    @Option(
        help: ArgumentHelp(
            "Maximum number of simultaneous conversions; other clients are asked to try again.",
            valueName: "n"))
    var maxTranscodes = 4
    @Option(
        help: ArgumentHelp(
            "Sound output of the jukebox: pulse, null or wav:FILE.",
            valueName: "output"))
    var jukeboxOutput = "pulse"
    @Flag(help: "Pause other players on the session's D-Bus while the jukebox plays.")
    var jukeboxInterrupts = false
    @Option(
        help: ArgumentHelp(
            "Let pages of this origin receive the items a user picks at /pick. Can be repeated.",
            valueName: "url"))
    var pickerOrigin: [String] = []
    @Option(
        help: ArgumentHelp(
            "Read options from a JSON file; options on the command line take precedence.",
            valueName: "file"))
    var config: PathArgument?
    @Flag(help: "Do not log requests.") var quiet = false

    func validate() throws {
        _ = try options
        _ = try machine
        _ = try replicas
        _ = try longestLag
    }

    func run() async throws {
        guard let config else { return try await serve() }
        let known = try ConfigurationFile.arguments(in: config.path)
        // The name of the command is the first of its arguments; later options go before earlier ones.
        let given = try PhonolithServer.processArguments.dropFirst()
        let all: Serve
        do {
            all = try Serve.parse(known + given)
        } catch {
            throw Failure("\(config): \(Self.message(for: error))")
        }
        try await all.serve()
    }

    private func serve() async throws {
        ServiceMemory.limit()
        var logger = Logger(label: "phonolith") {
            ServiceLogHandler(.standardError(label: $0))
        }
        logger.logLevel = quiet ? .warning : .info
        let options = try options
        let path = try library.path
        try machine.declare()
        if let keyFile {
            guard ServerAddress(path) != nil else {
                throw Failure(
                    "--key-file is for a library on a server; the key of this one is \(path).key")
            }
            setenv(Catalog.keyFileVariable, keyFile.path.absolute.description, 1)
        }
        let isNew = ServerAddress(path) == nil && !FileManager.default.fileExists(atPath: path)
        // A port that is in use must leave no new library behind.
        if isNew { try await Service.checkAddress(of: options) }
        try checkReplicas(logger)
        let catalog = try library.open(for: .creating, replicas: libraryReplicas(logger))
        // For the workers of the service: their arguments can be read by everybody. Not before: the folder of a library that
        // is named is not made.
        setenv(LibraryOptions.variable, path, 1)
        if isNew {
            Terminal.tell(
                "created the library \(path); add folders on the page, or by phonolith scan FOLDER")
        }
        let key = try SecretKey(of: catalog) { logger.warning("\($0)") }
        let service = try Service(catalog, key: key, options: options, logger: logger)
        let limit = ShutdownLimit { [logger] in logger.warning("ended what did not end in time") }
        defer { withExtendedLifetime(limit) {} }
        let scheme = options.tls == nil ? "http" : "https"
        try await service.run { port, token in
            func address(_ host: String) -> String {
                let host = host.contains(":") ? "[\(host)]" : host
                return "\(scheme)://\(host):\(port)\(options.basePath)"
            }
            var line = "listening on \(address(options.host))\n"
            if let token {
                let origin = options.publicURL ?? address(OwnHost.name(for: options.host))
                line += "set the owner's password: \(origin)/setup?token=\(token)\n"
            }
            // Written at once, also into a pipe.
            StandardStream.output.write(line)
        }
    }

    /// The replicas, with lines in the log about those that are left out.
    private func libraryReplicas(_ logger: Logger) throws -> LibraryReplicas {
        var replicas = LibraryReplicas(try self.replicas)
        replicas.longestLag = try longestLag
        replicas.note = { address, reason in
            if let reason {
                logger.warning(
                    "replica left out", metadata: ["replica": "\(address)", "reason": "\(reason)"])
            } else {
                logger.notice("replica answers again", metadata: ["replica": "\(address)"])
            }
        }
        return replicas
    }

    /// Ensures that the servers that are to be read are replicas. One that cannot be reached may come later.
    private func checkReplicas(_ logger: Logger) throws {
        for replica in try replicas {
            do {
                if try Catalog.isReplica(replica) { continue }
            } catch {
                logger.warning("left out for now", metadata: ["replica": "\(error)"])
                continue
            }
            throw Failure("\(replica.shown): is no replica, for it follows no other server")
        }
    }
}

/// Ends the program when SIGTERM or SIGINT has not ended it in ten seconds, whatever its threads do: a query that does not stop,
/// a disk that does not answer. The library is as after any other end of the program.
///
/// Listens beside the service, on a queue of its own, because the threads of tasks may be what is busy.
final class ShutdownLimit {
    private static let seconds = 9.5
    private let sources: [any DispatchSourceSignal]

    /// - Parameter onOverrun: Called right before the program is ended.
    init(onOverrun: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "shutdown")
        sources = [SIGTERM, SIGINT].map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                queue.asyncAfter(deadline: .now() + Self.seconds) {
                    onOverrun()
                    _exit(0)
                }
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
