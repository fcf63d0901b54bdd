import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithFiles
import Synchronization

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
