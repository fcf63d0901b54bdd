import Foundation
import PhonolithMediaModel
import PhonolithStore
import PhonolithUsers

/// A play or a skip that the library is to have.
struct NotedPlay: Sendable {
    var item: MediaItemID
    var verdict: Listening.Verdict
    var date = Date.now
    /// Whether it was tried to be written before, which may have been done although an error was reported.
    var wasTried = false

    /// Writes it. Blocks its thread.
    func write(to catalog: Catalog) throws {
        switch verdict {
        case .played: try catalog.values.notePlay(of: item, at: date, isReport: wasTried)
        case .skipped: try catalog.values.noteSkip(of: item, at: date)
        }
    }
}
