import PhonolithMediaModel

extension PlayQueue {
    /// Mixes the entries, or puts them back in their own order.
    ///
    /// The current entry stays current and begins the new order, with its album where albums are mixed. The
    /// same seed gives the same order.
    public mutating func shuffle(_ mode: ShuffleMode, seed: UInt64) {
        restoreOwnOrder()
        shuffleMode = mode
        guard mode != .off else { return }
        ownOrder = entries.map(\.id)
        var generator = SeededGenerator(seed: seed)
        switch mode {
        case .off: break
        case .songs: shuffleSongs(using: &generator)
        case .albums: shuffleAlbums(using: &generator)
        }
    }

    private mutating func restoreOwnOrder() {
        guard let order = ownOrder else { return }
        let playing = current?.id
        let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        entries = order.compactMap { known[$0] }
        currentIndex = playing.flatMap { playing in entries.firstIndex { $0.id == playing } }
        ownOrder = nil
    }

    private mutating func shuffleSongs(using generator: inout SeededGenerator) {
        guard let playing = currentIndex else { return entries.shuffle(using: &generator) }
        let first = entries.remove(at: playing)
        entries.shuffle(using: &generator)
        entries.insert(first, at: 0)
        currentIndex = 0
    }

    private mutating func shuffleAlbums(using generator: inout SeededGenerator) {
        let playing = current
        var albums: [[Entry]] = []
        var places: [AlbumKey: Int] = [:]
        for entry in entries {
            let key = AlbumKey(entry)
            if let place = places[key] {
                albums[place].append(entry)
            } else {
                places[key] = albums.count
                albums.append([entry])
            }
        }
        let first = playing.flatMap { places[AlbumKey($0)] }.map { albums.remove(at: $0) }
        albums.shuffle(using: &generator)
        entries = (first ?? []) + albums.joined()
        currentIndex = playing.flatMap { playing in entries.firstIndex { $0.id == playing.id } }
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
