package import Foundation

/// The first line that a worker gets: how to scan.
package struct ScanOrder: Codable {
    /// When the whole scan began, in nanoseconds since 1970.
    package var startedAt: Int
    /// What must not be touched, because a worker before this one died of it.
    package var refusals: [Refusal] = []
    /// Whether so much went wrong that only one file is to be read at a time.
    package var isCareful = false
    /// Whether a progress bar shows how much is left.
    package var countsAhead = false

    package struct Refusal: Codable {
        package var path: Data
        package var reason: String
        package var isLasting: Bool
    }
}
