import Access
import ServiceLifecycle
import Serving

/// Writes uses down while the server runs.
struct UseService: ServiceLifecycle.Service {
    let notes: UseNotes
    let library: Library
    let interval: Duration

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                while true {
                    try await Task.sleep(for: interval)
                    await notes.write(to: library)
                }
            } catch {
                // The service ends.
            }
        }
    }
}
