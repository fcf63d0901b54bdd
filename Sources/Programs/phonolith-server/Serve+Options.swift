import ArgumentParser
import FoundationEssentials
import PhonolithAccess
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithPodcasts
import PhonolithServer
import PhonolithStore
import PhonolithUsers

// The validated options.
extension Serve {
    var replicas: [ServerAddress] {
        get throws {
            try readReplica.map { text in
                guard let address = ServerAddress(text) else {
                    throw ValidationError(
                        "--read-replica takes an address that begins with postgres://, like postgres://USER@HOST/NAME"
                    )
                }
                return address
            }
        }
    }

    /// How far a replica may be behind.
    var longestLag: Duration {
        get throws {
            guard let lag = ServerOptions.interval(replicaLag, from: 2), lag <= .seconds(3600)
            else {
                throw ValidationError(
                    "--replica-lag takes a duration from 2s to 1h, not '\(replicaLag)'")
            }
            return lag
        }
    }

    /// This machine among those of a library on a server.
    var machine: LibraryHost {
        get throws {
            var machine = LibraryHost(ProcessInfo.processInfo.environment)
            if let host {
                guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || ":/".contains($0) })
                else { throw ValidationError("--host takes a name like nas, not '\(host)'") }
                machine.name = host
            }
            machine.places += try mapRoot.map { text in
                guard let place = LibraryHost.Place(text) else {
                    throw ValidationError(
                        "--map-root takes HOST:/there=/here, such as nas:/srv/music=/mnt/music, not '\(text)'"
                    )
                }
                return place
            }
            let mapped = Dictionary(grouping: machine.places) { "\($0.host):\($0.there)" }
            if let twice = mapped.first(where: { Set($0.value).count > 1 }) {
                throw ValidationError("--map-root has \(twice.key) in several places; name one")
            }
            return machine
        }
    }

    var options: ServerOptions {
        get throws {
            var options = ServerOptions(
                cache: (cache?.path ?? UserFolders.cache).appending("server"))
            try takeLimits(into: &options)
            if let listen {
                guard let address = ServerOptions.address(listen) else {
                    throw ValidationError(
                        "--listen takes HOST:PORT, PORT or :PORT, not '\(listen)'")
                }
                (options.host, options.port) = address
            }
            guard let path = ServerOptions.basePath(basePath) else {
                throw ValidationError("--base-path takes a path like /music, not '\(basePath)'")
            }
            options.basePath = path
            options.publicURL = try publicURL.map {
                guard let url = ServerOptions.publicURL($0) else {
                    throw ValidationError(
                        "--public-url takes a URL like https://music.example.org, not '\($0)'")
                }
                return url
            }
            options.trustedProxies.ranges = try trustProxy.map { text in
                guard let range = TrustedProxies.AddressRange(text) else {
                    throw ValidationError(
                        "--trust-proxy takes an address or a range like 10.0.0.0/8, not '\(text)'")
                }
                return range
            }
            options.proxyUserHeader = try userHeader
            guard (tlsCertificate == nil) == (tlsKey == nil) else {
                throw ValidationError("--tls-certificate and --tls-key must be used together")
            }
            if let tlsCertificate, let tlsKey {
                options.tls = ServerOptions.TLSFiles(
                    certificate: tlsCertificate.path, key: tlsKey.path)
            }
            options.watches = watch
            if let scanEvery {
                guard let interval = ServerOptions.interval(scanEvery) else {
                    throw ValidationError(
                        "--scan-every takes a duration like 30m, 6h or 1d, not '\(scanEvery)'")
                }
                options.scanInterval = interval
            }
            options.podcasts = try podcastOptions
            options.allowsPrivateAddresses = allowPrivateAddresses
            guard ["pulse", "null"].contains(jukeboxOutput) || jukeboxOutput.hasPrefix("wav:")
            else {
                throw ValidationError(
                    "--jukebox-output takes pulse, null or wav:FILE, not '\(jukeboxOutput)'")
            }
            options.jukeboxOutput = jukeboxOutput
            options.jukeboxInterrupts = jukeboxInterrupts
            options.pickerOrigins = try pickerOrigin.map {
                guard let origin = ServerOptions.origin($0) else {
                    throw ValidationError(
                        "--picker-origin takes an origin like https://example.org, not '\($0)'")
                }
                return origin
            }
            return options
        }
    }

    private func takeLimits(into options: inout ServerOptions) throws {
        guard (1...64).contains(maxTranscodes) else {
            throw ValidationError("--max-transcodes takes 1 to 64, not \(maxTranscodes)")
        }
        options.media.transcodeCount = maxTranscodes
        guard let size = ServerOptions.byteCount(cacheSize), size >= 1_000_000 else {
            throw ValidationError(
                "--cache-size takes 1 MB or more, as bytes or with a unit like 2GB, not '\(cacheSize)'"
            )
        }
        options.media.transcodeLimit = size
    }

    private var userHeader: String? {
        get throws {
            guard let proxyUserHeader else { return nil }
            guard ServerOptions.isUserHeader(proxyUserHeader) else {
                throw ValidationError(
                    "--proxy-user-header takes the name of a header like Remote-User, not '\(proxyUserHeader)'"
                )
            }
            guard !trustProxy.isEmpty else {
                throw ValidationError(
                    "--proxy-user-header needs --trust-proxy: anyone else could send the header")
            }
            return proxyUserHeader
        }
    }

    private var podcastOptions: Subscriptions.Options? {
        get throws {
            guard let interval = ServerOptions.interval(podcastsEvery) else {
                throw ValidationError(
                    "--podcasts-every takes a duration like 30m, 6h or 1d, not '\(podcastsEvery)'")
            }
            guard let podcasts else { return nil }
            var options = Subscriptions.Options(folder: podcasts.path)
            options.interval = interval
            options.fetching.allowsPrivateAddresses = allowPrivateAddresses
            return options
        }
    }
}
