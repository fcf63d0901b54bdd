public import MediaModel

/// One thing that a player can play: a file, a part of one, or what a server sends.
///
/// The counterpart of `AVPlayerItem` before it is opened; a light value, so that a queue may hold a whole
/// library.
public struct PlayerItem: Hashable, Sendable {
    /// Where the sound comes from.
    public var source: Source
    /// The library's item; `nil` for what is not from a library.
    public var persistentID: MediaItemID?
    /// What to show; `nil` where nobody knows.
    public var title: String?
    /// What to show.
    public var artist: String?
    /// What to show.
    public var albumTitle: String?
    /// Which album it belongs to, for shuffling by albums.
    public var albumPersistentID: MediaAlbumID?
    /// Podcasts and audiobooks keep a bookmark.
    public var mediaType: MediaType
    /// How long it plays, in seconds, as far as it is known beforehand.
    public var duration: Double?
    /// Where it begins in its source, in seconds.
    public var startTime: Double
    /// Where it ends in its source, in seconds; `nil` for the end of the source.
    public var endTime: Double?
    /// How loud it is.
    public var loudness: Loudness
    /// Where playing goes on, in seconds from the item's beginning.
    public var bookmarkTime: Double?

    /// Makes an item that plays the whole of a source.
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

    /// Makes an item of what a file says of itself.
    public init(_ source: Source, facts: MediaFacts) {
        self.init(source)
        describe(with: facts)
    }

    /// Makes an item of one of a library.
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

    /// Whether it goes on where it was left, the next time: spoken things do.
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

    /// Where an item's sound comes from.
    public enum Source: Hashable, Sendable {
        /// A file on disk, by its absolute path.
        case file(MediaPath)
        /// What a server sends, by its address: `http` or `https`.
        case url(String)
    }

    /// How loud an item is, by ReplayGain.
    public struct Loudness: Hashable, Sendable {
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
