/// The gaps of an album, by the numbers of its tracks and discs and by the counts that its tags state.
package struct AlbumGaps: Hashable, Sendable {
    /// Missing tracks and discs, in order; empty for an album that is complete, or whose tags state no numbers.
    package var missing: [Place]

    /// A track or a whole disc.
    package struct Place: Hashable, Sendable, CustomStringConvertible {
        /// `nil` on an album of one disc.
        package var disc: Int?
        /// `nil` for a whole disc.
        package var track: Int?

        /// `7`, `2.7` for a track of the second disc, `disc 2`.
        package var description: String {
            switch (disc, track) {
            case (let disc?, let track?): "\(disc).\(track)"
            case (nil, let track?): "\(track)"
            case (let disc, nil): "disc \(disc ?? 1)"
            }
        }
    }

    /// The numbers of one track, as its tags have them.
    package struct Track: Hashable, Sendable {
        /// Which disc it is on, from 1; `nil` if the tag says nothing, as below.
        package var disc: Int?
        /// How many discs the album has.
        package var discCount: Int?
        /// Its place on the disc, from 1.
        package var track: Int?
        /// How many tracks the disc has, or the whole album, as some programs write it.
        package var trackCount: Int?

        package init(
            disc: Int? = nil, discCount: Int? = nil, track: Int? = nil, trackCount: Int? = nil
        ) {
            (self.disc, self.discCount) = (disc, discCount)
            (self.track, self.trackCount) = (track, trackCount)
        }
    }

    /// Greater numbers are no counts of tracks or discs, but mistakes, or dates.
    private static let mostTracks = 999
    private static let mostDiscs = 99

    /// Looks for gaps.
    ///
    /// - Parameter tracks: All tracks of the album; a track without a disc number is on the first.
    package init(of tracks: [Track]) {
        let discs = Dictionary(grouping: tracks) { track in
            track.disc.flatMap { (1...Self.mostDiscs).contains($0) ? $0 : nil } ?? 1
        }
        let discCount = Self.greatest(
            tracks.map(\.discCount) + discs.keys.map { $0 }, Self.mostDiscs)
        let hasSeveral = discCount > 1
        let areOfAlbum = Self.countsAreOfAlbum(tracks, discs)
        missing = []
        if tracks.isEmpty { return }
        for disc in 1...max(1, discCount) {
            guard let own = discs[disc] else {
                missing.append(Place(disc: disc))
                continue
            }
            let present = Set(own.compactMap(\.track))
            let counts = areOfAlbum ? [] : own.map(\.trackCount)
            let count = Self.greatest(counts + own.map(\.track), Self.mostTracks)
            missing += (0..<count).map { $0 + 1 }.filter { !present.contains($0) }
                .map { Place(disc: hasSeveral ? disc : nil, track: $0) }
        }
    }

    private static func greatest(_ numbers: [Int?], _ limit: Int) -> Int {
        numbers.compactMap(\.self).filter { (1...limit).contains($0) }.max() ?? 0
    }

    /// Whether each track states how many tracks all discs have together, as some programs write it, and these are there.
    private static func countsAreOfAlbum(_ tracks: [Track], _ discs: [Int: [Track]]) -> Bool {
        let counts = Set(tracks.map(\.trackCount))
        guard discs.count > 1, counts.count == 1, let count = counts.first ?? nil else {
            return false
        }
        return discs.values.reduce(0) { $0 + Set($1.compactMap(\.track)).count } >= count
    }
}
