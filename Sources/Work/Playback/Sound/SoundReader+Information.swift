internal import AudioDevices

extension SoundReader {
    /// What is known of an item once it is open.
    struct Information: Hashable, Sendable {
        var source: SourceForm
        var duration: Double?
        var isSeekable: Bool
        /// When the sound begins on the file's own clock, in seconds.
        var origin: Double?
        var isStation = false
        /// What a server's stream says of itself; of files it is known before.
        var texts = Texts()
    }

    /// What a stream is called.
    struct Texts: Hashable, Sendable {
        var title: String?
        var artist: String?
        var albumTitle: String?
    }
}
