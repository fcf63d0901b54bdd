import PhonolithMediaModel

/// How long a user hears an item, by the reports of a program: from the start of the item until another one starts or
/// playback stops.
package struct ReportedListening: Hashable, Sendable {
    /// The result for an item in the user's history.
    package enum Result: Hashable, Sendable {
        case played, skipped
    }

    /// In seconds of the item.
    private(set) var heard = 0.0
    private var position: Double
    private var rate: Double
    private var isRunning: Bool
    /// Whether it was played at all.
    private var hasRun: Bool
    private var moment: Duration

    /// Reports take some time to come, in seconds, and clocks run at different speeds.
    private static let delay = 0.1
    private static let slack = 1.05

    /// - Parameters:
    ///   - position: In milliseconds.
    ///   - isRunning: Whether it is being played from there on.
    ///   - moment: When that is reported, by a clock that does not go back.
    package init(at position: Int, rate: Double, isRunning: Bool, moment: Duration) {
        (self.position, self.rate) = (Double(position) / 1000, rate)
        (self.isRunning, hasRun, self.moment) = (isRunning, isRunning, moment)
    }

    /// Adds what was heard since the last report: no more than the position has advanced, which leaves out pauses, and
    /// no more than there was time for, which leaves out jumps.
    package mutating func report(at position: Int, rate: Double, isRunning: Bool, moment: Duration)
    {
        let place = Double(position) / 1000
        if self.isRunning {
            let seconds = max(0, (moment - self.moment) / .seconds(1))
            let possible = seconds * max(self.rate, rate) * Self.slack + Self.delay
            heard += max(0, min(place - self.position, possible))
        }
        (self.position, self.rate) = (place, rate)
        (self.isRunning, hasRun, self.moment) = (isRunning, hasRun || isRunning, moment)
    }

    /// The result when listening ends.
    ///
    /// - Parameter duration: Of the item, in seconds.
    package func result(duration: Double) -> Result? {
        let isPlayed = ListeningRule.isPlayed(heard: heard, of: duration > 0 ? duration : nil)
        if isPlayed { return .played }
        return hasRun && ListeningRule.isSkipped(heard: heard) ? .skipped : nil
    }
}
