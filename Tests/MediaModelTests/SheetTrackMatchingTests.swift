import PhonolithIdentity
import PhonolithMediaModel
import Testing

@Suite("Tracks of a changed cue sheet") struct SheetTrackMatchingTests {
    /// Tracks of a sheet whose last one ends at a time; those of the library have the items 1, 2, 3, …
    private func tracks(_ starts: [(String, Double)], end: Double) -> [SheetTrack] {
        let ends = starts.dropFirst().map(\.1) + [end]
        return zip(starts, ends).enumerated().map { index, track in
            var result = SheetTrack(item: Int64(index + 1), number: index + 1)
            (result.title, result.startTime) = (track.0.0.folded, track.0.1)
            result.duration = track.1 - track.0.1
            return result
        }
    }

    @Test(
        "are those at the same places of the file, whatever their numbers are",
        arguments: [
            // One was inserted before others of one title.
            (
                [("Untitled", 0), ("Untitled", 8), ("Untitled", 20), ("Untitled", 27)],
                [
                    ("Intro", 0), ("Untitled", 2), ("Untitled", 8), ("Untitled", 20),
                    ("Untitled", 27),
                ], [nil, 1, 2, 3, 4]
            ),
            (
                [("Overture", 0), ("Interlude", 10), ("Interlude", 20), ("Finale", 30)],
                [
                    ("Intro", 0), ("Overture", 4), ("Interlude", 10), ("Interlude", 20),
                    ("Finale", 30),
                ], [nil, 1, 2, 3, 4]
            ),
            // The first was dropped, and the others got titles.
            (
                [("Track 1", 0), ("Track 2", 10), ("Track 3", 20), ("Track 4", 30)],
                [("Alpha", 10), ("Beta", 20), ("Gamma", 30)], [2, 3, 4]
            ),
            // Two changed places.
            (
                [("One", 0), ("Two", 10), ("Three", 20), ("Four", 30)],
                [("Two", 0), ("One", 10), ("Three", 20), ("Four", 30)], [2, 1, 3, 4]
            ),
        ] as [([(String, Double)], [(String, Double)], [Int64?])])
    func places(before: [(String, Double)], after: [(String, Double)], items: [Int64?]) {
        let new = tracks(after, end: 40)
        let found = SheetTrackMatching.items(of: new, among: tracks(before, end: 40))
        #expect(new.indices.map { found[$0] } == items)
    }
}
