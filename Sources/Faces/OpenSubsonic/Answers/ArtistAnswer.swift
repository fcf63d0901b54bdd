import PhonolithMediaModel
import PhonolithUsers

/// An artist as `ArtistID3`, and as the `Artist` of old lists.
struct ArtistAnswer: Sendable {
    let artist: MediaItemCollection
    /// Of the picture of the item that stands for the artist.
    let pictureHash: String?
    /// The user's rating and star of the artist.
    let values: GroupValues?
    /// Whether there are songs of the artist that no album holds; they are shown as one more album.
    let hasLooseSongs: Bool
    /// The roles in which items name the artist.
    let roles: [MediaGrouping]

    private var id: MediaArtistID { PersistentID(artist.group.persistentID) }

    /// As the lists by tags show it.
    var object: SubsonicObject {
        var object = SubsonicObject()
        object.add("id", "\(SubsonicID.artist(id))")
        object.add("name", artist.title)
        object.add(
            "coverArt", pictureHash.map { "\(CoverArtID(.artist(id), sha256: $0))" })
        object.add("albumCount", (artist.albumCount ?? 0) + (hasLooseSongs ? 1 : 0))
        object.add("starred", values?.favoriteDate?.iso8601)
        object.addOpen("musicBrainzId", "")
        object.addOpen("sortName", "")
        object.addOpen("roles", roles.map(Self.name))
        return object
    }

    /// The protocol's word for a role.
    private static func name(of role: MediaGrouping) -> String {
        switch role {
        case .albumArtist: "albumartist"
        case .composer: "composer"
        case .artist, .title, .album, .genre, .playlist, .podcastTitle: "artist"
        }
    }

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
