package import PhonolithMediaModel
import PhonolithPlaylists
package import PhonolithUsers

// Playlists and their entries, as they are printed and as the server sends them.

extension Record {
    /// All fields of a playlist.
    package static let playlistFields = [
        "persistentID", "uuid", "name", "isSmart", "count", "unresolved", "playbackDuration",
        "problem", "description", "author", "where", "sort", "limit", "limitUnit", "dateCreated",
        "dateModified",
    ]

    package init(_ summary: PlaylistSummary, _ rule: SmartPlaylistRule?) {
        let playlist = summary.playlist
        let (amount, unit): (MediaValue?, String?) =
            switch rule?.limit {
            case .items(let count): (.integer(count), "items")
            case .seconds(let seconds): (.number(seconds / 60), "minutes")
            case .bytes(let bytes): (.integer(bytes), "bytes")
            case nil: (nil, nil)
            }
        let isCounted = summary.problem == nil
        let order = rule.map { MediaOrder.text(of: $0.order) } ?? ""
        self.init([
            ("persistentID", .text(playlist.persistentID.description)),
            ("uuid", .text(playlist.uuid)), ("name", .text(playlist.name)),
            ("isSmart", .boolean(rule != nil)),
            ("count", isCounted ? .integer(summary.entryCount) : nil),
            ("unresolved", isCounted ? .integer(summary.unresolvedCount) : nil),
            ("playbackDuration", isCounted ? .thousandths(summary.playbackDuration) : nil),
            ("problem", summary.problem.map(MediaValue.text)),
            ("description", playlist.descriptionText.map(MediaValue.text)),
            ("author", playlist.authorDisplayName.map(MediaValue.text)),
            ("where", rule?.predicate.expression.map(MediaValue.text)),
            ("sort", order.isEmpty ? nil : .text(order)),
            ("limit", amount), ("limitUnit", unit.map(MediaValue.text)),
            ("dateCreated", .timestamp(playlist.dateCreated)),
            ("dateModified", .timestamp(playlist.dateModified)),
        ])
    }

    /// All fields of an entry: its own, and those of its item.
    package static let entryFields =
        ["position", "entryID", "location", "isResolved"] + MediaProperty.listed.map(\.rawValue)

    /// An entry, with its item, or with what was read.
    package init(_ entry: StoredPlaylistEntry, _ item: MediaItem?) {
        let own: [(String, MediaValue?)] = [
            ("entryID", .text(entry.persistentID.description)),
            ("location", item == nil ? entry.text.location.map { .text($0.description) } : nil),
            ("isResolved", .boolean(item != nil || entry.text.location?.isRemote == true)),
        ]
        if let item {
            self.init(own)
            fields += Record(item).fields
        } else {
            self.init(
                own + [
                    ("title", entry.text.title.map(MediaValue.text)),
                    ("albumTitle", entry.text.album.map(MediaValue.text)),
                    ("artist", entry.text.artist.map(MediaValue.text)),
                    ("playbackDuration", entry.text.duration.map(MediaValue.number)),
                ])
        }
    }

    /// An item that a rule finds.
    package init(found item: MediaItem) {
        self.init([("isResolved", .boolean(true))])
        fields += Record(item).fields
    }

    /// The record with its place in front.
    package func numbered(_ position: Int) -> Record {
        var record = self
        record.fields.insert(("position", .integer(position)), at: 0)
        return record
    }
}
