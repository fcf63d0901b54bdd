package import AudioDevices

extension SoundReader {
    /// What is known of an item once it is open.
    package struct Information: Hashable, Sendable {
        package var source: SourceForm
        package var duration: Double?
        package var isSeekable: Bool
        /// When the sound begins on the file's own clock, in seconds.
        package var origin: Double?
        package var isStation = false
        /// What a server's stream says of itself; of files it is known before.
        package var texts = Texts()
    }

    /// What a stream is called.
    package struct Texts: Hashable, Sendable {
        package var title: String?
        package var artist: String?
        package var albumTitle: String?

        package init(
            title: String? = nil, artist: String? = nil, albumTitle: String? = nil
        ) {
            (self.title, self.artist, self.albumTitle) = (title, artist, albumTitle)
        }
    }
}
