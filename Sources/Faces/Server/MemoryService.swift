import CMalloc
import ServiceLifecycle
import Serving

/// Gives memory back to the system while the server runs: the C library keeps what a long answer took, for the next.
struct MemoryService: ServiceLifecycle.Service {
    let library: Library
    private static let interval = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                while true {
                    try await Task.sleep(for: Self.interval)
                    // Takes milliseconds for some hundred MiB (malloc_trim(3)), so a thread that may wait does it.
                    _ = try await library.perform { _ in malloc_trim(0) }
                }
            } catch {
                // The service ends.
            }
        }
    }
}
