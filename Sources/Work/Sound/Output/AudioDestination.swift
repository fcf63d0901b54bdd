public import PhonolithMediaModel

/// Where a player's sound goes.
public enum AudioDestination: Hashable, Sendable {
    /// To the sound server (PulseAudio, PipeWire).
    case pulse
    /// Without output, in real time or N times faster; infinity for as fast as possible.
    case null(speed: Double)
    /// To a WAV file, as fast as possible.
    case wave(MediaPath)
}
