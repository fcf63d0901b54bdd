extension SoundReader {
    /// What a stream is called.
    struct Texts: Hashable, Sendable {
        var title: String?
        var artist: String?
        var albumTitle: String?
    }
}
