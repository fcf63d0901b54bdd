public import FoundationEssentials
public import PhonolithMediaModel

/// Something that a player can play: a file, a part of a file, or a stream from a server.
///
/// The counterpart of `AVPlayerItem` before it is opened; a light value, so that a queue may hold a whole
/// library.
public struct PlayerItem: Hashable, Sendable {
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
    /// How many seconds of it are decoded ahead; 0 for as many as the player chooses. Limited to 120 seconds, and to 64 MB.
    public var preferredForwardBufferDuration = 0.0

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

    /// Creates an item that plays a whole file or stream.
    ///
    /// - Parameter url: A `file:`, `http:` or `https:` URL. What it leads to is opened when it plays.
    public init(url: URL, title: String? = nil) { self.init(.url(url), title: title) }

    /// Creates an item that plays bytes in memory, which are in the form of a file.
    public init(data: Data, title: String? = nil) { self.init(.data(data), title: title) }

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

    /// Whether it continues where it was left, the next time: spoken things do.
    public var keepsBookmark: Bool {
        !mediaType.isDisjoint(with: [.podcast, .audioBook, .audioITunesU, .videoPodcast])
    }

    /// The title, or what the source is called where there is none.
    public var name: String {
        if let title { return title }
        return source.name
    }

    /// The source of an item's audio.
    public enum Source: Hashable, Sendable {
        /// A file on disk, by its absolute path.
        case file(MediaPath)
        /// An address on a server, `http` or `https`, as it was written: not every one is a URL.
        case url(String)
        /// The bytes of a file, in memory.
        case data(Data)

        /// The place that a URL leads to: a file, or something on a server.
        public static func url(_ url: URL) -> Source {
            MediaPath(fileURL: url).map(Source.file) ?? .url(url.absoluteString)
        }

        /// The place as a URL; `nil` for bytes in memory, and for an address that is none.
        public var url: URL? {
            switch self {
            case .file(let path): path.fileURL
            case .url(let address): URL(string: address)
            case .data: nil
            }
        }
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

extension PlayerItem.Source {
    /// The path of a file, or the address on a server; neither for bytes in memory.
    package var place: (path: MediaPath?, url: String?) {
        switch self {
        case .file(let path): (path, nil)
        case .url(let address): (nil, address)
        case .data: (nil, nil)
        }
    }

    /// Whether it is nowhere but in memory.
    package var isInMemory: Bool {
        if case .data = self { true } else { false }
    }

    /// The name of a source without a title.
    package var name: String {
        switch self {
        case .file(let path): path.lastComponent.description
        case .url(let address): address
        case .data: "sound in memory"
        }
    }

    /// The source in a line about it: its path or its address.
    package var description: String {
        switch self {
        case .file(let path): path.description
        case .url, .data: name
        }
    }
}

// MARK: - JSON

// An object with one of the keys `path`, `url` and `data`, which is in Base64.
extension PlayerItem.Source: Codable {
    private enum CodingKeys: CodingKey { case path, url, data }

    /// Takes the form that is written.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        if let path = try object.decodeIfPresent(MediaPath.self, forKey: .path) {
            self = .file(path)
        } else if let address = try object.decodeIfPresent(String.self, forKey: .url) {
            self = .url(address)
        } else {
            self = .data(try object.decode(Data.self, forKey: .data))
        }
    }

    /// Writes the source by its kind.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .file(let path): try object.encode(path, forKey: .path)
        case .url(let address): try object.encode(address, forKey: .url)
        case .data(let data): try object.encode(data, forKey: .data)
        }
    }
}

extension PlayerItem: Codable {
    private enum CodingKeys: CodingKey {
        case source, persistentID, title, artist, albumTitle, albumPersistentID, mediaType, duration
        case startTime, endTime, audioTrack, audioLanguages, loudness, bookmarkTime
        case preferredForwardBufferDuration
    }

    /// Takes the form that is written. All but the source may be absent.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try object.decode(Source.self, forKey: .source))
        persistentID = try object.decodeIfPresent(MediaItemID.self, forKey: .persistentID)
        title = try object.decodeIfPresent(String.self, forKey: .title)
        artist = try object.decodeIfPresent(String.self, forKey: .artist)
        albumTitle = try object.decodeIfPresent(String.self, forKey: .albumTitle)
        albumPersistentID = try object.decodeIfPresent(
            MediaAlbumID.self, forKey: .albumPersistentID)
        mediaType = try object.decodeIfPresent(MediaType.self, forKey: .mediaType) ?? []
        duration = try object.decodeIfPresent(Double.self, forKey: .duration)
        startTime = try object.decodeIfPresent(Double.self, forKey: .startTime) ?? 0
        endTime = try object.decodeIfPresent(Double.self, forKey: .endTime)
        audioTrack = try object.decodeIfPresent(Int.self, forKey: .audioTrack)
        let languages = try object.decodeIfPresent([String].self, forKey: .audioLanguages) ?? []
        audioLanguages = languages.compactMap { LanguageTag($0) }
        loudness = try object.decodeIfPresent(Loudness.self, forKey: .loudness) ?? Loudness()
        bookmarkTime = try object.decodeIfPresent(Double.self, forKey: .bookmarkTime)
        preferredForwardBufferDuration =
            try object.decodeIfPresent(Double.self, forKey: .preferredForwardBufferDuration) ?? 0
    }

    /// Writes what is not as in an item of its source alone.
    public func encode(to encoder: any Encoder) throws {
        let plain = PlayerItem(source)
        var object = encoder.container(keyedBy: CodingKeys.self)
        func encode<Value: Encodable & Equatable>(
            _ key: CodingKeys, _ field: KeyPath<PlayerItem, Value>
        ) throws {
            guard self[keyPath: field] != plain[keyPath: field] else { return }
            try object.encode(self[keyPath: field], forKey: key)
        }
        try object.encode(source, forKey: .source)
        try encode(.persistentID, \.persistentID)
        try encode(.title, \.title)
        try encode(.artist, \.artist)
        try encode(.albumTitle, \.albumTitle)
        try encode(.albumPersistentID, \.albumPersistentID)
        try encode(.mediaType, \.mediaType)
        try encode(.duration, \.duration)
        try encode(.startTime, \.startTime)
        try encode(.endTime, \.endTime)
        try encode(.audioTrack, \.audioTrack)
        if !audioLanguages.isEmpty {
            let languages = audioLanguages.map { tag in
                ([tag.code] + tag.variety).joined(separator: "-")
            }
            try object.encode(languages, forKey: .audioLanguages)
        }
        try encode(.loudness, \.loudness)
        try encode(.bookmarkTime, \.bookmarkTime)
        try encode(.preferredForwardBufferDuration, \.preferredForwardBufferDuration)
    }
}
