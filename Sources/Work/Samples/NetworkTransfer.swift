package import FoundationEssentials
internal import PhonolithLibav
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
