/// Gives the frames of moving pictures at their times, to a view that draws them itself.
///
/// The counterpart of AVPlayerItemVideoOutput: the view asks when it can draw, such as at each refresh of the screen, and
/// gets each frame once. Frames for which there was no time are dropped.
public protocol VideoOutput: Sendable {
    /// The frame that is to be seen at a moment; `nil` if that is the one that was given last, or there is none yet.
    /// Waits for nothing.
    ///
    /// - Parameter moment: In seconds of the monotonic clock, as `QueuePlayer.deviceCurrentTime` has it: now, or when the
    ///   view will be seen.
    func frame(at moment: Double) -> VideoFrame?

    /// When the next frame is due, by the same clock; `nil` if that is unknown, as while nothing plays.
    func nextMoment(after moment: Double) -> Double?
}
