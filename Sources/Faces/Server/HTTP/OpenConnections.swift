import Logging
import NIOCore
import PhonolithAccess
import Synchronization

/// Counts the open connections, so that no address takes them all.
///
/// Where there are too many, of one address or in all, a new connection closes an idle one: on which no request is answered.
/// Silent and idle connections keep nobody out, not even clients of their own address.
final class OpenConnections: Sendable {
    fileprivate struct Connection {
        var channel: any Channel
        var address: AddressPrefix
        /// Whether the connection is a trusted proxy's, which has many clients.
        var isTrusted: Bool
        /// When it became idle, in the order of such events; `nil` while a request is answered.
        var idleSince: Int?
        /// Whether no request has arrived yet.
        var isSilent = true
    }

    fileprivate struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var counts: [AddressPrefix: Int] = [:]
        /// Addresses that have had too many, of which the log has a line.
        var noted: Set<AddressPrefix> = []
        /// Whether the log has a line that there are too many in all.
        var isFullNoted = false
        private var lastEvent = 0

        mutating func event() -> Int {
            lastEvent += 1
            return lastEvent
        }
    }

    fileprivate enum Decision {
        case accepted
        case acceptedInsteadOf(any Channel)
        case refused
    }

    let proxies: TrustedProxies
    private let limits: Limits
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameter proxies: Have the connections of many clients, and are not limited.
    init(_ limits: Limits, proxies: TrustedProxies, logger: Logger) {
        self.limits = limits
        self.proxies = proxies
        self.logger = logger
    }

    /// Counts a new connection.
    ///
    /// - Returns: Whether there may be one more.
    func begin(_ channel: any Channel, from peer: String) -> Bool {
        let (address, isTrusted) = (AddressPrefix(peer), proxies.trusts(peer))
        let (decision, line) = state.withLock { state in
            let isFull = state.connections.count >= limits.connections
            let isOver =
                !isTrusted && state.counts[address, default: 0] >= limits.connectionsPerAddress
            let victim = isOver || isFull ? state.victim(of: isOver ? address : nil) : nil
            let line = isOver || isFull ? state.note(isOver ? address : nil) : nil
            guard victim != nil || !isOver else { return (Decision.refused, line) }
            if let victim { state.remove(victim) }
            state.add(
                Connection(
                    channel: channel, address: address, isTrusted: isTrusted,
                    idleSince: state.event()))
            return (victim.map { .acceptedInsteadOf($0.channel) } ?? .accepted, line)
        }
        if let line { log(line, peer) }
        switch decision {
        case .accepted: return true
        case .acceptedInsteadOf(let other):
            other.close(promise: nil)
            return true
        case .refused: return false
        }
    }

    /// Notes that a request has arrived on a connection.
    func noteRequest(on channel: any Channel) {
        state.withLock { state in
            let key = ObjectIdentifier(channel)
            state.connections[key]?.idleSince = nil
            state.connections[key]?.isSilent = false
        }
    }

    /// Notes that all requests of a connection were answered. It is closed if others wait for its place.
    func noteAnswers(on channel: any Channel) {
        let isClosed = state.withLock { state in
            let key = ObjectIdentifier(channel)
            let event = state.event()
            state.connections[key]?.idleSince = event
            guard state.connections.count > limits.connections,
                let connection = state.connections[key], !connection.isTrusted
            else { return false }
            state.remove(connection)
            return true
        }
        if isClosed { channel.close(promise: nil) }
    }

    /// Forgets a connection that was counted.
    func end(_ channel: any Channel) {
        state.withLock { state in
            if let known = state.connections[ObjectIdentifier(channel)] { state.remove(known) }
        }
    }

    private func log(_ line: State.Line, _ address: String) {
        switch line {
        case .ofAddress:
            logger.warning(
                "too many connections",
                metadata: [
                    "address": "\(address)", "limit": "\(limits.connectionsPerAddress)",
                ])
        case .ofAll:
            logger.warning(
                "too many connections in all; idle ones are closed",
                metadata: ["limit": "\(limits.connections)"])
        }
    }
}

extension OpenConnections.State {
    fileprivate enum Line { case ofAddress, ofAll }

    fileprivate mutating func add(_ connection: OpenConnections.Connection) {
        connections[ObjectIdentifier(connection.channel)] = connection
        counts[connection.address, default: 0] += 1
    }

    fileprivate mutating func remove(_ connection: OpenConnections.Connection) {
        connections[ObjectIdentifier(connection.channel)] = nil
        let left = counts[connection.address, default: 1] - 1
        counts[connection.address] = left > 0 ? left : nil
        if left == 0 { noted.remove(connection.address) }
        if connections.isEmpty { isFullNoted = false }
    }

    /// The line that the log is to have, once.
    fileprivate mutating func note(_ address: AddressPrefix?) -> Line? {
        if let address { return noted.insert(address).inserted ? .ofAddress : nil }
        defer { isFullNoted = true }
        return isFullNoted ? nil : .ofAll
    }

    /// The idle connection that makes room: of the address that holds most, proxies last; first such without any request,
    /// then the one that has been idle longest.
    ///
    /// - Parameter address: `nil` for any.
    fileprivate func victim(of address: AddressPrefix?) -> OpenConnections.Connection? {
        connections.values.lazy
            .filter { $0.idleSince != nil && (address == nil || $0.address == address) }
            .min { rank(of: $0) < rank(of: $1) }
    }

    private func rank(of connection: OpenConnections.Connection) -> (Int, Int, Int, Int) {
        (
            connection.isTrusted ? 1 : 0, -counts[connection.address, default: 0],
            connection.isSilent ? 0 : 1, connection.idleSince ?? .max
        )
    }
}
