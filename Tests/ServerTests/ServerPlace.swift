import Foundation
import PhonolithWorker

/// A place among the servers that run at once, free again when it is released.
///
/// A server has dozens of threads and open files. With those of all tests at once the machine would be busy with itself,
/// and Foundation starts no program where more than a thousand files are open.
final class ServerPlace: Sendable {
    private static let places = JobSlots(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// Waits until there is a place.
    init() async throws { try await Self.places.take(for: "") }

    deinit { Self.places.giveBack(by: "") }
}
