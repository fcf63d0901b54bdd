/// A change of a queue that a program asks for: of the queue that the library keeps, or of the player that plays it.
package enum QueueEdit: Codable, Hashable, Sendable {
    case append([KeptQueue.Entry])
    /// After the current entry.
    case prepend([KeptQueue.Entry])
    /// Before the entry at a position, from 1; after the last entry for the position behind it.
    case insert([KeptQueue.Entry], at: Int)
    /// The entries at these positions, from 1.
    case remove([Int])
    /// From one position to another, from 1.
    case move(from: Int, to: Int)
    case removeAll
    /// Other entries instead of all, of which one is current, from 0, at so many seconds from its beginning.
    case replace([KeptQueue.Entry], currentIndex: Int?, time: Double)
    /// The seed is that of a shuffled order.
    case setModes(
        repeatMode: PlayQueue.RepeatMode?, shuffleMode: PlayQueue.ShuffleMode?, seed: UInt64)
    /// Has the player play on these devices.
    case setDevices([String])

    /// Why a queue cannot be changed so.
    package struct Refusal: Error, Codable, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        /// Names the reason.
        package init(description: String) { self.description = description }
    }

    /// Adds items.
    package static func appending(_ items: [PlayerItem]) -> QueueEdit {
        .append(entries(of: items))
    }

    /// Adds items after the current entry.
    package static func prepending(_ items: [PlayerItem]) -> QueueEdit {
        .prepend(entries(of: items))
    }

    /// Adds items before the entry at a position, from 1.
    package static func inserting(_ items: [PlayerItem], at position: Int) -> QueueEdit {
        .insert(entries(of: items), at: position)
    }

    /// Has other items instead of all.
    ///
    /// - Parameters:
    ///   - index: The current item, from 0; `nil` for a queue that was played to its end.
    ///   - time: Where in the current item one is, in seconds from its beginning.
    package static func replacing(
        _ items: [PlayerItem], currentIndex index: Int?, time: Double
    ) -> QueueEdit {
        .replace(entries(of: items), currentIndex: index, time: time)
    }

    private static func entries(of items: [PlayerItem]) -> [KeptQueue.Entry] {
        KeptQueue(PlayQueue(items), time: 0).entries
    }

    /// The entries that it adds.
    package var entries: [KeptQueue.Entry] {
        switch self {
        case .append(let entries), .prepend(let entries), .insert(let entries, _),
            .replace(let entries, _, _):
            entries
        case .remove, .move, .removeAll, .setModes, .setDevices: []
        }
    }
}

extension PlayQueue {
    /// Makes a change, all or nothing.
    ///
    /// - Parameter items: What the entries of the change are.
    package mutating func apply(_ edit: QueueEdit, _ items: [PlayerItem]) throws(QueueEdit.Refusal)
    {
        switch edit {
        case .append: append(items)
        case .prepend: prepend(items)
        case .insert(_, let position):
            if position == count + 1 { return append(items) }
            _ = try entry(at: position)
            // The entry before is in the queue, as was just seen.
            try? insert(items, after: position > 1 ? entries[position - 2].id : nil)
        case .remove(let positions):
            var gone: Set<Entry.ID> = []
            for position in positions { gone.insert(try entry(at: position).id) }
            // They are in the queue, as was just seen; so with a move.
            for entry in gone { try? remove(entry) }
        case .move(let from, let to):
            let moved = try entry(at: from).id
            _ = try entry(at: to)
            let others = entries.map(\.id).filter { $0 != moved }
            try? move(moved, after: to > 1 ? others[to - 2] : nil)
        case .removeAll: removeAll()
        case .replace(_, let index, _): replace(with: items, currentIndex: index)
        case .setModes(let repeating, let shuffle, let seed):
            if let repeating { repeatMode = repeating }
            if let shuffle { self.shuffle(shuffle, seed: seed) }
        // A matter of the player alone.
        case .setDevices: break
        }
    }

    /// Has other items instead of all, in the order that is given. What was in the queue already stays the same entry.
    private mutating func replace(with items: [PlayerItem], currentIndex index: Int?) {
        var known = Dictionary(grouping: entries, by: Sound.init).mapValues { $0[...] }
        entries = items.map { item in
            guard var entry = known[Sound(item), default: []].popFirst() else {
                return makeEntries([item])[0]
            }
            entry.item = item
            return entry
        }
        (shuffleMode, ownOrder, history) = (.off, nil, [])
        currentIndex = index.flatMap { entries.indices.contains($0) ? $0 : nil }
    }

    /// What two entries have in common that sound the same.
    private struct Sound: Hashable {
        let source: PlayerItem.Source
        let startTime: Double

        init(_ item: PlayerItem) { (source, startTime) = (item.source, item.startTime) }
        init(_ entry: Entry) { self.init(entry.item) }
    }

    private func entry(at position: Int) throws(QueueEdit.Refusal) -> Entry {
        guard entries.indices.contains(position - 1) else {
            let length = count == 1 ? "1 entry" : "\(count) entries"
            throw QueueEdit.Refusal(
                description: "\(position): not a position in the queue; it has \(length)")
        }
        return entries[position - 1]
    }
}
