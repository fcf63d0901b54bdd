package import FoundationEssentials

/// The sound of one item, or a part of it, in another form.
package struct TranscodeJob: Codable, Hashable, Sendable {
    // The path's bytes.
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
    /// Change of volume, in dB.
    package var gain: Double
    /// How many bytes the result must have: sound is cut, or silence added, to fit. Only for MP3 and WAV.
    package var length: Int?

    /// The form of a film, or of pieces; `nil` for sound alone, in one.
    package var film: Film?

    /// How a film is made: H.264 and AAC, in fragments of MP4.
    package struct Film: Codable, Hashable, Sendable {
        /// Which part of the result is made. A header and the segments after it are together what the whole is.
        package enum Part: String, Codable, Sendable { case whole, header, segment }

        package var part: Part
        /// Where in the file its clock is 0, in seconds.
        package var origin: Double
        /// The most columns of its pictures, if fewer than common decoders take.
        package var width: Int?
        /// The most rows of its pictures; `nil` for sound alone.
        package var height: Int?
        /// Of the pictures, at most, in kbit/s; `nil` for no limit. That of the job is of the sound.
        package var pictureBitRate: Int?

        package init(part: Part, origin: Double, width: Int?, height: Int?, pictureBitRate: Int?) {
            (self.part, self.origin) = (part, origin)
            (self.width, self.height, self.pictureBitRate) = (width, height, pictureBitRate)
        }
    }

    /// The format of the result.
    package enum Format: String, Codable, Hashable, Sendable, CaseIterable {
        /// A constant bit rate; 48 000 Hz.
        case mp3
        /// Opus in Ogg; 48 000 Hz.
        case opus
        case aac
        case flac
        // 16 bits.
        case wav
        /// A film: H.264 and AAC.
        case mp4
    }

    package init(
        file: Data, start: Double = 0, end: Double? = nil, format: Format, bitRate: Int? = nil,
        gain: Double = 0, film: Film? = nil
    ) {
        self.file = file
        self.start = start
        self.end = end
        self.format = format
        self.bitRate = bitRate
        self.gain = gain
        self.film = film
    }
}

/// A worker's answer to a ``TranscodeJob``.
package enum TranscodeAnswer: Codable, Hashable, Sendable {
    /// The number of bytes of the result that follow this line.
    case bytes(Int)
    // All bytes were sent.
    case done
    case failed(String)
}
