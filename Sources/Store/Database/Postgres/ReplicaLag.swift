/// How far a replica is behind, by the places that the log of the library's server had at certain times.
///
/// What a server has replayed is compared with what was written then. Two upper bounds are known, of which the smaller
/// counts: a replica that has reached a place lacks nothing that was written before that was seen, and none that was
/// committed before the last transaction that it has replayed.
struct ReplicaLag {
    private struct Sample {
        var position: PostgresReplicas.Position
        var date: ContinuousClock.Instant
    }

    /// How long places are remembered.
    let longest: Duration
    private var samples: [Sample] = []

    init(longest: Duration) { self.longest = longest }

    /// When the place of the library's server was asked last.
    var lastDate: ContinuousClock.Instant? { samples.last?.date }

    /// Notes how much the library's server had written.
    ///
    /// - Parameter date: Before it was asked.
    mutating func note(_ position: PostgresReplicas.Position, at date: ContinuousClock.Instant) {
        samples.append(Sample(position: position, date: date))
        // One older than that shows that a replica is too far behind.
        while samples.count > 2, samples[1].date + longest < date { samples.removeFirst() }
    }

    /// Whether a replica is no further behind than is allowed.
    ///
    /// - Parameters:
    ///   - replayed: How much it has replayed.
    ///   - age: How long ago the last transaction that it has replayed was committed; `nil` where it knows none.
    func allows(
        _ replayed: PostgresReplicas.Position, age: Duration?, at now: ContinuousClock.Instant
    ) -> Bool {
        guard let last = samples.last, last.date + longest >= now else { return false }
        if replayed >= last.position { return true }
        if let age, age <= longest { return true }
        guard let reached = samples.last(where: { $0.position <= replayed }) else { return false }
        return reached.date + longest >= now
    }
}
