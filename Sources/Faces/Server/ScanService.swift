import PhonolithAccess
import ServiceLifecycle

/// Ends scans as soon as the service is to end, so that they have all its time to finish.
struct ScanService: ServiceLifecycle.Service {
    let scans: ScanRunner

    func run() async throws {
        // Cancellation is an end, too.
        do { try await gracefulShutdown() } catch {}
        scans.end()
    }
}
