import CMalloc
import ServiceLifecycle

/// Gives memory back to the system while the server runs: the C library keeps what a long answer took, for the next.
struct MemoryService: ServiceLifecycle.Service {
    private static let interval = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // The task is cancelled at the end of the service.
            while (try? await Task.sleep(for: Self.interval)) != nil {
                // Milliseconds for some hundred MiB (malloc_trim(3)).
                _ = malloc_trim(0)
            }
        }
    }
}
