import PhonolithPlayback
import PhonolithTestSupport

extension QueuePlayer {
    /// Waits until what is behind a time is heard.
    nonisolated func waitForSound(after time: Double = 0) async throws {
        try await eventually("sound after \(time) s is heard") { await currentPlaybackTime > time }
    }

    /// Waits until the time is within a range.
    nonisolated func wait(for times: Range<Double>) async throws {
        try await eventually("the time is in \(times)") {
            times.contains(await currentPlaybackTime)
        }
    }

    /// Waits until the player is in a state.
    nonisolated func wait(for state: PlaybackState) async throws {
        try await eventually("the player is \(state.rawValue)") { await playbackState == state }
    }
}
