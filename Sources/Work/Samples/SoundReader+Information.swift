package import PhonolithSound

extension SoundReader {
    /// How far a reader is.
    package enum Status: Sendable {
        /// The first samples are not there yet.
        case opening
        case reading
        // All samples are decoded.
        case ended
        /// No more samples come, for this reason.
        case failed(PlayerItemError)
    }

    /// The properties of an item once it is open.
    package struct Information: Hashable, Sendable {
        package var source: SourceForm
        package var duration: Double?
        package var isSeekable: Bool
        /// When the sound begins on the file's own clock, in seconds.
        package var origin: Double?
        package var isStation = false
        /// Whether the stream is live.
        package var isLive = false
        /// The texts of a server's stream; of files they are known before.
        package var texts = Texts()
    }

    /// The names of a stream.
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
