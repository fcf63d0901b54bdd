package import FoundationEssentials
internal import Glibc
package import PhonolithLibav
internal import Synchronization

/// The bytes that one reader has received from its server; readable from any thread.
package final class NetworkTransfer: Sendable {
    package let address: String
    package let date = Date.now
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    private struct State {
        var startupTime: Double?
        /// The traffic of connections before the present one, and of this.
        var earlier = NetworkTraffic()
        var present = NetworkTraffic()
    }

    init(_ address: String) { self.address = address }

    // In bytes.
    package var byteCount: Int {
        state.withLock { $0.earlier.byteCount + $0.present.byteCount }
    }

    /// In bit/s of the time in which bytes were waited for; `nil` before anything came.
    package var bitRate: Double? {
        state.withLock { state in
            let count = state.earlier.byteCount + state.present.byteCount
            let time = state.earlier.waitingTime + state.present.waitingTime
            return count > 0 && time > 0 ? Double(count) * 8 / time : nil
        }
    }

    /// Seconds until the item was open; `nil` if it is not yet.
    package var startupTime: Double? { state.withLock { $0.startupTime } }

    /// The item is open, by a first or by another connection.
    func opened() {
        let duration = start.duration(to: .now) / .seconds(1)
        state.withLock { state in
            state.startupTime = state.startupTime ?? duration
            state.earlier.byteCount += state.present.byteCount
            state.earlier.waitingTime += state.present.waitingTime
            state.present = NetworkTraffic()
        }
    }

    /// Notes what has come by the present connection.
    func note(_ received: NetworkTraffic) { state.withLock { $0.present = received } }
}

/// How long a server that does not answer any more is called again, in seconds: a router that restarts, or another network,
/// takes up to a minute.
package struct OutagePatience: Hashable, Sendable {
    package var limit: Double
    /// Before the first call; each pause is twice as long as the one before.
    package var firstPause: Double
    package var longestPause: Double

    /// How often a server may answer without anything new.
    static let greatestVainCalls = 3

    /// Two minutes; tests have less time.
    package init(limit: Double = 120, firstPause: Double = 0.5, longestPause: Double = 5) {
        self.limit = limit
        self.firstPause = firstPause
        self.longestPause = longestPause
    }
}

extension AVError {
    /// Whether the server may answer otherwise later: an outage of it or of the network, and neither a refusal nor what it sent.
    var mayPass: Bool {
        if let httpStatus { return httpStatus >= 500 || [408, 425, 429].contains(httpStatus) }
        return isEndOfFile || posixCode > 0 && posixCode != EINVAL
    }
}

/// Keeps what a server sends for an item while it is heard.
///
/// All functions but ``abandoned()`` are called on the reader's thread, which they may block.
package protocol StreamKeeper: StreamObserver {
    /// Ends what the reader waits for; cancelled by either of the two.
    var interruption: ReadInterruption { get }
    /// Whether the rest is read when the item is not heard any more. Asked by any thread.
    var keepsReading: Bool { get }
    /// The bytes to read for that; `nil` for none. Bytes that come again are no harm.
    var missingRange: Range<Int>? { get }

    func opened(_ source: NetworkSource)
    /// The item is not played after all: it is kept when it is opened again. Called by any thread, while the reader may
    /// still read.
    func abandoned()
    /// Nothing more comes.
    ///
    /// - Parameters:
    ///   - isAtEnd: Whether the source was read to its end.
    ///   - reason: Why it was not, in words; `nil` if it ended as it should.
    func ended(isAtEnd: Bool, reason: String?)
}

extension ItemSamples {
    /// Reads what was not heard, for what is kept. Blocks its thread.
    mutating func readRest(for keeper: any StreamKeeper) throws(AVError) {
        while let range = keeper.missingRange {
            guard try readSource(range) else { break }
        }
        keeper.ended(isAtEnd: true, reason: nil)
    }
}
