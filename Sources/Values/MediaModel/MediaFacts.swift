/// The metadata of one media file: tags, properties of its streams, chapters.
///
/// These are facts: reading the file again gives them again. Nothing in here is the user's own. An
/// absent value is `nil` or empty; a text is never empty, has no spaces around it, and is in NFC.
public struct MediaFacts: Hashable, Sendable {
    // MARK: What it is

    /// By the file's own marks (`stik`, `pcst`, `.m4b`, genre); the root's declared kind comes on top.
    public var mediaType: MediaType = []
    /// Whether the file says that its words are explicit (`rtng` 1 or 4, `ITUNESADVISORY`).
    public var isExplicit: Bool?

    // MARK: Names

    /// The track's title.
    public var title: String?
    /// The album's title.
    public var albumTitle: String?
    /// The text to show: the `ARTIST` tag where `ARTISTS` gives the list, else what was there.
    public var artist: String?
    /// Each artist on its own, in order.
    public var artists: [String] = []
    /// The text to show for the album's artists.
    public var albumArtist: String?
    /// Each album artist on its own, in order.
    public var albumArtists: [String] = []
    /// The text to show of all composers.
    public var composer: String?
    /// Each composer on its own, in order.
    public var composers: [String] = []
    /// Names of genres, in order; ID3v1's numbers are names here.
    public var genres: [String] = []
    /// The sort key of the title, where a tag states it.
    public var titleSort: String?
    /// The sort key of the album, where a tag states it.
    public var albumSort: String?
    /// The sort key of the artist, where a tag states it.
    public var artistSort: String?
    /// The sort key of the album artist, where a tag states it.
    public var albumArtistSort: String?
    /// The sort key of the composer, where a tag states it.
    public var composerSort: String?
    /// The disc's own title (`TSST`, `DISCSUBTITLE`).
    public var discSubtitle: String?
    /// The plain comment, not the technical ones of iTunes.
    public var comments: String?
    /// Plain words without times; synchronised lyrics give their text.
    public var lyrics: String?
    /// Lyrics with times as LRC (`[01:23.45]text`, words as `<01:23.45>word`), one text for each language.
    public var timedLyrics: [String] = []
    /// The work or set that the user or the shop put the item in (`TIT1`, `©grp`, `GROUPING`).
    public var userGrouping: String?
    /// The musical work that the item is a part of (`WORK`, `©wrk`).
    public var work: String?
    /// The movement's name (`MVNM`, `MOVEMENTNAME`, `©mvn`).
    public var movement: String?
    /// The orchestra, choir or quartet that plays.
    public var ensemble: String?
    /// The work's number among the composer's, as written: `Op. 27 No. 2`, `BWV 1007`.
    public var opus: String?
    /// The mood; several are joined by `; `, as are labels, languages and the like.
    public var mood: String?
    /// The musical key, as written: `Am`, `5A`, …
    public var key: String?
    /// The language of the words, as written; ID3 has codes such as `eng`.
    public var language: String?
    /// Conductors, performers, producers and others, by role and in the order of the tags.
    public var credits: [MediaCredit] = []
    /// The series that a podcast's episode belongs to.
    public var podcastTitle: String?
    /// The series of a TV episode.
    public var tvShow: String?
    /// The broadcaster's id of the episode (`tven`), such as `412A`.
    public var episodeID: String?

    // MARK: Numbers

    /// From 1.
    public var albumTrackNumber: Int?
    /// How many tracks the disc has; from 1.
    public var albumTrackCount: Int?
    /// From 1.
    public var discNumber: Int?
    /// How many discs the album has; from 1.
    public var discCount: Int?
    /// When this release came out, if known.
    public var releaseDate: PartialDate?
    /// When the recording first came out, if known.
    public var originalDate: PartialDate?
    /// From 0; specials are season 0.
    public var seasonNumber: Int?
    /// Within the season; from 0.
    public var episodeNumber: Int?
    /// Whether the album is marked as one by various artists.
    public var isCompilation: Bool?
    /// Tempo; from 1.
    public var beatsPerMinute: Int?
    /// How lively a DJ's program finds it (Mixed In Key's `EnergyLevel`); from 1 to 10.
    public var energy: Int?
    /// The movement's number in its work; from 1.
    public var movementNumber: Int?
    /// How many movements the work has; from 1.
    public var movementCount: Int?

    // MARK: The release

    /// The record label (`TPUB`, `LABEL`).
    public var label: String?
    /// The label's number for the release.
    public var catalogNumber: String?
    /// The release's EAN or UPC.
    public var barcode: String?
    /// The medium of the release: `CD`, `12" Vinyl`, …
    public var media: String?
    /// MusicBrainz' word for it: `album`, `single`, …
    public var releaseType: String?
    /// MusicBrainz' word for it: `official`, `bootleg`, …
    public var releaseStatus: String?
    /// The country of the release, as written; MusicBrainz has codes such as `GB`.
    public var releaseCountry: String?
    /// The program that encoded the file, or who did.
    public var encoder: String?
    /// International Standard Recording Code, as written.
    public var isrc: String?

