import FoundationEssentials
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// The identities of playlists that have none of their own: their names, and of several of one name their places among these.
struct PlaylistIdentities {
    private var counts: [String: Int] = [:]

    /// The identity of the next playlist of a name.
    mutating func identity(_ name: String) -> String {
        counts[name, default: 0] += 1
        let count = counts[name] ?? 1
        return count == 1 ? name : "\(name)\0\(count)"
    }
}

extension PortablePlaylist {
    /// A playlist of another program, which is the same one whenever it is imported.
    init(
        of program: ForeignProgram, id: String, name: String, description: String? = nil,
        entries: [Entry]
    ) {
        let now = Date.now.secondsSince1970
        self.init(
            uuid: Self.uuid(of: "\(program.rawValue) \(id)"), name: name, description: description,
            created: now, modified: now, entries: entries)
    }

    /// A UUID made of a name (version 8 of RFC 9562).
    private static func uuid(of name: String) -> String {
        var bytes = ContentDigest(of: Array(name.utf8)).bytes.prefix(16)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.hexadecimal.uppercased()
        var rest = digits[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    /// Makes it a smart playlist.
    mutating func take(_ rule: SmartPlaylistRule) {
        self.rule = rule.predicate.expression
        order = MediaOrder.text(of: rule.order)
        let limit = rule.limit?.stored
        (self.limit, limitUnit) = (limit?.amount, limit?.unit)
        entries = []
    }
}
