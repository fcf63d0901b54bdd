/// The rule by which an item counts as played or skipped, in the player and in the reports of programs.
package enum ListeningRule {
    /// In seconds: of a long item, hearing so much of it is enough.
    private static let longest = 240.0
    /// In seconds: an item that is left earlier is skipped.
    private static let skipTime = 20.0

    /// Whether an item was played: half of it, or four minutes of it, were heard.
    ///
    /// - Parameters:
    ///   - heard: In seconds.
    ///   - duration: In seconds; `nil` if unknown.
    package static func isPlayed(heard: Double, of duration: Double?) -> Bool {
        heard > 0 && heard >= min(longest, (duration ?? .infinity) / 2)
    }

    /// Whether an item that is left for another one was skipped.
    package static func isSkipped(heard: Double) -> Bool { heard < skipTime }
}
