internal import FoundationEssentials

/// The monotonic clock by which sound is timed.
package enum AudioClock {
    /// In seconds from some moment in the past.
    package static var now: Double { ProcessInfo.processInfo.systemUptime }
}
