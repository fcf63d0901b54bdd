package import MediaModel

/// The lines of lyrics as they are sung, each shown once when its time comes.
package struct LyricsScroll {
    private var item: MediaItemID?
    private var lyrics: SongLyrics?
    private var shown: Int?

    package init() {}

    /// The lines that are to be shown now.
    ///
    /// - Parameters:
    ///   - time: In seconds from the item's beginning.
    ///   - text: Looks the lyrics of an item up, as LRC.
    package mutating func lines(
        of item: MediaItemID?, at time: Double, text: (MediaItemID) -> String?
    ) -> [String] {
        if item != self.item {
            self.item = item
            shown = nil
            lyrics = item.flatMap(text).map { SongLyrics($0) }
        }
        guard let lyrics, lyrics.isSynced else { return [] }
        let now = lyrics.line(at: time)
        defer { shown = now }
        guard let now, now != shown else { return [] }
        // What was skipped by seeking is not shown, the line that is sung now is.
        let first = shown.map { $0 < now && now - $0 <= 3 ? $0 + 1 : now } ?? now
        return lyrics.lines[first...now].map(\.text).filter { !$0.allSatisfy(\.isWhitespace) }
    }
}
