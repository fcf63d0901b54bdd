/// An event of an audio session; the counterpart of the notifications of AVAudioSession.
public enum AudioSessionNotification: Hashable, Sendable {
    /// The server asked for silence, for a call. Players of this program have paused by themselves.
    case interruptionBegan
    /// The interruption has ended; players that played before go on by themselves if `shouldResume`.
    case interruptionEnded(shouldResume: Bool)
    /// A device came, went or was chosen.
    case routeDidChange(AudioRoute.ChangeReason, previous: AudioRoute)
    /// The sound server is gone. Players and recorders report it, too.
    case mediaServicesWereLost
    /// The sound server is back; its streams have to be opened again, which players do when they play.
    case mediaServicesWereReset
    /// Another player began to play, so that a game's music had better be silent; while the session is active.
    case silenceSecondaryAudioBegan
    /// No other player plays any more.
    case silenceSecondaryAudioEnded
}
