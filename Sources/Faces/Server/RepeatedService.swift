import ServiceLifecycle

/// Work that is done again and again while the server runs.
struct RepeatedService: ServiceLifecycle.Service {
    private let interval: Duration
    private let work: @Sendable () async throws -> Void

    init(every interval: Duration, _ work: @escaping @Sendable () async throws -> Void) {
        self.interval = interval
        self.work = work
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                while true {
                    try await Task.sleep(for: interval)
                    try await work()
                }
            } catch {
                // The service ends.
            }
        }
    }
}
