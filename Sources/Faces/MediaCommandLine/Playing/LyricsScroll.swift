import PhonolithMediaModel
package import PhonolithPlayback
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTagReading

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

/// Finds the lyrics of what plays: in the library, else in the file's tags or next to it.
struct LyricsLookup: Sendable {
    /// `nil` if there is none.
    let catalog: Catalog?

    /// The lyrics with times as LRC, else the words. Blocks its thread.
    func text(of item: PlayerItem) -> String? {
        // A file that cannot be read has no lyrics; the player reports why it cannot be played.
        if let id = item.persistentID, let known = (try? catalog?.items.item(id)) ?? nil {
            return known.facts.timedLyrics.first ?? known.facts.lyrics
        }
        guard case .file(let path) = item.source, var facts = try? TagReader().read(path).facts
        else { return nil }
        LyricsFile.describe(&facts, at: path)
        return facts.timedLyrics.first ?? facts.lyrics
    }
}
