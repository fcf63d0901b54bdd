import PhonolithScans
import PhonolithStore

/// Waits for the server of a library that cannot be reached for now, as while it is restarted.
struct ServerReturn: Sendable {
    let library: String
    /// How often the server is tried.
    let interval: Duration
    /// Called with a line for the user when the server is lost.
    let remark: @Sendable (String) -> Void

    /// Asks the library something, again while its server cannot be reached.
    ///
    /// - Throws: `CancellationError`, and what the body throws for other reasons.
    func retrying<Value>(_ body: () throws -> Value) async throws -> Value {
        var isLost = false
        while true {
            do {
                return try body()
            } catch let error where mayPass(error) {
                if isLost {
                    try await Task.sleep(for: interval)
                } else {
                    try await pause(after: error)
                }
                isLost = true
            }
        }
    }

    /// Whether the server was not reached, and may be later.
    func mayPass(_ error: any Error) -> Bool {
        guard ServerAddress(library) != nil else { return false }
        return switch error {
        case let error as CatalogError: error.code == .cannotOpen
        case let error as ScanLockError: error.isUnreachable
        default: false
        }
    }

    /// Says why the server was not reached, and waits until it is to be tried again.
    func pause(after error: any Error) async throws {
        remark("\(error); watching goes on when it is back")
        try await Task.sleep(for: interval)
    }
}
