import PhonolithMediaModel

/// A track of a cue sheet, or a file that may be one, by what it is recognized.
package struct SheetTrack: Hashable, Sendable {
    /// Its item; 0 for one that has none yet.
    package var item: Int64
    /// In the sheet, or on the disc.
    package var number: Int?
    // Folded.
    package var title: String?
    // Folded.
    package var artist: String?
    /// Folded; not asked of a track that a scan has just found.
    package var albumTitle: String?
    package var isrc: String?
    /// In its file, in seconds.
    package var startTime: Double?
    // In seconds.
    package var duration: Double?
    /// Whether its sheet does not have it any more.
    package var isDropped = false

    /// Makes a track of which no more is known.
    package init(item: Int64, number: Int?) { (self.item, self.number) = (item, number) }

    /// Whether both are about as long.
    fileprivate func isAsLong(as other: SheetTrack) -> Bool {
        Self.agree(duration, other.duration, within: 2)
    }

    /// Whether a track of the same number may be the same with another title: one with the place or length of the other.
    fileprivate func isInPlace(of other: SheetTrack) -> Bool {
        title == nil || other.title == nil || title == other.title || isAsLong(as: other)
            || Self.agree(startTime, other.startTime, within: 0.1)
    }

    /// Where it begins in its file, in tenths of a second.
    fileprivate var place: Int? { startTime.flatMap { Int(exactly: ($0 * 10).rounded()) } }

    private static func agree(_ one: Double?, _ other: Double?, within limit: Double) -> Bool {
        guard let one, let other else { return false }
        return abs(one - other) <= limit
    }
}

/// Finds the tracks of a sheet among those that the file had: a pure function of what is known of both. The strongest
/// sign decides first, and only where it is unique.
package struct SheetTrackMatching {
    private let old: [SheetTrack]
    private let new: [SheetTrack]
    /// The positions of old tracks, by the positions of the new tracks that they are.
    private var found: [Int: Int] = [:]

    /// The items that tracks of a changed sheet are, by their places; tracks without one are new.
    package static func items(of new: [SheetTrack], among old: [SheetTrack]) -> [Int: Int64] {
        // A track that the sheet has lost comes back only where no other is it.
        var matching = SheetTrackMatching(old, new)
        for isDropped in [false, true] {
            matching.match { $0.isDropped == isDropped }
        }
        return matching.found.mapValues { old[$0].item }
    }

    /// The tracks of an image that files are into which it was split, by the places of the files.
    package static func parts(_ files: [SheetTrack], of tracks: [SheetTrack]) -> [Int: Int64] {
        var matching = SheetTrackMatching(tracks, files)
        matching.matchSongs(where: { _ in true }, agree: { $0.isAsLong(as: $1) })
        return matching.found.mapValues { tracks[$0].item }
    }

    /// The same for files that were there before the image went: the song on another album is no part of it.
    package static func earlierParts(
        _ files: [SheetTrack], of tracks: [SheetTrack]
    ) -> [Int: Int64] {
        var matching = SheetTrackMatching(tracks, files)
        matching.matchSongs(
            where: { _ in true },
            agree: { $0.isAsLong(as: $1) && $0.albumTitle == $1.albumTitle })
        return matching.found.mapValues { tracks[$0].item }
    }

    private init(_ old: [SheetTrack], _ new: [SheetTrack]) { (self.old, self.new) = (old, new) }

    private mutating func match(where counts: (SheetTrack) -> Bool) {
        matchSongs(where: counts, agree: { _, _ in true })
        pair(by: \.title, where: counts) { $0.isAsLong(as: $1) }
        // Numbers change when a track is inserted; the sound at a place of the file does not.
        pair(by: \.place, where: counts) { $0.isAsLong(as: $1) }
        pair(by: \.number, where: counts) { $0.isInPlace(of: $1) }
    }

    private mutating func matchSongs(
        where counts: (SheetTrack) -> Bool, agree: (SheetTrack, SheetTrack) -> Bool
    ) {
        pair(by: { $0.isrc?.uppercased() }, where: counts, agree)
        pair(
            by: { track in
                track.place.flatMap { place in
                    track.title.map { [$0, track.artist, "\(place)"] }
                }
            }, where: counts
        ) { $0.isAsLong(as: $1) && agree($0, $1) }
        pair(
            by: { $0.title == nil ? nil : [$0.title, $0.artist, $0.number.map { "\($0)" }] },
            where: counts, agree)
        pair(by: { $0.title == nil ? nil : [$0.title, $0.artist] }, where: counts) {
            $0.isAsLong(as: $1) && agree($0, $1)
        }
        pair(by: { $0.title == nil ? nil : [$0.title, $0.artist] }, where: counts, agree)
    }

    private mutating func pair<Key: Hashable>(
        by key: (SheetTrack) -> Key?, where counts: (SheetTrack) -> Bool,
        _ agree: (SheetTrack, SheetTrack) -> Bool
    ) {
        let taken = Set(found.values)
        let ones = Self.unique(old, by: key) { !taken.contains($0) && counts(old[$0]) }
        let others = Self.unique(new, by: key) { found[$0] == nil }
        for (key, place) in others {
            guard let one = ones[key], agree(old[one], new[place]) else { continue }
            found[place] = one
        }
    }

    private static func unique<Key: Hashable>(
        _ tracks: [SheetTrack], by key: (SheetTrack) -> Key?, where counts: (Int) -> Bool
    ) -> [Key: Int] {
        var places: [Key: Int?] = [:]
        for (place, track) in tracks.enumerated() where counts(place) {
            guard let key = key(track) else { continue }
            if places.updateValue(place, forKey: key) != nil { places[key] = .some(nil) }
        }
        return places.compactMapValues(\.self)
    }
}
