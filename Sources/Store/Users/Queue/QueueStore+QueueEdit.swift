internal import Glibc
internal import PhonolithFiles
internal import PhonolithMediaModel
package import PhonolithPlayQueues
import PhonolithQueries
import PhonolithStore

extension QueueStore {
    /// Changes the user's queue: the player that plays it does, if one plays; else it is changed in the library. Blocks its
    /// thread.
    ///
    /// - Parameters:
    ///   - program: The name of the program that changes it.
    ///   - patience: For how long a player is waited for.
    /// - Throws: ``QueueEdit/Refusal``, `CatalogError`.
    package func change(
        _ edit: QueueEdit, by program: String = KeptQueue.player,
        patience: Duration = .seconds(5)
    ) throws {
        _ = try ask(.edit(edit), by: program, patience: patience) {
            try changeKeptQueue(edit, program)
        }
    }

    /// Has the player of the user's queue obey an order. Blocks its thread.
    ///
    /// - Parameter patience: For how long the player is waited for.
    /// - Returns: The state of the player then; `nil` where no program plays the queue.
    /// - Throws: ``QueueEdit/Refusal``, `CatalogError`.
    package func order(
        _ order: PlayerOrder, patience: Duration = .seconds(5)
    ) throws -> PlayerReport? {
        try ask(.order(order), by: KeptQueue.player, patience: patience) {}
            .map(PlayerReport.init(json:))
    }

    /// - Parameter change: Done where no player has the queue.
    /// - Returns: The player's report, if it gave one.
    private func ask(
        _ wish: QueueRequest, by program: String, patience: Duration,
        withoutPlayer change: () throws -> Void
    ) throws -> String? {
        let end = ContinuousClock.now + patience
        var request: Int64?
        var player: RunningProcess?
        while true {
            switch try QueueLock.take(for: catalog) {
            case .taken(let lock):
                return try withExtendedLifetime(lock) {
                    // The player has ended, after the change or before it.
                    let state = try request.map { try withdraw($0, isAbandoned: true) }
                    if let state, case .answered = state { return try accept(state) }
                    try change()
                    return nil
                }
            case .impossible:
                try change()
                return nil
            case .held(let process): player = process
            }
            let asked =
                try request
                ?? self.request(
                    wish.json, by: program, within: Int(patience.components.seconds))
            request = asked
            let nextLook = ContinuousClock.now + Self.timeBetweenLocks
            while ContinuousClock.now < nextLook {
                usleep(pause)
                let state = try state(of: asked)
                if case .answered = state { return try accept(withdraw(asked), of: player) }
                if state == .gone {
                    request = nil
                    break
                }
                guard ContinuousClock.now > end else { continue }
                // One who began with it is given more time.
                if state == .taken, player?.isStopped != true,
                    ContinuousClock.now < end + patience * 2
                {
                    continue
                }
                return try accept(withdraw(asked), of: player)
            }
        }
    }

    /// Players look for requests a few times a second.
    private var pause: UInt32 { catalog.isOnServer ? 100_000 : 20_000 }
    /// Another program changes the queue for milliseconds; a player that has ended need not be noticed at once.
    private static let timeBetweenLocks = Duration.milliseconds(500)

    /// - Returns: The player's report, if it gave one.
    private func accept(
        _ state: RequestState, of player: RunningProcess? = nil
    ) throws(QueueEdit.Refusal) -> String? {
        switch state {
        case .answered("", let report): return report
        case .answered(let refusal, _): throw QueueEdit.Refusal(description: refusal)
        case .taken, .waiting, .gone:
            throw QueueEdit.Refusal(
                silenceOfPlayer: player?.id, isStopped: player?.isStopped == true,
                hasBegun: state == .taken)
        }
    }

    /// Keeps the items that a program plays in place of the queue before.
    ///
    /// - Throws: ``QueueEdit/Refusal`` as while another program plays the queue, `PlaylistEditError` for an item that is not in
    ///   the library, `CatalogError`.
    package func keep(_ queue: ItemQueue, patience: Duration) throws {
        let (kept, here) = try keptAndItemsHere()
        let known = try catalog.items.byID(queue.items)
        let items = try queue.items.map { id in
            guard let item = known[id] else { throw PlaylistEditError.noItem(id.description) }
            return PlayerItem(item)
        }
        let edit = QueueEdit.replacing(
            items, currentIndex: queue.currentIndex, time: queue.time,
            unknown: kept.numbers(unknownTo: queue, whichKnows: here))
        try change(edit, by: queue.changedBy, patience: patience)
    }

    /// The items of entries, with all that the library knows of them.
    package func items(of entries: [KeptQueue.Entry]) throws -> [PlayerItem] {
        let items = try catalog.items.byID(entries.compactMap(\.item))
        return entries.map { entry in PlayerItem(entry, entry.item.flatMap { items[$0] }) }
    }

    private func changeKeptQueue(_ edit: QueueEdit, _ program: String) throws {
        // Only a player has devices.
        if case .setDevices = edit { return }
        let kept = try keptAndItemsHere().queue
        var queue = PlayQueue(kept, items: try items(of: kept.entries))
        let before = queue
        try queue.apply(edit, items(of: edit.entries))
        let isSameEntry = queue.current?.id == before.current?.id
        var time = isSameEntry ? kept.time : 0
        if case .replace(_, _, let place, _) = edit { time = place }
        var changed = KeptQueue(queue, time: time)
        changed.isCounted = isSameEntry && kept.isCounted
        changed.changedBy = program
        if queue.entries.map(\.id) == before.entries.map(\.id),
            kept.shuffleMode == queue.shuffleMode
        {
            try keepPosition(changed, entry: queue.current?.id.rawValue)
        } else {
            try keep(changed, madeOf: kept)
        }
    }
}
