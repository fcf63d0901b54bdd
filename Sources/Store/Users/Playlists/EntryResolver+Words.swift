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
        try Projection { column in
            let artist: String? = column("artist")
            let names = StoredNames.names(in: column("artists"), shown: artist)
            return Candidate(
                id: column("id"), duration: column("duration"), album: column("album_folded"),
                artists: (names + [artist].compactMap(\.self)).map(\.folded))
        }.fetchAll(
            database,
            from: """
                items WHERE \(condition) AND is_missing = 0 AND \(sql: viewer.sees()) LIMIT 200
                """, cached: true)
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
        guard let signs = try signs(of: item) else { return false }
        if let duration = signs.duration, let other = entry.duration, abs(duration - other) > 3 {
            return true
        }
        guard let title = signs.title, let other = entry.title else { return false }
        return entry.duration == nil && title != other.folded
    }

    private func signs(
        of item: Int64
    ) throws -> (start: Double?, title: String?, duration: Double?)? {
        try Projection { column in
            (
                start: column("start_time") as Double?, title: column("title_folded") as String?,
                duration: column("duration") as Double?
            )
        }.fetchOne(database, from: "items WHERE id = \(item)", cached: true)
    }

    /// Of the items of one file the track that the entry means, by where it begins, or by its title and length;
    /// otherwise the file's own item, even if its tracks replace it in lists.
    func choose(_ items: [FolderContents.Item], for entry: PlaylistEntry) throws -> Int64 {
        guard items.count > 1 else { return items[0].id }
        let title = entry.title?.folded
        var byTitle: Int64?
        for item in items where !item.isHidden && !item.isWholeFile {
            guard let signs = try signs(of: item.id) else { continue }
            if let start = entry.startTime ?? entry.endTime.map({ _ in 0 }) {
                if abs((signs.start ?? 0) - start) < 0.5 { return item.id }
                continue
            }
            if let length = entry.duration, let duration = signs.duration,
                abs(duration - length) > 3
            {
                continue
            }
            if title != nil, signs.title == title { byTitle = byTitle ?? item.id }
        }
        let whole = items.first { $0.isWholeFile && $0.isThere } ?? items.first(where: \.isThere)
        return byTitle ?? whole?.id ?? items[0].id
    }
}
