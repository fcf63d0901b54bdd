import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithScanning
import PhonolithStore
import PhonolithTagReading

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
