/// What a file's audio is known by, whatever its tags say: a number made of a few kilobytes that writing
/// tags does not touch, and of how long the audio is.
///
/// Equal signatures are the same audio, encoded once; another encoding of the same music has another.
package struct AudioSignature: RawRepresentable, Hashable, Sendable {
    /// Never 0.
    package var rawValue: UInt64

    /// Takes the number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }
}
