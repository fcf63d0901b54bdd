/// A job of `phonolith-media` as a worker: one line of JSON, answered by lines of JSON.
package enum MediaJob: Codable, Sendable {
    /// Pictures of a video, answered by ``PictureAnswer``s.
    case pictures(PictureJob)
    /// A smaller picture, answered by one ``ArtworkAnswer``.
    case artwork(ArtworkJob)
    /// An item's sound in another form, answered by ``TranscodeAnswer``s.
    case transcode(TranscodeJob)
    /// How loud the tracks of an album are, answered by ``LoudnessAnswer``s.
    case loudness(LoudnessJob)
    /// Where an item's values come from, answered by one ``ExplanationAnswer``.
    case explanation(ExplanationJob)

    /// The command of `phonolith-media` that takes such jobs.
    package static let commandName = "media-work"
}
