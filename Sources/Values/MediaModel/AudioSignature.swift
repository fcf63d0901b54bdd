/// The signature of a file's audio, whatever its tags are: a number made of a few kilobytes that writing tags
/// does not touch, and of the length of the audio.
///
/// Equal signatures are the same audio, encoded once; another encoding of the same music has another.
package struct AudioSignature: RawRepresentable, Hashable, Sendable {
    // Never 0.
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }
}
