import Catalog
import MediaModel

/// An artist as `ArtistID3`, and as the `Artist` of old lists.
struct ArtistAnswer: Sendable {
    let artist: MediaItemCollection
    /// Of the picture of the item that stands for the artist.
    let pictureHash: String?
    /// The user's rating and star of the artist.
    let values: GroupValues?

    private var id: MediaArtistID { PersistentID(artist.persistentID) }

    /// As the lists by tags show it.
    var object: SubsonicObject {
        var object = SubsonicObject()
        object.add("id", "\(SubsonicID.artist(id))")
        object.add("name", artist.title)
        object.add(
            "coverArt", pictureHash.map { "\(CoverArtID(.artist(id), sha256: $0))" })
        object.add("albumCount", artist.albumCount ?? 0)
        object.add("starred", values?.favoriteDate?.iso8601)
        object.addOpen("musicBrainzId", "")
        object.addOpen("sortName", "")
        object.addOpen(
            "roles", artist.grouping == .albumArtist ? ["albumartist", "artist"] : [role])
        return object
    }

    private var role: String { artist.grouping == .composer ? "composer" : "artist" }

    /// As the lists by folders show it.
    var entry: SubsonicObject {
        var object = SubsonicObject()
        object.add("id", "\(SubsonicID.artist(id))")
        object.add("name", artist.title)
        object.add("starred", values?.favoriteDate?.iso8601)
        object.add("userRating", values?.rating)
        return object
    }
}