    // MARK: MusicBrainz

    /// The tag `MUSICBRAINZ_TRACKID`: the recording.
    public var musicBrainzRecordingID: String?
    /// The tag `MUSICBRAINZ_RELEASETRACKID`: the track on its release.
    public var musicBrainzTrackID: String?
    /// The tag `MUSICBRAINZ_ALBUMID`: the release.
    public var musicBrainzAlbumID: String?
    /// The tag `MUSICBRAINZ_RELEASEGROUPID`.
    public var musicBrainzReleaseGroupID: String?
    /// The tag `MUSICBRAINZ_ARTISTID`, in the order of the artists.
    public var musicBrainzArtistIDs: [String] = []
    /// The tag `MUSICBRAINZ_ALBUMARTISTID`, in the order of the album artists.
    public var musicBrainzAlbumArtistIDs: [String] = []

    // MARK: Loudness

    /// In dB, to ReplayGain 2.0's reference (−18 LUFS).
    public var replayGainTrackGain: Double?
    /// Linear; 1 is full scale.
    public var replayGainTrackPeak: Double?
    /// In dB, to ReplayGain 2.0's reference (−18 LUFS).
    public var replayGainAlbumGain: Double?
    /// Linear; 1 is full scale.
    public var replayGainAlbumPeak: Double?

    // MARK: Streams

    /// In seconds.
    public var playbackDuration: Double?
    /// In kbit/s (1 000 bits), of the audio; of all streams where there is no audio.
    public var bitRate: Int?
    /// In Hz.
    public var sampleRate: Int?
    /// How many channels the audio has.
    public var channelCount: Int?
    /// Bits in a sample; only where the codec has such a thing (PCM, FLAC, ALAC, …).
    public var bitDepth: Int?
    /// A short lower-case name of the audio's codec (`mp3`, `aac`, `flac`, …), or of the video's where
    /// there is no audio.
    public var codec: String?
    /// FFmpeg's name of the video's codec (`h264`, `hevc`, `vp9`, …); video only.
    public var videoCodec: String?
    /// A short lower-case name (`mp3`, `mp4`, `ogg`, `matroska`, …).
    public var container: String?
    /// In pixels as shown, after rotation; video only.
    public var width: Int?
    /// In pixels as shown, after rotation; video only.
    public var height: Int?
    /// In frames a second; video only.
    public var frameRate: Double?
    /// Clockwise, in degrees: 0, 90, 180 or 270; video only.
    public var rotation: Int?
    /// Whether sound or pictures are encrypted, so that only the store's own programs play them; `nil` where
    /// nothing says so.
    public var hasProtectedAsset: Bool?
    /// Tags without a property of their own, in the order of their names; limited in number and size.
    public var tags: [MediaTag] = [] {
        didSet {
            if !zip(tags, tags.dropFirst()).allSatisfy({ $0.name <= $1.name }) {
                tags.sort { $0.name < $1.name }
            }
        }
    }
    /// In the order of their start times.
    public var chapters: [Chapter] = []

    /// Creates empty facts.
    public init() {}

    /// The first genre.
    public var genre: String? { genres.first }
    /// The year of ``releaseDate``.
    public var year: Int? { releaseDate?.year }
}

/// A named section of an item.
public struct Chapter: Codable, Hashable, Sendable {
    /// In seconds from the beginning of the file.
    public var startTime: Double
    /// In seconds from the beginning of the file; `nil` if only the start is known.
    public var endTime: Double?
    /// The chapter's name.
    public var title: String?

    /// Makes a chapter.
    public init(startTime: Double, endTime: Double?, title: String?) {
        self.startTime = startTime
        self.endTime = endTime
        self.title = title
    }
}

/// How good an item is by what its file says of it, for choosing among several that are the same.
///
/// The larger picture wins; then lossless compression, finer samples, and the higher bit rate.
public struct MediaQuality: Hashable, Comparable, Sendable {
    /// The pixels of the picture in motion; 0 for sound alone.
    let pixelCount: Int
    /// In bits; 0 for codecs that lose something, which have none.
    let bitDepth: Int
    /// In Hz; 0 for unknown.
    let sampleRate: Int
    /// In kbit/s; 0 for unknown.
    let bitRate: Int

    /// Reads the quality out of an item's facts.
    public init(_ facts: MediaFacts) {
        pixelCount = (facts.width ?? 0).multipliedReportingOverflow(by: facts.height ?? 0).0
        bitDepth = facts.bitDepth ?? 0
        sampleRate = facts.sampleRate ?? 0
        bitRate = facts.bitRate ?? 0
    }

    /// Whether the other is better.
    public static func < (one: Self, other: Self) -> Bool {
        (one.pixelCount, one.bitDepth, one.sampleRate, one.bitRate)
            < (other.pixelCount, other.bitDepth, other.sampleRate, other.bitRate)
    }
}
