import Glibc
import NIOCore
import NIOSSL
import PhonolithFiles
import PhonolithMediaModel
import Synchronization

/// The certificate of the service with its key, read again when their files change: authorities renew them every few weeks.
final class ServerCertificate: Sendable {
    private let files: ServerOptions.TLSFiles
    private let loaded: Mutex<Loaded>

    /// The contents and states of the files when they were read.
    private struct Loaded {
        var chain: [NIOSSLCertificateSource]
        var key: NIOSSLPrivateKeySource
        var stamps: [[Int]?]
    }

    /// Reads the files. Blocks its thread.
    ///
    /// - Throws: ``Service/Failure`` where they are no certificate and its key.
    init(_ files: ServerOptions.TLSFiles) throws {
        self.files = files
        loaded = Mutex(try Self.read(files))
    }

    private static func read(_ files: ServerOptions.TLSFiles) throws -> Loaded {
        let stamps = stamps(of: files)
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.certificate.description)
                .map { NIOSSLCertificateSource.certificate($0) }
            let key = NIOSSLPrivateKeySource.privateKey(
                try NIOSSLPrivateKey(file: files.key.description, format: .pem))
            // Ensures that they belong together.
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
            return Loaded(chain: chain, key: key, stamps: stamps)
        } catch {
            throw Service.Failure.unusableCertificate("\(error)")
        }
    }

    /// Size, time and number of each file.
    private static func stamps(of files: ServerOptions.TLSFiles) -> [[Int]?] {
        [files.certificate, files.key].map { path in
            path.status.map { [Int($0.st_size), $0.contentTime.nanoseconds, Int($0.st_ino)] }
        }
    }

    /// Reads the files again where they have changed. Blocks its thread.
    ///
    /// - Parameter always: Whether they are read in any case.
    /// - Returns: Whether there is another certificate from now on.
    /// - Throws: Why it cannot be used; the one before stays. Thrown once for each state of the files: one of them may be
    ///   replaced a moment after the other.
    func renew(always: Bool) throws -> Bool {
        let stamps = Self.stamps(of: files)
        let isKnown = loaded.withLock { loaded in
            defer { loaded.stamps = stamps }
            return loaded.stamps == stamps
        }
        if isKnown, !always { return false }
        let new = try Self.read(files)
        loaded.withLock { $0 = new }
        return true
    }

    /// A server's settings whose certificate is that of the moment of each connection.
    var configuration: TLSConfiguration {
        let first = loaded.withLock(\.self)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: first.chain, privateKey: first.key)
        configuration.sslContextCallback = { [self] _, promise in
            let current = loaded.withLock(\.self)
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = current.chain
            change.privateKey = current.key
            promise.succeed(change)
        }
        return configuration
    }
}
