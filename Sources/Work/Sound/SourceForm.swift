/// The form of a source of sound: its rate, its channels, and bits where the codec keeps them.
package struct SourceForm: Hashable, Sendable {
    package var format: AudioFormat
    /// `nil` if the codec has no such thing.
    package var bitDepth: Int?
    package var codecName: String

    package init(format: AudioFormat, bitDepth: Int?, codecName: String) {
        (self.format, self.bitDepth, self.codecName) = (format, bitDepth, codecName)
    }
}
