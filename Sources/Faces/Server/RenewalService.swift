import Logging
import PhonolithAccess
import ServiceLifecycle
import UnixSignals

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
