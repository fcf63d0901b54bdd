internal import PhonolithDatabase
package import PhonolithMediaModel
import PhonolithQueries
package import PhonolithStore

/// An item whose loudness can be measured.
package struct MeasurableItem: Sendable {
    package let item: MediaItem
    /// Which sound it has now: the file's signature, else when it was modified.
    fileprivate let sound: Int64
}

/// The measured loudness of an item, in the terms of ReplayGain 2.0.
package struct MeasuredLoudness: Hashable, Sendable {
    /// In dB, to a hundredth; `nil` for silence.
    package var gain: Double?
    /// The greatest sample, to a millionth; 1 is full scale.
    package var peak: Double

    /// - Parameter loudness: In LUFS, by EBU R128; `nil` for silence.
    package init(loudness: Double?, peak: Double) {
        gain = loudness.map { ((Self.reference - $0) * 100).rounded() / 100 }
        self.peak = (peak * 1e6).rounded() / 1e6
    }

    /// In LUFS; ReplayGain 2.0 makes everything as loud as this.
    private static let reference = -18.0
}

/// Items that are measured together.
package enum MeasurableGroup: Hashable, Sendable {
    /// All tracks of an album.
    case album(MediaAlbumID)
    /// An item without an album.
    case item(MediaItemID)
}

/// The loudness of items, measured by album and track.
package struct LoudnessStore: CatalogStore {
    package let catalog: Catalog
}

extension Catalog {
    package var loudness: LoudnessStore { LoudnessStore(catalog: self) }
}

extension LoudnessStore {
    /// Groups without loudness, neither by their tags nor measured, in the order of the query.
    ///
    /// An album is listed if one of the tracks that the query asks for lacks the loudness of the track or of the album.
    package func unmeasuredGroups(matching query: MediaQuery) throws -> [MeasurableGroup] {
        let unmeasured = try unmeasuredItems()
        if unmeasured.isEmpty { return [] }
        var listed: Set<MeasurableGroup> = []
        var groups: [MeasurableGroup] = []
        try catalog.items.forEach(matching: query) { item in
            guard unmeasured.contains(item.persistentID), item.isMeasurable else { return }
            let album = item.albumPersistentID.map { MeasurableGroup.album($0) }
            let group = album ?? .item(item.persistentID)
            if listed.insert(group).inserted { groups.append(group) }
        }
        return groups
    }

    /// The items of a group that the user sees.
    package func measurableItems(of group: MeasurableGroup) throws -> [MeasurableItem] {
        switch group {
        case .album(let album):
            var query = MediaQuery()
            query.group = MediaGroup(.album, album.rawValue)
            return try measurable(catalog.items.all(matching: query).filter(\.isMeasurable))
        case .item(let id):
            return try measurable([catalog.items.item(id)].compactMap(\.self))
        }
    }

    private func unmeasuredItems() throws -> Set<MediaItemID> {
        try read { database in
            try Int64.fetchSet(
                database,
                literal: """
                    SELECT items.id FROM items JOIN files ON files.id = file_id
                    WHERE items.is_missing = 0
                        AND (track_gain IS NULL OR album_gain IS NULL AND album_id IS NOT NULL)
                        AND NOT EXISTS (
                            SELECT 1 FROM measured_loudness AS measured WHERE item_id = items.id
                                AND measured.sound = coalesce(signature, modified)
                                AND measured.start_time IS NOT DISTINCT FROM items.start_time
                                AND measured.end_time IS NOT DISTINCT FROM items.end_time
                        )
                    """)
        }.reduce(into: []) { $0.insert(PersistentID($1)) }
    }

    private func measurable(_ items: [MediaItem]) throws -> [MeasurableItem] {
        let sounds = try read { database in
            try Row.fetchAll(
                database,
                literal: """
                    SELECT items.id, coalesce(signature, modified) FROM items JOIN files ON files.id = file_id
                    WHERE items.id IN \(.ids(items.map(\.persistentID.rawValue)))
                    """
            ).reduce(into: [Int64: Int64]()) { $0[$1[0]] = $1[1] }
        }
        return items.compactMap { item in
            sounds[item.persistentID.rawValue].map { MeasurableItem(item: item, sound: $0) }
        }
    }

    /// Stores what was measured of an album, or of an item without one. The values in tags stay.
    ///
    /// - Parameters:
    ///   - tracks: The measured tracks.
    ///   - album: All of them together; `nil` for an item without an album.
    package func store(
        _ tracks: [(MeasurableItem, MeasuredLoudness)], album: MeasuredLoudness?
    ) throws {
        try write { database in
            for (track, loudness) in tracks {
                let (id, location) = (track.item.persistentID.rawValue, track.item.location)
                // A prune may have deleted it meanwhile.
                guard
                    try Bool.fetchOne(
                        database, literal: "SELECT 1 FROM items WHERE id = \(id)") == true
                else { continue }
                try database.execute(
                    literal: "DELETE FROM measured_loudness WHERE item_id = \(id)")
                try database.execute(
                    literal: """
                        INSERT INTO measured_loudness (
                            item_id, sound, start_time, end_time,
                            track_gain, track_peak, album_gain, album_peak
                        ) VALUES (\(id), \(track.sound), \(location.startTime), \(location.endTime), \(loudness.gain), \(loudness.peak), \(album?.gain), \(album?.peak))
                        """)
            }
        }
    }
}

extension MediaItem {
    /// Whether the item has sound alone: the loudness of films is not requested.
    fileprivate var isMeasurable: Bool {
        !facts.mediaType.isDisjoint(with: .anyAudio) && facts.mediaType.isDisjoint(with: .anyVideo)
    }
}
