package import PhonolithMediaModel

/// The first line that a worker of a scan gets.
package struct ScanOrder: Codable, Sendable {
    package let request: ScanRequest
    /// When the whole scan began, in nanoseconds since 1970.
    package let startedAt: Int
    /// Files that must not be touched, because an earlier worker died of them.
    package var refusals: [Refusal] = []
    /// Whether so much went wrong that only one file is to be read at a time.
    package var isCareful = false

    package struct Refusal: Codable, Sendable {
        package let path: MediaPath
        package let reason: String
        package let isLasting: Bool
    }
}

extension ScanOrder {
    /// The command of `phonolith-media` that takes such orders.
    package static let commandName = "scan-work"
}
