import Glibc
import PhonolithFiles
import PhonolithLibav
package import PhonolithMediaModel
package import PhonolithPlayQueues
package import PhonolithSamples
import Synchronization
package import SystemPackage

/// Saves what servers send for the items that a player plays.
package final class StreamSaver: Sendable {
    // Where the bytes go.
    package enum Place: Hashable, Sendable {
        /// All that the first item sends goes into this file.
        case file(MediaPath)
        /// Each item, or each title of a radio station, goes into a file of its own.
        case folder(MediaPath)

        package var path: MediaPath {
            switch self {
            case .file(let path), .folder(let path): path
            }
        }
    }

    /// An event, reported at once; on the thread of a reader.
    package enum Event: Hashable, Sendable {
        case saved(MediaPath)
        /// Something was not saved, or not all of it, in words.
        case failed(String)
    }

    /// The outcome of all of it.
    package struct Outcome: Hashable, Sendable {
        /// In the order in which they became complete.
        package var saved: [MediaPath] = []
        package var problemCount = 0

        package init(saved: [MediaPath] = [], problemCount: Int = 0) {
            (self.saved, self.problemCount) = (saved, problemCount)
        }
    }

    package let place: Place
    private let report: @Sendable (Event) -> Void
    private let state = Mutex(State())

    private struct State {
        /// The streams being saved, by their addresses.
        var streams: [String: SavedStream] = [:]
        /// The addresses that need not be saved again.
        var doneAddresses: Set<String> = []
        var outcome = Outcome()
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    package init(to place: Place, report: @escaping @Sendable (Event) -> Void) {
        (self.place, self.report) = (place, report)
    }

    /// Makes sure that there can be files; a folder is made. Blocks its thread.
    package static func check(_ place: Place) throws(Errno) {
        var folder = place.path
        if case .file(let path) = place {
            folder = try WholeFile(resumableAt: path).temporary.parent
        } else {
            try WholeFile.makeFolder(folder)
        }
        if let status = folder.status, !status.isFolder { throw .notDirectory }
        guard folder.withCString({ access($0, W_OK | X_OK) }) == 0 else {
            throw Errno(rawValue: errno)
        }
    }

    /// Keeps an item from now on; `nil` for a file on disk, and for what is saved already.
    package func keeper(for item: PlayerItem) -> (any StreamKeeper)? {
        guard case .url(let address) = item.source else { return nil }
        return state.withLock { state in
            guard state.streams[address] == nil, !state.doneAddresses.contains(address) else {
                return nil
            }
            let stream = SavedStream(item, at: address, for: self)
            state.streams[address] = stream
            return stream
        }
    }

    /// The addresses whose rest is being read, although they are not heard any more.
    package var pending: [String] {
        let streams = state.withLock { Array($0.streams.values) }
        return streams.filter(\.keepsReading).map(\.address).sorted()
    }

    /// How many files are complete so far.
    package var savedCount: Int { state.withLock { $0.outcome.saved.count } }

    /// Ends all reading; incomplete files stay as parts.
    package func cancel() {
        let streams = state.withLock { Array($0.streams.values) }
        streams.forEach { $0.interruption.cancel() }
    }

    /// Waits until everything is saved or given up; called when nothing plays any more.
    ///
    /// - Returns: The outcome of saving.
    package func finish() async -> Outcome {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.streams.isEmpty { state.waiting.append(continuation) }
                return state.streams.isEmpty
            }
            if isDone { continuation.resume() }
        }
        return state.withLock { $0.outcome }
    }

    // MARK: - For the streams

    func saved(_ path: MediaPath) {
        state.withLock { $0.outcome.saved.append(path) }
        report(.saved(path))
    }

    func failed(_ reason: String) {
        state.withLock { $0.outcome.problemCount += 1 }
        report(.failed(reason))
    }

    func ended(_ stream: SavedStream, isDone: Bool) {
        let waiting = state.withLock { state in
            if isDone { state.doneAddresses.insert(stream.address) }
            // An abandoned one may end when the next of its address is under way.
            if state.streams[stream.address] === stream { state.streams[stream.address] = nil }
            guard state.streams.isEmpty else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }
}
