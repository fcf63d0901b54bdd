import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithFiles
import Synchronization

/// The limits of the server, so that neither many clients nor one can take all of it.
package struct Limits: Hashable, Sendable {
    /// Open connections; a new one closes an idle one of the address that has most.
    package var connections = 1000
    /// Open connections beyond ``connections`` that are accepted where none is idle; more wait until one is closed.
    package var spareConnections = 64
    /// Connections that the system keeps until they are accepted, as far as its own limit allows (`net.core.somaxconn`). A client
    /// that finds no place tries again after a second.
    package var waitingConnections = 4096
    /// Open connections of one address, trusted proxies excepted; a new one closes an idle one.
    package var connectionsPerAddress = 250
    /// Requests of one address that are being answered, streams among them. Some programs open 50 streams at once.
    package var requestsPerAddress = 200
    /// In bytes, of all headers of a request, its URL included; each costs ``bytesPerHeader`` more than its name and value.
    package var headerSize = 64 << 10
    /// In bytes, of the longest body that is read to its end.
    package var bodySize = 12 << 20
    /// Seconds in which the header of a connection's first request must arrive.
    package var headerSeconds = 10
    /// Seconds that a request may take to arrive.
    package var requestSeconds = 60
    /// Seconds without a request after which a connection is closed.
    package var idleSeconds = 75
    /// Seconds for which a client may take nothing of an answer, as a player that pauses does.
    package var stallSeconds = 900

    /// The overhead of a header in bytes, counted as in HTTP/2 (RFC 9113, 6.5.2).
    static let bytesPerHeader = 32

    package init() {}
}

/// Counts the requests of each address that are being answered, until their last byte is sent.
final class Admission: Sendable {
    private let most: Int
    private let counts = Mutex<[AddressPrefix: Int]>([:])

    init(_ limits: Limits) { most = limits.requestsPerAddress }

    /// Answers a request, or refuses it where its address has too many already.
    func admitting(
        _ address: String, _ respond: () async -> Response
    ) async -> Response {
        let address = AddressPrefix(address)
        guard begin(address) else {
            return .plain(.tooManyRequests, headers: [.retryAfter: "1"])
        }
        let place = Hold { self.end(address) }
        return await respond().holding(place)
    }

    private func begin(_ address: AddressPrefix) -> Bool {
        counts.withLock { counts in
            guard counts[address, default: 0] < most else { return false }
            counts[address, default: 0] += 1
            return true
        }
    }

    private func end(_ address: AddressPrefix) {
        counts.withLock { counts in
            let left = counts[address, default: 1] - 1
            counts[address] = left > 0 ? left : nil
        }
    }
}
