internal import Glibc
internal import PhonolithFiles
package import PhonolithMediaModel
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

    /// Puts the items that a program plays in place of the queue before.
    ///
    /// - Parameters:
    ///   - index: The current item, from 0.
    ///   - time: Seconds from the beginning of the current item.
    /// - Throws: ``QueueEdit/Refusal`` as while another program plays the queue, `PlaylistEditError` for an item that is not in
    ///   the library, `CatalogError`.
    package func keep(
        _ items: [MediaItemID], currentIndex index: Int?, time: Double, by program: String,
        patience: Duration
    ) throws {
        let (kept, here) = try keptAndItemsHere()
        let known = try catalog.items.byID(items)
        let new = try items.map { id in
            guard let item = known[id] else { throw PlaylistEditError.noItem(id.description) }
            return PlayerItem(item)
        }
        let edit = QueueEdit.replace(
            kept.replaced(by: items, among: here), with: new, currentIndex: index, time: time)
        try change(edit, by: program, patience: patience)
    }

    private func changeKeptQueue(_ edit: QueueEdit, _ program: String) throws {
        // Only a player has devices.
        if case .setDevices = edit { return }
        let kept = try describing(keptAndItemsHere().queue)
        var changed = kept
        try changed.apply(edit)
        (changed.dateChanged, changed.changedBy) = (nil, program)
        if changed.queue.all.map(\.id) == kept.queue.all.map(\.id),
            changed.queue.shuffleMode == kept.queue.shuffleMode
        {
            try keepPosition(changed)
        } else {
            try keep(changed, madeOf: kept)
        }
    }
}
