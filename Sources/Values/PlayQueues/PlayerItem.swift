public import PhonolithMediaModel

/// Something that a player can play: a file, a part of a file, or a stream from a server.
///
/// The counterpart of `AVPlayerItem` before it is opened; a light value, so that a queue may hold a whole
/// library.
public struct PlayerItem: Codable, Hashable, Sendable {
    /// The source of the audio.
    public var source: Source
    /// The id of the item in the library; `nil` if it is not from a library.
    public var persistentID: MediaItemID?
    /// The title to show; `nil` if unknown.
    public var title: String?
    /// The artist to show.
    public var artist: String?
    /// The album title to show.
    public var albumTitle: String?
    /// Which album it belongs to, for shuffling by albums.
    public var albumPersistentID: MediaAlbumID?
    /// Podcasts and audiobooks keep a bookmark.
    public var mediaType: MediaType
    /// Duration in seconds, if known in advance.
    public var duration: Double?
    /// Start in its source, in seconds.
    public var startTime: Double
    /// End in its source, in seconds; `nil` for the end of the source.
    public var endTime: Double?
    /// Which of its sounds is played, from 0 in the order of the file; `nil` for the one that a player would choose.
    public var audioTrack: Int?
    /// The languages of which a sound is played where none is chosen, the first that it has.
    public var audioLanguages: [LanguageTag] = []
    /// Its ReplayGain values.
    public var loudness: Loudness
    /// Position to resume at, in seconds from the item's beginning.
    public var bookmarkTime: Double?

    /// Creates an item that plays a whole source.
    public init(
        _ source: Source, title: String? = nil, startTime: Double = 0, endTime: Double? = nil
    ) {
        self.source = source
        self.title = title
        self.startTime = startTime
        self.endTime = endTime
        mediaType = []
        loudness = Loudness()
    }

    /// Creates an item from the facts of a file.
    public init(_ source: Source, facts: MediaFacts) {
        self.init(source)
        describe(with: facts)
    }

    /// Creates an item from an item of a library.
    public init(_ item: MediaItem) {
        self.init(.file(item.location.path))
        describe(with: item.facts)
        persistentID = item.persistentID
        albumPersistentID = item.albumPersistentID
        startTime = item.location.startTime ?? 0
        endTime = item.location.endTime
        bookmarkTime = item.userValues.bookmarkTime
    }

    private mutating func describe(with facts: MediaFacts) {
        title = facts.title
        artist = facts.artist
        albumTitle = facts.albumTitle
        mediaType = facts.mediaType
        duration = facts.playbackDuration
        loudness = Loudness(
            trackGain: facts.replayGainTrackGain, trackPeak: facts.replayGainTrackPeak,
            albumGain: facts.replayGainAlbumGain, albumPeak: facts.replayGainAlbumPeak)
    }

    // A choice made while it plays is the player's alone.
    private enum CodingKeys: CodingKey {
        case source, persistentID, title, artist, albumTitle, albumPersistentID, mediaType, duration
        case startTime, endTime, loudness, bookmarkTime
    }

    /// Whether it continues where it was left, the next time: spoken things do.
    public var keepsBookmark: Bool {
        !mediaType.isDisjoint(with: [.podcast, .audioBook, .audioITunesU, .videoPodcast])
    }

    /// The title, or what the source is called where there is none.
    public var name: String {
        if let title { return title }
        switch source {
        case .file(let path): return path.lastComponent.description
        case .url(let url): return url
        }
    }

    /// The source of an item's audio.
    public enum Source: Codable, Hashable, Sendable {
        /// A file on disk, by its absolute path.
        case file(MediaPath)
        /// A URL on a server: `http` or `https`.
        case url(String)
    }

    /// The ReplayGain values of an item.
    public struct Loudness: Codable, Hashable, Sendable {
        /// In dB.
        public var trackGain: Double?
        /// Linear; 1 is full scale.
        public var trackPeak: Double?
        /// In dB.
        public var albumGain: Double?
        /// Linear; 1 is full scale.
        public var albumPeak: Double?

        /// Makes what is known of an item's loudness; by default nothing.
        public init(
            trackGain: Double? = nil, trackPeak: Double? = nil, albumGain: Double? = nil,
            albumPeak: Double? = nil
        ) {
            self.trackGain = trackGain
            self.trackPeak = trackPeak
            self.albumGain = albumGain
            self.albumPeak = albumPeak
        }
    }
}
