public import FoundationEssentials

/// Information for panels on what plays, where a program knows it better than its player; the counterpart of
/// `MPNowPlayingInfoCenter.nowPlayingInfo`.
///
/// Fields that are `nil` are those of the player. Time, speed and state are always the player's.
public struct NowPlayingInfo: Hashable, Sendable {
    /// `MPMediaItemPropertyTitle`.
    public var title: String?
    /// `MPMediaItemPropertyArtist`.
    public var artist: String?
    /// `MPMediaItemPropertyAlbumTitle`.
    public var albumTitle: String?
    /// `MPMediaItemPropertyAlbumArtist`.
    public var albumArtist: String?
    /// `MPMediaItemPropertyComposer`.
    public var composer: String?
    /// `MPMediaItemPropertyGenre`.
    public var genre: String?
    /// `MPMediaItemPropertyAlbumTrackNumber`.
    public var albumTrackNumber: Int?
    /// `MPMediaItemPropertyDiscNumber`.
    public var discNumber: Int?
    /// `MPMediaItemPropertyPlaybackDuration`, in seconds.
    public var playbackDuration: Double?
    /// `MPMediaItemPropertyLyrics`.
    public var lyrics: String?
    /// `MPMediaItemPropertyRating`: 0...5.
    public var rating: Int?
    /// `MPNowPlayingInfoPropertyAssetURL`.
    public var assetURL: URL?
    /// `MPMediaItemPropertyArtwork`: an encoded picture.
    public var artwork: Data?

    /// Creates info without a field.
    public init() {}

    /// The fields as MPRIS has them.
    var fields: [(String, BusValue)] {
        func texts(_ text: String?) -> BusValue? { text.map { .texts([$0]) } }
        func number(_ number: Int?) -> BusValue? { number.map { .int32(Int32(clamping: $0)) } }
        let all: [(String, BusValue?)] = [
            ("mpris:length", playbackDuration.map { .integer(BusInterface.microseconds($0)) }),
            ("xesam:title", title.map { .text($0) }), ("xesam:artist", texts(artist)),
            ("xesam:album", albumTitle.map { .text($0) }),
            ("xesam:albumArtist", texts(albumArtist)), ("xesam:composer", texts(composer)),
            ("xesam:genre", texts(genre)), ("xesam:trackNumber", number(albumTrackNumber)),
            ("xesam:discNumber", number(discNumber)),
            ("xesam:asText", lyrics.map { .text($0) }),
            ("xesam:userRating", rating.map { .number(Double(max(0, min(5, $0))) / 5) }),
            ("xesam:url", assetURL.map { .text($0.absoluteString) }),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}
