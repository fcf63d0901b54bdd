import Logging
import NIOCore
import Serving
import Synchronization

/// Counts the open connections of each address, so that no address takes them all.
///
/// Where an address has too many, a new connection closes the oldest one on which no request has arrived: silent
/// connections keep nobody out, not even clients of their own address.
final class OpenConnections: Sendable {
    /// The connections of an address.
    fileprivate struct Peer {
        var count = 0
        /// Connections on which no request has arrived yet, the oldest first.
        var silent: [any Channel] = []
        /// Whether the log has a line about them.
        var isNoted = false
    }

    fileprivate enum Decision {
        case accepted
        case acceptedInsteadOf(any Channel, isFirst: Bool)
        case refused(isFirst: Bool)
    }

    let proxies: TrustedProxies
    private let most: Int
    private let logger: Logger
    private let peers = Mutex<[AddressPrefix: Peer]>([:])

    /// - Parameter proxies: Have the connections of many clients, and are not limited.
    init(_ limits: Limits, proxies: TrustedProxies, logger: Logger) {
        most = limits.connectionsPerAddress
        self.proxies = proxies
        self.logger = logger
    }

    /// Counts a new connection.
    ///
    /// - Returns: Whether there may be one more.
    func begin(_ channel: any Channel, from address: String) -> Bool {
        let limit = proxies.trusts(address) ? Int.max : most
        let prefix = AddressPrefix(address)
        let decision = peers.withLock { peers in
            peers[prefix, default: Peer()].admit(channel, limit)
        }
        switch decision {
        case .accepted: return true
        case .acceptedInsteadOf(let other, let isFirst):
            if isFirst { note(address) }
            other.close(promise: nil)
            return true
        case .refused(let isFirst):
            if isFirst { note(address) }
            return false
        }
    }

    /// Notes that a request has arrived on a connection.
    func noteRequest(on channel: any Channel, from address: String) {
        let address = AddressPrefix(address)
        peers.withLock { peers in
            guard var peer = peers[address] else { return }
            peer.silent.removeAll { $0 === channel }
            peers[address] = peer
        }
    }

    /// Forgets a connection that was counted.
    func end(_ channel: any Channel, from address: String) {
        let address = AddressPrefix(address)
        peers.withLock { peers in
            guard var peer = peers[address] else { return }
            peer.count -= 1
            peer.silent.removeAll { $0 === channel }
            peers[address] = peer.count > 0 ? peer : nil
        }
    }

    private func note(_ address: String) {
        logger.warning(
            "too many connections", metadata: ["address": "\(address)", "limit": "\(most)"])
    }
}

extension OpenConnections.Peer {
    fileprivate mutating func admit(
        _ channel: any Channel, _ limit: Int
    ) -> OpenConnections.Decision {
        guard count >= limit else {
            count += 1
            silent.append(channel)
            return .accepted
        }
        let isFirst = !isNoted
        isNoted = true
        guard !silent.isEmpty else { return .refused(isFirst: isFirst) }
        // It is counted until it is closed.
        let oldest = silent.removeFirst()
        count += 1
        silent.append(channel)
        return .acceptedInsteadOf(oldest, isFirst: isFirst)
    }
}
