import FoundationEssentials
import Glibc
package import PhonolithMediaModel
package import PhonolithUsers
import Synchronization

/// Collects uses of app passwords and visits of shares until they are written: no request waits for the library's lock
/// because of them, and many are one transaction.
package final class UseNotes: Sendable {
    private let uses = Mutex(Uses())

    func note(appPassword id: Int64) { uses.withLock { $0.note(appPassword: id, at: .now) } }

    package func note(visitOf share: PersistentID<Share>) {
        uses.withLock { $0.note(visitOf: share, at: .now) }
    }

    /// Writes what was collected; keeps it where that fails.
    package func write(to library: ServedCatalog) async {
        let taken = uses.withLock { uses in
            defer { uses = Uses() }
            return uses
        }
        if taken.isEmpty { return }
        do {
            try await library.perform(for: .changing) { try $0.access.note(taken) }
        } catch {
            // Another program writes, or the disk is full: the next time is soon.
            uses.withLock { $0.add(taken) }
        }
    }

    /// Writes what is left at the end of the service, which does not wait for long.
    package func finish(in library: ServedCatalog) async {
        // The task that ends the service may be cancelled.
        await Task {
            let (ends, continuation) = AsyncStream<Void>.makeStream()
            Task {
                await write(to: library)
                continuation.yield()
            }
            Task {
                // Nothing cancels it.
                try? await Task.sleep(for: .seconds(1))
                continuation.yield()
            }
            _ = await ends.first { _ in true }
        }.value
    }
}
