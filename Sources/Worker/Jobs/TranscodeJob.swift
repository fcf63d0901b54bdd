package import Foundation

/// The sound of one item, or a part of it, in another form.
package struct TranscodeJob: Codable, Sendable {
    /// The path's bytes.
    package var file: Data
    /// The part of the file, in seconds; to its end without an end.
    package var start: Double
    package var end: Double?
    package var format: Format
    /// In kbit/s; `nil` for the format's usual one. FLAC and WAV have none.
    package var bitRate: Int?
    /// In Hz and in number; `nil` for what suits format and file.
    package var sampleRate: Int?
    package var channelCount: Int?
    /// In dB.
    package var gain: Double
    /// How many bytes the result must have: sound is cut, or silence added, to fit. Only for MP3 and WAV.
    package var length: Int?

    /// What comes out.
    package enum Format: String, Codable, Hashable, Sendable, CaseIterable {
        /// A constant bit rate; 48 000 Hz.
        case mp3
        /// Opus in Ogg; 48 000 Hz.
        case opus
        /// AAC-LC in ADTS.
        case aac
        case flac
        /// 16 bits.
        case wav
    }

    package init(
        file: Data, start: Double = 0, end: Double? = nil, format: Format, bitRate: Int? = nil,
        sampleRate: Int? = nil, channelCount: Int? = nil, gain: Double = 0, length: Int? = nil
    ) {
        self.file = file
        self.start = start
        self.end = end
        self.format = format
        self.bitRate = bitRate
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.gain = gain
        self.length = length
    }
}

/// What a worker answers to a ``TranscodeJob``.
package enum TranscodeAnswer: Codable, Hashable, Sendable {
    /// So many bytes of the result follow this line.
    case bytes(Int)
    /// All bytes were sent.
    case done
    /// Why no more come.
    case failed(String)
}
