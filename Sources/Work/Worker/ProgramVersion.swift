internal import FoundationEssentials

/// The version that all programs of an installation share.
///
/// A program names it in the environment of those that it starts, so that two of different versions, as an interrupted
/// upgrade leaves them, do not misunderstand each other.
package enum ProgramVersion {
    package static let current = "0.1.0"

    static let variable = "PHONOLITH_STARTED_BY_VERSION"

    /// Why this program must not work for the one that has started it; `nil` if it may, or where it was started by
    /// something else.
    package static func refusal(
        ofProgram name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard let other = environment[variable], other != current else { return nil }
        return "\(name) has version \(current), but was started by phonolith \(other);"
            + " install the same version of both, and restart phonolith"
    }
}
