import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// A playlist, with or without its songs.
struct PlaylistAnswer: Sendable {
    let summary: PlaylistSummary
    let owner: String
    /// Whether the caller may change it.
    let isEditable: Bool
    let coverArt: String?

    var object: SubsonicObject {
        let playlist = summary.playlist
        var object = SubsonicObject()
        object.add("id", "\(SubsonicID.playlist(playlist.persistentID))")
        object.add("name", playlist.name)
        object.add("comment", summary.problem ?? playlist.descriptionText)
        object.add("owner", owner)
        object.add("public", false)
        object.add("songCount", summary.entryCount - summary.unresolvedCount)
        object.add("duration", summary.playbackDuration.wholeSeconds)
        object.add("created", playlist.dateCreated.iso8601)
        object.add("changed", playlist.dateModified.iso8601)
        object.add("coverArt", coverArt)
        object.addOpen("readonly", .flag(!isEditable))
        return object
    }
}
