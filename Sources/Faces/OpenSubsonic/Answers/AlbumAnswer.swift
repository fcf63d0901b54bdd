import FoundationEssentials
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

/// An album, or an artist's songs without album, as `AlbumID3`, and as the directory that old lists show.
struct AlbumAnswer: Sendable {
    let album: MediaItemCollection
    let dateAdded: Date?
    /// The first item of the album: facts of the whole album are read from it. `nil` for songs without album.
    let first: MediaItem?
    let artists: [ItemContext.Name]
    /// The user's rating and star of it.
    let values: GroupValues?
    let plays: AlbumPlays
    /// Of songs without album, the hash of their first picture.
    var pictureHash: String?
    /// The titles of its discs by their numbers, where an answer is about the album alone.
    var discTitles: [Int: String] = [:]

    private var subject: SubsonicID {
        album.grouping == .album
            ? .album(PersistentID(album.group.persistentID))
            : .loose(PersistentID(album.group.persistentID))
    }

    private var id: String { "\(subject)" }

    var artist: ItemContext.Name? { artists.first }

    private var coverArt: String? {
        (album.artworkSHA256 ?? pictureHash).map { "\(CoverArtID(subject, sha256: $0))" }
    }

    private var shownArtist: String {
        if album.grouping != .album { return artist?.name ?? "" }
        return album.albumArtist
            ?? (album.isCompilation == true ? "Various Artists" : first?.artist ?? "")
    }

    /// As the lists by tags show it.
    var object: SubsonicObject {
        var object = SubsonicObject()
        object.add("id", id)
        object.add("name", album.title)
        object.add("songCount", album.count)
        addWhatBothHave(to: &object)
        addOpenFields(to: &object)
        return object
    }

    /// As the lists by folders show it: a directory that holds its songs.
    var directory: SubsonicObject {
        var object = SubsonicObject()
        object.add("id", id)
        object.add("parent", artist.map { "\(SubsonicID.artist($0.id))" })
        object.add("isDir", true)
        object.add("title", album.title)
        object.add("album", album.title)
        addWhatBothHave(to: &object)
        object.addOpen("mediaType", "album")
        return object
    }

    /// As `getAlbumList` shows it: some programs read its albums by tags.
    var listedDirectory: SubsonicObject {
        var object = directory
        object.addOpen("name", album.title)
        object.addOpen("songCount", album.count)
        return object
    }

    private func addWhatBothHave(to object: inout SubsonicObject) {
        object.add("artist", shownArtist)
        object.add("artistId", artist.map { "\(SubsonicID.artist($0.id))" })
        object.add("coverArt", coverArt)
        object.add("duration", album.playbackDuration.wholeSeconds)
        object.add(
            "created",
            (dateAdded ?? Date(secondsSince1970: 0)).iso8601)
        object.add("year", album.year)
        object.add("genre", first?.genres.first)
        object.add("starred", values?.favoriteDate?.iso8601)
        object.addOpen("userRating", values?.rating)
        object.add("playCount", plays.count)
        object.addOpen("played", plays.lastDate?.iso8601)
    }

    private func addOpenFields(to object: inout SubsonicObject) {
        object.addOpen("genres", (first?.genres ?? []).map { SubsonicObject("name", .text($0)) })
        object.addOpen("musicBrainzId", first?.musicBrainzAlbumID ?? "")
        object.addOpen("artists", SongAnswer.names(artists))
        object.addOpen("displayArtist", shownArtist)
        object.addOpen("releaseTypes", first?.releaseType.severalTexts ?? [])
        object.addOpen(
            "recordLabels",
            (first?.label.severalTexts ?? []).map { SubsonicObject("name", .text($0)) })
        object.addOpen("moods", first?.mood.severalTexts ?? [])
        object.addOpen("sortName", first?.albumSort ?? "")
        object.addOpen("originalReleaseDate", .object(Self.date(first?.originalDate)))
        object.addOpen("releaseDate", .object(Self.date(first?.releaseDate)))
        object.addOpen("isCompilation", .flag(album.isCompilation ?? false))
        object.addOpen(
            "explicitStatus", first?.isExplicit.map { $0 ? "explicit" : "clean" } ?? "")
        object.addOpen("discTitles", discs)
    }

    private var discs: [SubsonicObject] {
        discTitles.sorted { $0.key < $1.key }.map { disc, title in
            var object = SubsonicObject()
            object.add("disc", disc)
            object.add("title", title)
            return object
        }
    }

    private static func date(_ date: PartialDate?) -> SubsonicObject {
        var object = SubsonicObject()
        object.addOpen("year", date?.year)
        object.addOpen("month", date?.month)
        object.addOpen("day", date?.day)
        return object
    }
}
