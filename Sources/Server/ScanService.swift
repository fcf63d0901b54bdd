import ServiceLifecycle

/// Keeps the library up to date while the server runs, as far as it is asked to.
struct ScanService: ServiceLifecycle.Service {
    let scans: ScanRunner
    let watches: Bool
    let interval: Duration?

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                if watches { group.addTask { await ended { try await scans.watch() } } }
                if let interval {
                    group.addTask { await ended { try await scans.scan(every: interval) } }
                }
                // A service that returns would end the others.
                group.addTask { await ended { try await Task.sleep(for: .seconds(1 << 40)) } }
                group.addTask { [scans] in
                    await withTaskCancellationHandler {
                        await ended { try await Task.sleep(for: .seconds(1 << 40)) }
                    } onCancel: {
                        scans.end()
                    }
                }
            }
        }
    }

    /// Cancellation is the end that is expected; nothing else is thrown.
    private func ended(_ body: () async throws -> Void) async {
        do { try await body() } catch {}
    }
}
