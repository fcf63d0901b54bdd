/// The servers that answer for the one of a library what they can.
package struct ReplicaOptions: Sendable {
    /// URLs or connection strings of libpq.
    package var addresses: [String]
    /// How far a server may be behind.
    package var longestLag: Duration
    /// Called when a server is left out, and when it answers again.
    package var note: @Sendable (ReplicaChange) -> Void

    package init(
        _ addresses: [String] = [], longestLag: Duration = .seconds(5),
        note: @escaping @Sendable (ReplicaChange) -> Void = { _ in }
    ) {
        self.addresses = addresses
        self.longestLag = longestLag
        self.note = note
    }
}

package struct ReplicaStanding: Hashable, Sendable {
    /// Why a replica is left out.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It is further behind than is allowed.
        case behind
        /// It was made a server of its own.
        case promoted
        /// It cannot be reached, or breaks off.
        case unreachable
    }

    /// Why it is left out; `nil` for one that answers.
    package var reason: Reason?
    /// How often it was left out.
    package var leftOut: [Reason: Int] = [:]
}

/// A replica that is left out from now on, or answers again.
package struct ReplicaChange: Hashable, Sendable {
    package let address: String
    /// `nil` for one that answers again.
    package let reason: ReplicaStanding.Reason?
}
