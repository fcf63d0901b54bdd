#if os(Linux)
    import Catalog
    import MediaModel

    /// What a program on the bus wants of the player.
    enum BusRequest: Sendable {
        /// Done at once.
        case command(PlayerCommand)
        /// Plays an address.
        case open(String)
        /// Puts an address into the queue.
        case add(String, after: PlayQueue.Entry.ID?, makesCurrent: Bool)
        /// Plays one of the library's playlists.
        case activatePlaylist(Int64)
        /// Ends the player.
        case quit
    }

    /// Does what the bus asks for, in its order; what takes long (reading a file's tags, asking the library)
    /// is done beside, and holds up no other request.
    struct BusRequests {
        let player: QueuePlayer
        let makeItem: @Sendable (String) -> PlayerItem?
        /// Finds out what to play next; a later request replaces it.
        private var opening: Task<Void, Never>?
        /// Finds out what to add; entries are added in the order in which they were asked for.
        private var adding: Task<Void, Never>?

        init(player: QueuePlayer, makeItem: @escaping @Sendable (String) -> PlayerItem?) {
            self.player = player
            self.makeItem = makeItem
        }

        mutating func perform(_ request: BusRequest) async {
            let (player, makeItem) = (player, makeItem)
            switch request {
            case .command(let command): await player.perform(command)
            case .open(let address):
                open {
                    let item = await BusPublisher.onThread { makeItem(address) }
                    return item.map { .open([$0], of: nil) }
                }
            case .activatePlaylist(let id):
                open {
                    let group = MediaGroup(.playlist, id)
                    // A playlist that was deleted meanwhile, or cannot be read, has nothing to play.
                    let items = try? await player.items(matching: MediaQuery(group: group))
                    return items.map { .open($0, of: group) }
                }
            case .add(let address, let entry, let makesCurrent):
                let before = adding
                adding = Task {
                    let item = await BusPublisher.onThread { makeItem(address) }
                    await before?.value
                    guard let item else { return }
                    await player.perform(.insert([item], after: entry, makesCurrent: makesCurrent))
                }
            case .quit: await player.close()
            }
        }

        private mutating func open(_ find: @escaping @Sendable () async -> PlayerCommand?) {
            opening?.cancel()
            let player = player
            opening = Task {
                let found = await find()
                if let found, !Task.isCancelled { await player.perform(found) }
            }
        }
    }
#endif
