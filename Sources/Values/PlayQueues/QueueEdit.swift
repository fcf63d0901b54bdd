/// A change of a queue that a program asks for: of the queue that the library keeps, or of the player that plays it.
package enum QueueEdit: Codable, Hashable, Sendable {
    case append([KeptQueue.Entry])
    case prepend([KeptQueue.Entry])
    /// Before the entry at a position, from 1; after the last entry for the position behind it.
    case insert([KeptQueue.Entry], at: Int)
    /// The entries at these positions, from 1.
    case remove([Int])
    /// From one position to another, from 1.
    case move(from: Int, to: Int)
    case removeAll
    /// Replaces the entries that the program knows. The index counts from 0; the time is in seconds from the beginning of the
    /// current entry. `unknown` has the numbers of the entries that the program does not know.
    case replace([KeptQueue.Entry], currentIndex: Int?, time: Double, unknown: Set<Int>)
    /// The seed is that of a shuffled order.
    case setModes(
        repeatMode: PlayQueue.RepeatMode?, shuffleMode: PlayQueue.ShuffleMode?, seed: UInt64)
    /// Has the player play on these devices.
    case setDevices([String])

    /// Why a queue cannot be changed so.
    package struct Refusal: Error, Codable, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }

        /// A player that does not answer.
        ///
        /// - Parameters:
        ///   - process: Its number, where it is known and of this machine.
        ///   - isStopped: Whether it was stopped, as by Ctrl-Z.
        ///   - hasBegun: Whether it has begun with what it was asked for.
        package init(silenceOfPlayer process: Int32?, isStopped: Bool, hasBegun: Bool = false) {
            let player = "the player of this queue\(process.map { " (process \($0))" } ?? "")"
            let remedy =
                switch process {
                case let id? where isStopped:
                    "because it is stopped; continue it with kill -CONT \(id)"
                case let id?: "and may hang; end it with kill \(id)"
                case nil: "and may hang; end it, or change the queue there"
                }
            let doubt = hasBegun ? "; whether it made the change shows phonolith queue" : ""
            description = "\(player) does not answer, \(remedy)\(doubt)"
        }
    }

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

    /// Puts other items in place of those that a program knows.
    ///
    /// - Parameters:
    ///   - index: The current item, from 0; `nil` for a queue that was played to its end.
    ///   - time: Where in the current item one is, in seconds from its beginning.
    ///   - unknown: The numbers of the entries that the program does not know.
    package static func replacing(
        _ items: [PlayerItem], currentIndex index: Int?, time: Double, unknown: Set<Int> = []
    ) -> QueueEdit {
        .replace(entries(of: items), currentIndex: index, time: time, unknown: unknown)
    }

    private static func entries(of items: [PlayerItem]) -> [KeptQueue.Entry] {
        KeptQueue(PlayQueue(items), time: 0).entries
    }

    /// The entries that it adds.
    package var entries: [KeptQueue.Entry] {
        switch self {
        case .append(let entries), .prepend(let entries), .insert(let entries, _),
            .replace(let entries, _, _, _):
            entries
        case .remove, .move, .removeAll, .setModes, .setDevices: []
        }
    }
}

extension PlayQueue {
    /// Makes a change, all or nothing.
    ///
    /// - Parameter items: The items of the entries of the change.
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
            remove(all: gone)
        case .move(let from, let to):
            let moved = try entry(at: from).id
            _ = try entry(at: to)
            let others = entries.map(\.id).filter { $0 != moved }
            // They are in the queue, as was just seen.
            try? move(moved, after: to > 1 ? others[to - 2] : nil)
        case .removeAll: removeAll()
        case .replace(_, let index, _, let unknown):
            replace(with: items, currentIndex: index, unknown: unknown)
        case .setModes(let repeating, let shuffle, let seed):
            if let repeating { repeatMode = repeating }
            if let shuffle { self.shuffle(shuffle, seed: seed) }
        // Only the player has devices.
        case .setDevices: break
        }
    }

    /// Puts other items in place of those that a program knows. An item that was in the queue stays the same entry; where all
    /// are the same, so do their own order and the modes. Entries unknown to the program stay as long as the queue is the same:
    /// while it has an entry of before.
    private mutating func replace(
        with items: [PlayerItem], currentIndex index: Int?, unknown: Set<Int>
    ) {
        let known = entries.filter { !unknown.contains($0.id.rawValue) }
        guard known.map(Sound.init) != items.map(Sound.init) else {
            currentIndex = index.flatMap { known.indices.contains($0) ? known[$0].id : nil }
                .flatMap { id in entries.firstIndex { $0.id == id } }
            return
        }
        var before = Dictionary(grouping: known, by: Sound.init).mapValues { $0[...] }
        let numbers = Set(known.map(\.id))
        let new = items.map { item in
            guard var entry = before[Sound(item), default: []].popFirst() else {
                return makeEntries([item])[0]
            }
            entry.item = item
            return entry
        }
        let isSameQueue = new.contains { numbers.contains($0.id) }
        let kept = isSameQueue ? Set(unknown.map(Entry.ID.init)) : []
        let current = index.flatMap { new.indices.contains($0) ? new[$0].id : nil }
        entries = new.joined(with: entries, keeping: kept)
        (shuffleMode, ownOrder, history) = (.off, nil, [])
        currentIndex = current.flatMap { id in entries.firstIndex { $0.id == id } }
    }

    /// The part of a source that an item plays; entries with the same part are taken for one another.
    private struct Sound: Hashable {
        let source: PlayerItem.Source
        let startTime: Double

        init(_ item: PlayerItem) { (source, startTime) = (item.source, item.startTime) }
        init(_ entry: Entry) { self.init(entry.item) }
    }

    /// The entry at a position, from 1.
    package func entry(at position: Int) throws(QueueEdit.Refusal) -> Entry {
        guard entries.indices.contains(position - 1) else {
            let length = count == 1 ? "1 entry" : "\(count) entries"
            throw QueueEdit.Refusal(
                description: "\(position): not a position in the queue; it has \(length)")
        }
        return entries[position - 1]
    }
}
