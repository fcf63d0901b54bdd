import Catalog
import Foundation
import JSONWriting
import MediaModel
import Synchronization

/// Sees what changes in the library and what scans do, for clients that listen.
final class LibraryWatch: Sendable {
    private let path: String
    private let scans: ScanRunner
    private let listeners = Mutex(0)

    /// Each has a connection to the library's file.
    private static let mostListeners = 100
    /// How often is looked.
    private static let interval = Duration.seconds(1)
    /// After so many looks without an event something is sent, which shows both sides that the other is there.
    private static let looksBetweenSigns = 20

    init(path: String, scans: ScanRunner) {
        self.path = path
        self.scans = scans
    }

    /// A place among the listeners, which is returned when it is released; `nil` if there is none.
    func place() -> (any Sendable)? {
        let isFree = listeners.withLock { count in
            guard count < Self.mostListeners else { return false }
            count += 1
            return true
        }
        return isFree ? Place(self) : nil
    }

    private final class Place: Sendable {
        private let watch: LibraryWatch
        init(_ watch: LibraryWatch) { self.watch = watch }
        deinit { watch.listeners.withLock { $0 -= 1 } }
    }

    /// Sends events as they are written, until the task is cancelled: at the beginning the state of things, then each
    /// change.
    ///
    /// - Parameter caller: Called before each event is sent, which is for this caller.
    /// - Throws: What `caller` throws.
    func watch(
        for caller: () async throws -> Caller, _ send: (String) -> Void
    ) async throws {
        let library = try await MediaLibrary.open(at: path)
        var version: Int?
        var known: Catalog.ListenerState?
        var scan: ScanRunner.Status?
        var quiet = 0
        while true {
            quiet += 1
            let (seen, now) = try await library.perform {
                (try $0.dataVersion(), try $0.lastModifiedDate())
            }
            if seen != version {
                version = seen
                let (state, isChanged) = try await Self.state(after: known, for: caller(), library)
                known = state
                if isChanged {
                    quiet = 0
                    send(Self.event("library", Record([("lastModified", .timestamp(now))]).json))
                }
            }
            let status = scans.status
            if status != scan {
                scan = status
                quiet = 0
                send(Self.event("scan", status.json(for: try await caller())))
            }
            if quiet >= Self.looksBetweenSigns {
                quiet = 0
                _ = try await caller()
                send(":\n\n")
            }
            try await Task.sleep(for: Self.interval)
        }
    }

    /// What the caller knows of the library after an event, and whether there is one to send.
    private static func state(
        after known: Catalog.ListenerState?, for caller: Caller, _ library: MediaLibrary
    ) async throws -> (state: Catalog.ListenerState, isChanged: Bool) {
        // Anonymous clients are refused before.
        guard let user = caller.id else { throw AccessRefusal.unknownKey }
        return try await library.perform {
            try $0.acting(as: user).listenerState(after: known)
        }
    }

    /// - Parameter json: In one line.
    private static func event(_ name: String, _ json: String) -> String {
        "event: \(name)\ndata: \(json)\n\n"
    }
}
