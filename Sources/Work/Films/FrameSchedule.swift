/// Which of the decoded frames is on screen at a time: the last that begins at or before it.
struct FrameSchedule: Hashable {
    /// The frame to show, by its index; `nil` to leave what is shown.
    var due: Int?
    /// How many frames before it are never shown.
    var dropCount: Int { due ?? 0 }

    /// A frame is shown up to half a millisecond before its time, which clocks of files round.
    private static let rounding = 0.0005

    /// Decides.
    ///
    /// - Parameters:
    ///   - times: When the frames begin that wait, in seconds, in ascending order.
    ///   - time: The time that is heard now, on the same clock.
    ///   - needsPicture: Whether nothing is shown yet: then the first frame is shown even before its time.
    init(times: [Double], time: Double, needsPicture: Bool) {
        due = times.lastIndex { $0 <= time + Self.rounding }
        if due == nil, needsPicture, !times.isEmpty { due = 0 }
    }
}

/// Whether a frame that was just decoded is worth showing.
enum FrameVerdict: Hashable {
    /// Its time is now or later.
    case show
    /// Its time is over; it is shown only if no other is better.
    case hold

    /// Slow decoders would show nothing at all if every frame that is late were dropped.
    private static let longestStandstill = 0.1

    /// - Parameters:
    ///   - end: When the frame after it begins, in seconds.
    ///   - time: The time that is heard now.
    ///   - standstill: For how long no frame was shown, in seconds.
    init(end: Double, time: Double, standstill: Double) {
        self = end > time || standstill > Self.longestStandstill ? .show : .hold
    }
}
