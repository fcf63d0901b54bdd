import ServiceLifecycle

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
