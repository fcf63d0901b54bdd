/// A change of a queue that a program asks for: of the queue that the library keeps, or of the player that plays it.
package enum QueueEdit: Codable, Hashable, Sendable {
    case append([PlayerItem])
    /// After the current entry.
    case prepend([PlayerItem])
    /// After an entry; at the beginning for `nil`.
    case insert([PlayerItem], after: PlayQueue.Entry.ID?)
    case remove([PlayQueue.Entry.ID])
    /// After another entry; to the beginning for `nil`.
    case move(PlayQueue.Entry.ID, after: PlayQueue.Entry.ID?)
    case removeAll
    /// Puts items in place of the entries that the program knows. The index counts from 0, and is `nil` for a queue that was played
    /// to its end; the time is in seconds from the beginning of the current item.
    case replace(Set<PlayQueue.Entry.ID>, with: [PlayerItem], currentIndex: Int?, time: Double)
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
}

// MARK: - Positions, as people see them

extension QueueEdit {
    /// Adds items before the entry at a position, from 1; after the last entry for the position behind it.
    package static func inserting(
        _ items: [PlayerItem], at position: Int, of queue: PlayQueue
    ) throws(Refusal) -> QueueEdit {
        if position == queue.count + 1 { return .append(items) }
        _ = try queue.entry(at: position)
        return .insert(items, after: position > 1 ? queue.entries[position - 2].id : nil)
    }

    /// Removes the entries at positions, from 1.
    package static func removing(
        _ positions: [Int], of queue: PlayQueue
    ) throws(Refusal) -> QueueEdit {
        var ids: [PlayQueue.Entry.ID] = []
        for position in positions { ids.append(try queue.entry(at: position).id) }
        return .remove(ids)
    }

    /// Moves an entry from one position to another, from 1.
    package static func moving(
        from: Int, to: Int, of queue: PlayQueue
    ) throws(Refusal) -> QueueEdit {
        let moved = try queue.entry(at: from).id
        _ = try queue.entry(at: to)
        let others = queue.entries.map(\.id).filter { $0 != moved }
        return .move(moved, after: to > 1 ? others[to - 2] : nil)
    }
}

extension PlayQueue {
    /// The entry at a position, from 1.
    package func entry(at position: Int) throws(QueueEdit.Refusal) -> Entry {
        guard entries.indices.contains(position - 1) else {
            let length = count == 1 ? "1 entry" : "\(count) entries"
            throw QueueEdit.Refusal(
                description: "\(position): not a position in the queue; it has \(length)")
        }
        return entries[position - 1]
    }

    /// Makes a change, all or nothing.
    package mutating func apply(_ edit: QueueEdit) throws(QueueEdit.Refusal) {
        do throws(PlayQueueError) {
            switch edit {
            case .append(let items): append(items)
            case .prepend(let items): prepend(items)
            case .insert(let items, let id): try insert(items, after: id)
            case .remove(let ids): try remove(ids)
            case .move(let id, let target): try move(id, after: target)
            case .removeAll: removeAll()
            case .replace(let replaced, let items, let index, _):
                replace(replaced, with: items, currentIndex: index)
            case .setModes(let repeating, let shuffle, let seed):
                if let repeating { repeatMode = repeating }
                if let shuffle { self.shuffle(shuffle, seed: seed) }
            // Only the player has devices.
            case .setDevices: break
            }
        } catch {
            throw QueueEdit.Refusal(
                description: "the queue has changed meanwhile; see phonolith queue, and try again")
        }
    }
}
