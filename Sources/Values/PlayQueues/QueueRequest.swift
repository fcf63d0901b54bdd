import FoundationEssentials

/// A request of a program to the player of a queue, as JSON.
package enum QueueRequest: Codable, Hashable, Sendable {
    case edit(QueueEdit)
    case order(PlayerOrder)

    package var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// Reads what ``json`` writes.
    ///
    /// - Throws: `QueueEdit.Refusal` for what another version of Phonolith wrote.
    package init(json: String) throws(QueueEdit.Refusal) {
        do {
            self = try JSONDecoder().decode(QueueRequest.self, from: Data(json.utf8))
        } catch {
            throw QueueEdit.Refusal(
                description: "the player of this queue is another version of Phonolith; end it")
        }
    }
}
