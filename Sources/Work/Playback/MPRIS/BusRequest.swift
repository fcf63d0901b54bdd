internal import PhonolithLibav
import PhonolithMediaModel

/// A request of a client of the bus to the player.
enum BusRequest: Sendable {
    // Done at once.
    case command(PlayerCommand)
    /// Plays what is at an address.
    case open(String)
    case quit
}

/// Carries out the requests of clients: commands at once and in their order; long work (reading
/// files, asking a server or the library) runs next to them and delays no other request.
///
/// Items that cannot be played change nothing: the queue stays as it is, and the current item plays on. D-Bus
/// has answered the call by then, so the reason is reported to the program.
actor BusRequestHandler {
    private let player: QueuePlayer
    private let items: @Sendable (String) throws -> [PlayerItem]
    private let report: @Sendable (String) -> Void
    /// Numbers requests for another queue, and which of them was carried out last: an earlier one, whose
    /// server was slow, does not replace it.
    private var openCount = 0
    private var lastOpened = 0

    init(
        _ player: QueuePlayer, items: @escaping @Sendable (String) throws -> [PlayerItem],
        report: @escaping @Sendable (String) -> Void
    ) {
        self.player = player
        self.items = items
        self.report = report
    }

    /// Runs until the requests end.
    func run(_ requests: AsyncStream<BusRequest>) async {
        await withDiscardingTaskGroup { group in
            for await request in requests {
                switch request {
                case .command(let command): await player.perform(command)
                case .open(let address):
                    openCount += 1
                    group.addTask { [openCount] in await self.open(address, openCount) }
                case .quit: await player.close()
                }
            }
            group.cancelAll()
        }
    }

    private func open(_ address: String, _ number: Int) async {
        let items = await playableItems(at: address)
        guard !items.isEmpty, number > lastOpened, !Task.isCancelled else { return }
        lastOpened = number
        await player.perform(.open(items))
    }

    /// The items at an address; none, with the reason reported, where nothing there can be played.
    private func playableItems(at address: String) async -> [PlayerItem] {
        let items = items
        let found = await BusPublisher.onThread { Result { try items(address) } }
        do {
            let items = try found.get()
            if await Self.isPlayable(items) { return items }
            report(
                "\(address): cannot be played; use a file, a folder, a playlist or a stream")
        } catch {
            report("\(error)")
        }
        return []
    }

    /// Whether one of the first items can be opened.
    private static func isPlayable(_ items: [PlayerItem]) async -> Bool {
        await BusPublisher.onThread {
            // Where so many fail one after the other, a disk is missing: the rest would, too.
            items.prefix(20).contains { item in
                do throws(AVError) {
                    _ = try ItemSound.open(
                        item, as: nil, interruption: ReadInterruption())
                    return true
                } catch {
                    return false
                }
            }
        }
    }
}
