import FoundationEssentials
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import Synchronization

/// Sees what changes in the library and what scans do, for clients that listen.
final class ChangeEvents: Sendable {
    private let library: ServedCatalog
    private let scans: ScanRunner
    /// A connection of its own, as SQLite counts changes for each.
    private let catalog: Catalog
    private let thread = BlockingThreads(name: "library-watch", count: 1)
    private let last = Mutex<Look?>(nil)
    private let listeners = Mutex(0)

    /// A look at the library, for all that listen.
    private struct Look {
        var date: ContinuousClock.Instant
        var seen: Task<Seen, any Error>
    }

    private struct Seen: Sendable {
        var version: Int
        var lastModified: Date
    }

    private static let mostListeners = 100
    /// How often each listener's turn comes. With a look that is half as old, every change is seen within a second, also those
    /// of other servers.
    private static let interval = Duration.milliseconds(500)
    /// After so many looks without an event something is sent, which shows both sides that the other is there.
    private static let looksBetweenSigns = 40

    /// Opens the library's file once more. Blocks its thread.
    init(_ library: ServedCatalog, path: String, scans: ScanRunner) throws {
        self.library = library
        self.scans = scans
        catalog = try Catalog.open(at: path, for: .reading)
    }

    deinit { thread.end() }

    /// Closes its connection; listeners that are left are cut off.
    func end() async {
        await thread.finish { [catalog] in
            // A library that cannot be closed closes with the program.
            try? catalog.close()
        }
    }

    /// A place among the listeners; `nil` if there is none.
    func place() -> Hold? {
        let isFree = listeners.withLock { count in
            guard count < Self.mostListeners else { return false }
            count += 1
            return true
        }
        return isFree ? Hold { self.listeners.withLock { $0 -= 1 } } : nil
    }

    /// Sends events as they are written, until the task is cancelled: at the beginning the state of things, then each
    /// change.
    ///
    /// - Parameter caller: Called before each event is sent, which is for this caller.
    /// - Throws: The error of `caller`.
    func watch(
        for caller: () async throws -> Caller, _ send: (String) -> Void
    ) async throws {
        var version: Int?
        var known: ChangeStore.ListenerState?
        var scan: ScanRunner.Status?
        var quiet = 0
        while true {
            quiet += 1
            let seen = try await seen()
            if seen.version != version {
                version = seen.version
                let (state, isChanged) = try await state(after: known, for: caller())
                known = state
                if isChanged {
                    quiet = 0
                    let record = Record([("lastModified", .timestamp(seen.lastModified))])
                    send(Self.event("library", record.json))
                }
            }
            let status = scans.status
            if status != scan {
                scan = status
                quiet = 0
                send(Self.event("scan", status.json(for: try await caller()).text))
            }
            if quiet >= Self.looksBetweenSigns {
                quiet = 0
                _ = try await caller()
                send(":\n\n")
            }
            try await Task.sleep(for: Self.interval)
        }
    }

    /// The caller's knowledge of the library after an event, and whether there is one to send.
    private func state(
        after known: ChangeStore.ListenerState?, for caller: Caller
    ) async throws -> (state: ChangeStore.ListenerState, isChanged: Bool) {
        try await library.acting(as: caller.id).perform {
            try $0.changes.listenerState(after: known)
        }
    }

    /// The library's state a moment ago: one look is for all listeners.
    private func seen() async throws -> Seen {
        let look = last.withLock { last in
            let now = ContinuousClock.now
            if let last, last.date.duration(to: now) < Self.interval / 2 { return last }
            // The others wait for it, too, when the listener that began it leaves.
            let look = Look(
                date: now,
                seen: Task { [thread, catalog] in
                    try await thread.perform {
                        Seen(
                            version: try catalog.dataVersion(),
                            lastModified: try catalog.lastModifiedDate())
                    }
                })
            last = look
            return look
        }
        return try await look.seen.value
    }

    /// - Parameter json: In one line.
    private static func event(_ name: String, _ json: String) -> String {
        "event: \(name)\ndata: \(json)\n\n"
    }
}
