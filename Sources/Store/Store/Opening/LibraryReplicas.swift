internal import PhonolithDatabase

/// The replicas of a library's server that answer for it.
package struct LibraryReplicas: Sendable {
    package var addresses: [ServerAddress]
    /// How far a replica may be behind.
    package var longestLag = Duration.seconds(5)
    /// Called when a replica is left out, with the reason, and when it answers again.
    package var note: @Sendable (_ address: String, _ reason: String?) -> Void = { _, _ in }

    package init(_ addresses: [ServerAddress] = []) { self.addresses = addresses }

    var options: ReplicaOptions {
        let shown = Dictionary(
            addresses.map { ($0.text, $0.shown) }, uniquingKeysWith: { first, _ in first })
        return ReplicaOptions(addresses.map(\.text), longestLag: longestLag) { [note] change in
            note(shown[change.address] ?? "", change.reason?.words)
        }
    }
}

/// How a replica stands, for those who look after the service.
package struct ReplicaReport: Hashable, Sendable {
    package let address: String
    package let isUsed: Bool
    /// How often it was left out, by reason.
    package let leftOut: [String: Int]
}

extension Catalog {
    /// The replicas that answer for the library's server.
    package var replicas: [ReplicaReport] {
        zip(replicaAddresses, database.replicaStandings).map { address, standing in
            ReplicaReport(
                address: address, isUsed: standing.reason == nil,
                leftOut: Dictionary(
                    uniqueKeysWithValues: ReplicaStanding.Reason.allCases.map {
                        ($0.rawValue, standing.leftOut[$0] ?? 0)
                    }))
        }
    }
}

extension ReplicaStanding.Reason {
    fileprivate var words: String {
        switch self {
        case .behind: "it is too far behind"
        case .promoted: "it follows no other server any more"
        case .unreachable: "it cannot be reached"
        }
    }
}
