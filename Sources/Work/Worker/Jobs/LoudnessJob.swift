internal import FoundationEssentials
package import PhonolithMediaModel

/// How loud the tracks of an album are, each and together.
package struct LoudnessJob: Codable, Sendable {
    /// A file, or a part of one.
    package struct Sound: Codable, Sendable {
        // The path's bytes.
        private var file: Data
        // In seconds.
        package var startTime: Double
        /// In seconds; `nil` for the end of the file.
        package var endTime: Double?

        package init(_ location: MediaItem.Location) {
            file = Data(location.path.bytes)
            startTime = location.startTime ?? 0
            endTime = location.endTime
        }

        package var path: MediaPath { MediaPath(bytes: Array(file)) }
    }

    package var sounds: [Sound]

    package init(_ sounds: [Sound]) { self.sounds = sounds }
}

/// A worker's answer to a ``LoudnessJob``.
package enum LoudnessAnswer: Codable, Hashable, Sendable {
    /// It is still measuring; said every few seconds.
    case working
    /// The next sound, in the order of the job.
    case measured(Loudness)
    /// Why the next sound was not measured.
    case failed(String)
    /// All that were measured, together. The last answer.
    case together(Loudness)

    /// How loud a sound is.
    package struct Loudness: Codable, Hashable, Sendable {
        /// In LUFS; `nil` for silence.
        package var loudness: Double?
        /// The greatest sample; 1 is full scale.
        package var peak: Double

        package init(loudness: Double?, peak: Double) {
            (self.loudness, self.peak) = (loudness, peak)
        }
    }
}
