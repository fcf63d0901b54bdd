import PhonolithMediaModel
package import PhonolithPlayback

/// The lines of lyrics as they are sung, each shown once when its time comes; words without times when the item begins.
package struct LyricsScroll {
    private var source: PlayerItem.Source?
    private var start: Double?
    private var lyrics: SongLyrics?
    private var shown: Int?

    package init() {}

    /// The lines that are to be shown now.
    ///
    /// - Parameters:
    ///   - time: In seconds from the item's beginning.
    ///   - text: Looks the lyrics of an item up, as LRC or as words.
    package mutating func lines(
        of item: PlayerItem?, at time: Double, text: (PlayerItem) -> String?
    ) -> [String] {
        let isNew = item?.source != source || item?.startTime != start
        if isNew {
            (source, start) = (item?.source, item?.startTime)
            shown = nil
            lyrics = item.flatMap(text).map { SongLyrics($0) }
        }
        guard let lyrics else { return [] }
        guard lyrics.isSynced else { return isNew ? lyrics.lines.map(\.text) : [] }
        let now = lyrics.line(at: time)
        defer { shown = now }
        guard let now, now != shown else { return [] }
        // Lines skipped by seeking are not shown, the line that is sung now is.
        let first = shown.map { $0 < now && now - $0 <= 3 ? $0 + 1 : now } ?? now
        return lyrics.lines[first...now].map(\.text).filter { !$0.allSatisfy(\.isWhitespace) }
    }
}
