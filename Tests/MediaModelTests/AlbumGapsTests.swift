import PhonolithMediaModel
import Testing

/// Gaps in an album.
@Suite struct AlbumGapsTests {
    /// Tracks of one disc: numbers, and the count that each states.
    private static func disc(
        _ tracks: [Int?], of count: Int? = nil, disc: Int? = nil, discs: Int? = nil
    ) -> [AlbumGaps.Track] {
        tracks.map { AlbumGaps.Track(disc: disc, discCount: discs, track: $0, trackCount: count) }
    }

    @Test(
        "gaps are found by numbers and counts",
        arguments: [
            ([], []), (disc([1, 2, 3]), []), (disc([1, 2, 3], of: 3), []), (disc([nil, nil]), []),
            (disc([1, 3]), ["2"]), (disc([2], of: 3), ["1", "3"]),
            (disc([nil], of: 2), ["1", "2"]),
            // A track that is there twice, and one without a number.
            (disc([1, 1, nil, 3]), ["2"]),
            (disc([1, 2], disc: 1) + disc([1, 3], disc: 2), ["2.2"]),
            (disc([1], of: 1, disc: 2, discs: 3), ["disc 1", "disc 3"]),
            // Some programs count the tracks of all discs.
            (disc([1, 2], of: 4, disc: 1, discs: 2) + disc([1, 2], of: 4, disc: 2, discs: 2), []),
            (
                disc([1, 2], of: 5, disc: 1, discs: 2) + disc([1], of: 5, disc: 2, discs: 2),
                ["1.3", "1.4", "1.5", "2.2", "2.3", "2.4", "2.5"]
            ),
            // No album has so many, nor a track 0.
            (disc([1, 20_071_231]), []), (disc([1, -5, 0, .max], of: .max), []),
            (disc([1], disc: .max, discs: 500), []),
        ] as [([AlbumGaps.Track], [String])])
    func gaps(tracks: [AlbumGaps.Track], expected: [String]) {
        #expect(AlbumGaps(of: tracks).missing.map(\.description) == expected)
    }
}
