public import PhonolithMediaModel

/// The contents of a playlist file: its entries in order, and words about the whole.
public struct PlaylistDocument: Hashable, Sendable {
    /// The name of the list.
    public var title: String?
    /// Its author.
    public var creator: String?
    /// Words about it.
    public var annotation: String?
    /// Other values of the list in a file.
    public var details: PlaylistDetails
    /// In order, with repeats.
    public var entries: [PlaylistEntry]

    /// Puts a playlist together.
    public init(
        title: String? = nil, creator: String? = nil, annotation: String? = nil,
        details: PlaylistDetails = PlaylistDetails(), entries: [PlaylistEntry] = []
    ) {
        self.title = title
        self.creator = creator
        self.annotation = annotation
        self.details = details
        self.entries = entries
    }
}

/// One line of a playlist: the place of the thing, and the file's description of it.
public struct PlaylistEntry: Hashable, Sendable {
    /// Where it is; `nil` if only words tell what is meant.
    public var location: PlaylistLocation?
    /// The title.
    public var title: String?
    /// The text to show for the artist.
    public var artist: String?
    /// The album's title.
    public var album: String?
    /// The text to show for the album's artist.
    public var albumArtist: String?
    /// The genre.
    public var genre: String?
    /// In seconds.
    public var duration: Double?
    /// The place on the album; greater than 0.
    public var trackNumber: Int?
    /// Where it begins in its file, in seconds; `nil` for the beginning.
    public var startTime: Double?
    /// Where it ends in its file, in seconds; `nil` for the end of the file.
    public var endTime: Double?
    /// MusicBrainz' id of the recording, 36 characters.
    public var musicBrainzRecordingID: String?
    /// Further details of the entry in the file.
    public var details: PlaylistDetails {
        get { rareDetails.first ?? PlaylistDetails() }
        set { rareDetails = newValue.isEmpty ? [] : [newValue] }
    }
    /// At most one: few entries have any, and lists may be long.
    private var rareDetails: [PlaylistDetails] = []

    /// Puts an entry together.
    public init(
        location: PlaylistLocation? = nil, title: String? = nil, artist: String? = nil,
        album: String? = nil, albumArtist: String? = nil, genre: String? = nil,
        duration: Double? = nil, trackNumber: Int? = nil, startTime: Double? = nil,
        endTime: Double? = nil, musicBrainzRecordingID: String? = nil,
        details: PlaylistDetails = PlaylistDetails()
    ) {
        self.location = location
        self.title = title
        self.artist = artist
        self.album = album
        self.albumArtist = albumArtist
        self.genre = genre
        self.duration = duration
        self.trackNumber = trackNumber
        self.startTime = startTime
        self.endTime = endTime
        self.musicBrainzRecordingID = musicBrainzRecordingID
        self.details = details
    }

    /// Takes the texts of a neighbour that says the same, so that a long list has them in memory once.
    mutating func share(with neighbour: PlaylistEntry?) {
        guard let neighbour else { return }
        if artist == neighbour.artist { artist = neighbour.artist }
        if album == neighbour.album { album = neighbour.album }
        if albumArtist == neighbour.albumArtist { albumArtist = neighbour.albumArtist }
        if genre == neighbour.genre { genre = neighbour.genre }
    }

    /// The entry's name in messages.
    public var name: String {
        title ?? location?.description ?? "an entry without title"
    }
}

/// Details of a list or an entry that only some formats have. Writing a list warns of details that its format
/// cannot store.
public struct PlaylistDetails: Hashable, Sendable, Codable {
    /// Words about an entry (XSPF's and JSPF's `annotation`).
    public var annotation: String?
    /// A page about it, as a URI.
    public var info: String?
    /// A picture, as a URI or a path.
    public var image: String?
    /// The list itself, as a URI.
    public var location: String?
    /// When the list was made, as `xsd:dateTime`.
    public var date: String?
    /// The licence of the list, as a URI.
    public var license: String?
    /// Names that are not MusicBrainz' id of the recording, as URIs.
    public var identifiers: [String]?
    /// Other places where it is.
    public var otherLocations: [String]?
    /// Where the list comes from, nearest first.
    public var attributions: [Pair]?
    /// Kinds of links, and where they lead.
    public var links: [Pair]?
    /// Kinds of further words, and the words.
    public var metas: [Pair]?
    /// Lines of an M3U file that are comments or unknown, each with its `#`; they are before
    /// the entry.
    public var remarks: [String]?

    /// A name, mostly a URI, and its value.
    public struct Pair: Hashable, Sendable, Codable {
        /// The name.
        public var name: String
        /// The value.
        public var content: String

        /// Makes a pair.
        public init(_ name: String, _ content: String) {
            self.name = name
            self.content = content
        }
    }

    /// Says nothing.
    public init() {}

    /// Whether nothing is said.
    public var isEmpty: Bool { self == PlaylistDetails() }
}

extension PlaylistEntry {
    /// An item as an entry, with its absolute path.
    public init(_ item: MediaItem) {
        self.init(
            location: .path(item.location.path), title: item.facts.title,
            artist: item.facts.artist, album: item.facts.albumTitle,
            albumArtist: item.facts.albumArtist, genre: item.facts.genres.first,
            duration: item.facts.playbackDuration, trackNumber: item.facts.albumTrackNumber,
            startTime: item.location.startTime, endTime: item.location.endTime,
            musicBrainzRecordingID: item.facts.musicBrainzRecordingID)
    }
}
