import PhonolithMediaModel

extension PlayQueue {
    /// Mixes the entries, or puts them back in their own order.
    ///
    /// The current entry stays current and begins the new order, with its album where albums are mixed. The
    /// same seed gives the same order.
    public mutating func shuffle(_ mode: ShuffleMode, seed: UInt64) {
        let order = ownOrder ?? all.map(\.id)
        let known = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        var mixed = order.compactMap { known[$0] }
        var generator = SeededGenerator(seed: seed)
        switch mode {
        case .off: break
        case .songs: shuffleSongs(&mixed, using: &generator)
        case .albums: shuffleAlbums(&mixed, using: &generator)
        }
        (shuffleMode, ownOrder) = (mode, mode == .off ? nil : order)
        set(mixed)
    }

    /// The place of each entry in the order in which they were added, from 0.
    package var ownPositions: [Entry.ID: Int] {
        let order = ownOrder ?? all.map(\.id)
        return Dictionary(uniqueKeysWithValues: zip(order, order.indices))
    }

    /// Is a queue that was shuffled.
    ///
    /// - Parameter places: Of all entries, in the order in which they play: their places in their own order.
    package mutating func setShuffled(_ mode: ShuffleMode, ownPositions places: [Int]) {
        shuffleMode = mode
        let own = zip(all, places).sorted { $0.1 < $1.1 }.map(\.0.id)
        ownOrder = mode == .off ? nil : own
    }

    private func shuffleSongs(_ mixed: inout [Entry], using generator: inout SeededGenerator) {
        let playing = mixed.firstIndex { $0.id == current?.id }.map { mixed.remove(at: $0) }
        mixed.shuffle(using: &generator)
        if let playing { mixed.insert(playing, at: 0) }
    }

    private func shuffleAlbums(_ mixed: inout [Entry], using generator: inout SeededGenerator) {
        var albums: [[Entry]] = []
        var places: [AlbumKey: Int] = [:]
        for entry in mixed {
            let key = AlbumKey(entry)
            if let place = places[key] {
                albums[place].append(entry)
            } else {
                places[key] = albums.count
                albums.append([entry])
            }
        }
        let first = current.flatMap { places[AlbumKey($0)] }.map { albums.remove(at: $0) }
        albums.shuffle(using: &generator)
        mixed = (first ?? []) + albums.joined()
    }

    /// The key that entries of one album share.
    private enum AlbumKey: Hashable {
        case persistentID(MediaAlbumID)
        case title(String)
        /// An entry of no album is by itself.
        case single(Entry.ID)

        init(_ entry: Entry) {
            if let id = entry.item.albumPersistentID {
                self = .persistentID(id)
            } else if let title = entry.item.albumTitle {
                self = .title(title)
            } else {
                self = .single(entry.id)
            }
        }
    }
}
