internal import PhonolithDatabase
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithStore

// Entries whose paths lead nowhere are found by an id, or by what is said of them.

extension EntryResolver {
    func recording(of entry: PlaylistEntry) throws -> Result {
        guard let id = entry.musicBrainzRecordingID else { return .none }
        let named: SQL = """
            id IN (SELECT item_id FROM item_identifiers \
            WHERE \(.ignoringCase("musicbrainz_recording_id")) = \(id.asciiLowercased))
            """
        return Self.decide(try candidates(named), entry)
    }

    /// Title and artist are the same, and the duration, if known. Either may contain a dash. Without an artist, the album is
    /// the same.
    func words(of entry: PlaylistEntry) throws -> Result {
        guard let title = entry.title else { return .none }
        guard let artist = entry.artist else {
            guard let album = entry.album?.folded else { return .none }
            let found = try candidates("title_folded = \(title.folded)")
                .filter { $0.album == album && !$0.isOtherwiseLong(than: entry.duration) }
            return Self.decide(found, entry)
        }
        let text = "\(artist) - \(title)"
        var found: [Candidate] = []
        var rest = text[...]
        while let dash = rest.firstRange(of: " - ") {
            let (artist, title) = (text[..<dash.lowerBound], text[dash.upperBound...])
            let matching = try candidates("title_folded = \(String(title).folded)")
                .filter { $0.artists.contains(String(artist).folded) }
                .filter { !$0.isOtherwiseLong(than: entry.duration) }
            found += matching
            rest = rest[dash.upperBound...]
        }
        return Self.decide(found, entry)
    }

    /// The values by which an item is compared.
    private struct Candidate {
        var id: Int64
        var duration: Double?
        var album: String?
        var artists: [String]

        /// Players round, and count what silence there is in different ways.
        func isOtherwiseLong(than other: Double?) -> Bool {
            guard let duration, let other else { return false }
            return abs(duration - other) > 3
        }
    }

    private func candidates(_ condition: SQL) throws -> [Candidate] {
        try Row.fetchAll(
            database,
            literal: """
                SELECT id, duration, album_folded, artist, artists FROM items
                WHERE \(condition) AND is_missing = 0 AND \(sql: viewer.sees()) LIMIT 200
                """, cached: true
        ).map { row in
            let names =
                StoredNames.names(in: row[4], shown: row[3])
                + [row[3] as String?].compactMap(\.self)
            return Candidate(
                id: row[0], duration: row[1], album: row[2], artists: names.map(\.folded))
        }
    }

    /// The only one; of several the only one on that album, or of that length.
    private static func decide(_ candidates: [Candidate], _ entry: PlaylistEntry) -> Result {
        if candidates.isEmpty { return .none }
        if candidates.count == 1 { return .found(candidates[0].id) }
        if let album = entry.album?.folded {
            let there = candidates.filter { $0.album == album }
            if there.count == 1 { return .found(there[0].id) }
        }
        let asLong = candidates.filter { candidate in
            entry.duration != nil && candidate.duration != nil
                && !candidate.isOtherwiseLong(than: entry.duration)
        }
        if asLong.count == 1 { return .found(asLong[0].id) }
        return .ambiguous(candidates.map(\.id))
    }

    func contradicts(_ item: Int64, _ entry: PlaylistEntry) throws -> Bool {
        let row = try Row.fetchOne(
            database, literal: "SELECT duration, title_folded FROM items WHERE id = \(item)",
            cached: true)
        guard let row else { return false }
        if let duration = row[0] as Double?, let other = entry.duration, abs(duration - other) > 3 {
            return true
        }
        guard let title = row[1] as String?, let other = entry.title else { return false }
        return entry.duration == nil && title != other.folded
    }

    /// Of the items of one file the track that the entry means, by where it begins, or by its title and length;
    /// otherwise the file's own item, even if its tracks replace it in lists.
    func choose(_ items: [FolderContents.Item], for entry: PlaylistEntry) throws -> Int64 {
        guard items.count > 1 else { return items[0].id }
        let statement = try database.cachedStatement(
            sql: "SELECT start_time, title_folded, duration FROM items WHERE id = ?")
        let title = entry.title?.folded
        var byTitle: Int64?
        for item in items where !item.isHidden && !item.isWholeFile {
            guard let row = try Row.fetchOne(statement, arguments: [item.id]) else { continue }
            if let start = entry.startTime ?? entry.endTime.map({ _ in 0 }) {
                if abs((row[0] as Double? ?? 0) - start) < 0.5 { return item.id }
                continue
            }
            if let length = entry.duration, let duration = row[2] as Double?,
                abs(duration - length) > 3
            {
                continue
            }
            if title != nil, row[1] as String? == title { byTitle = byTitle ?? item.id }
        }
        let whole = items.first { $0.isWholeFile && $0.isThere } ?? items.first(where: \.isThere)
        return byTitle ?? whole?.id ?? items[0].id
    }
}
