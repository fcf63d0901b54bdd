internal import Glibc
internal import PhonolithLibav

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
