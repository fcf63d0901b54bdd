import Foundation

// A change on its way to the player.

extension QueueEdit {
    /// The change in JSON.
    package var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// Reads what ``json`` writes.
    ///
    /// - Throws: ``Refusal`` for what another version of Phonolith wrote.
    package init(json: String) throws(Refusal) {
        do {
            self = try JSONDecoder().decode(QueueEdit.self, from: Data(json.utf8))
        } catch {
            throw Refusal(
                description: "the player of this queue is another version of Phonolith; end it")
        }
    }
}
