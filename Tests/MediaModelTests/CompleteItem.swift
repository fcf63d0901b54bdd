import Foundation
import PhonolithMediaModel

extension MediaItem {
    /// An item of which no property is absent.
    static var complete: MediaItem {
        var facts = MediaFacts()
        facts.mediaType = [.music, .podcast]
        facts.isExplicit = true
        facts.hasProtectedAsset = false
        facts.title = "Title"
        facts.albumTitle = "Album"
        facts.artist = "A feat. B"
        facts.artists = ["A", "B"]
        facts.albumArtist = "A"
        facts.albumArtists = ["A"]
        facts.composer = "C"
        facts.composers = ["C"]
        facts.genres = ["Jazz"]
        facts.titleSort = "t"
        facts.albumSort = "al"
        facts.artistSort = "ar"
        facts.albumArtistSort = "aa"
        facts.composerSort = "c"
        facts.discSubtitle = "Bonus"
        facts.comments = "Comment"
        facts.lyrics = "La la"
        facts.userGrouping = "Group"
        facts.podcastTitle = "Podcast"
        facts.credits = MediaCredit.Role.allCases.map {
            MediaCredit(role: $0, name: "Ada", instrument: $0 == .performer ? "guitar" : nil)
        }
        (facts.work, facts.movement, facts.mood) = ("Work", "Allegro", "Calm")
        (facts.ensemble, facts.opus, facts.energy) = ("Quartet", "Op. 27", 7)
        (facts.movementNumber, facts.movementCount) = (1, 4)
        (facts.label, facts.catalogNumber, facts.barcode) = ("Label", "X 1", "028944740024")
        (facts.media, facts.releaseType, facts.releaseStatus) = ("CD", "album", "official")
        (facts.releaseCountry, facts.language, facts.key) = ("DE", "deu", "Am")
        facts.encoder = "LAME"
        facts.tags = [MediaTag(name: "FOO", values: ["x", "y"])]
        facts.tvShow = "Show"
        facts.seasonNumber = 2
        facts.episodeNumber = 11
        facts.episodeID = "211"
        facts.albumTrackNumber = 3
        facts.albumTrackCount = 12
        facts.discNumber = 1
        facts.discCount = 2
        facts.releaseDate = PartialDate("1997-09")
        facts.originalDate = PartialDate("1995")
        facts.isCompilation = true
        facts.beatsPerMinute = 120
        facts.isrc = "GBBBA9700001"
        facts.musicBrainzRecordingID = "recording"
        facts.musicBrainzTrackID = "track"
        facts.musicBrainzAlbumID = "album"
        facts.musicBrainzReleaseGroupID = "group"
        facts.musicBrainzArtistIDs = ["a", "b"]
        facts.musicBrainzAlbumArtistIDs = ["a"]
        facts.replayGainTrackGain = -7.5
        facts.replayGainTrackPeak = 0.98
        facts.replayGainAlbumGain = -7
        facts.replayGainAlbumPeak = 1
        facts.playbackDuration = 240.5
        facts.bitRate = 320
        facts.sampleRate = 44_100
        facts.channelCount = 2
        facts.bitDepth = 16
        facts.codec = "flac"
        facts.container = "flac"
        facts.width = 1920
        facts.height = 1080
        facts.frameRate = 25
        facts.rotation = 90
        facts.videoCodec = "h264"
        facts.chapters = [Chapter(startTime: 0, endTime: 10, title: "One")]
        return MediaItem(
            persistentID: MediaItemID(7), facts: facts,
            location: .init(
                root: "/music", relativePath: MediaPath(bytes: [0x61, 0xFF]), fileSize: 1000,
                startTime: 1, endTime: 2),
            albumPersistentID: PersistentID(1), artistPersistentID: PersistentID(2),
            albumArtistPersistentID: PersistentID(3), composerPersistentID: PersistentID(4),
            genrePersistentID: PersistentID(5), podcastPersistentID: PersistentID(6),
            artwork: [
                MediaArtwork(
                    kind: .front, source: .embedded, mimeType: "image/png", width: 1, height: 1,
                    byteCount: 70, sha256: String(repeating: "0", count: 64))
            ],
            userValues: .init(
                rating: 5, favoriteDate: Date(secondsSince1970: 4), playCount: 1, skipCount: 1,
                lastPlayedDate: Date(secondsSince1970: 2),
                dateAdded: Date(secondsSince1970: 1), bookmarkTime: 3),
            isMissing: false, isAvailable: true)
    }
}
