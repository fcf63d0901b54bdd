// A queue as JSON: its entries in the order in which they play, and what the next steps depend on.

extension PlayQueue: Codable {
    private enum CodingKeys: CodingKey {
        case entries, currentIndex, repeatMode, shuffleMode, ownOrder, history, nextID
    }

    /// Takes the form that is written. All but the entries may be absent.
    ///
    /// - Throws: `DecodingError` for what is no queue: ids that are given twice, or are in no entry.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        show(try object.decode([Entry].self, forKey: .entries))
        let ids = Set(all.map(\.id))
        func check(_ isRight: Bool, _ key: CodingKeys, _ reason: String) throws {
            guard !isRight else { return }
            throw DecodingError.dataCorruptedError(
                forKey: key, in: object, debugDescription: reason)
        }
        let greatest = ids.map(\.rawValue).max() ?? 0
        try check(
            ids.count == all.count && (ids.map(\.rawValue).min() ?? 1) > 0
                && greatest < Self.greatestNumber, .entries,
            "the ids of entries are numbers from 1 on, each of one entry")
        repeatMode = try object.decodeIfPresent(RepeatMode.self, forKey: .repeatMode) ?? .none
        shuffleMode = try object.decodeIfPresent(ShuffleMode.self, forKey: .shuffleMode) ?? .off
        currentIndex = try object.decodeIfPresent(Int.self, forKey: .currentIndex)
        try check(
            currentIndex.map(entries.indices.contains) ?? true, .currentIndex,
            "the index is that of an entry")
        ownOrder = try object.decodeIfPresent([Entry.ID].self, forKey: .ownOrder)
        try check(
            ownOrder.map { $0.count == all.count && Set($0) == ids } ?? true, .ownOrder,
            "the order names each entry once")
        history = try object.decodeIfPresent([Entry.ID].self, forKey: .history) ?? []
        try check(
            history.allSatisfy(ids.contains) && history.count <= Self.longestHistory, .history,
            "the history names at most \(Self.longestHistory) entries")
        nextNumber = try object.decodeIfPresent(Int.self, forKey: .nextID) ?? greatest + 1
        try check(
            nextNumber > greatest && nextNumber <= Self.greatestNumber, .nextID,
            "the next id is greater than all that were given")
    }

    /// Writes all that the queue is.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(all, forKey: .entries)
        try object.encodeIfPresent(currentIndex, forKey: .currentIndex)
        try object.encode(repeatMode, forKey: .repeatMode)
        try object.encode(shuffleMode, forKey: .shuffleMode)
        try object.encodeIfPresent(ownOrder, forKey: .ownOrder)
        if !history.isEmpty { try object.encode(history, forKey: .history) }
        try object.encode(nextNumber, forKey: .nextID)
    }

    /// Ids beyond this one could not be counted on.
    private static let greatestNumber = 1 << 53
}

extension PlayQueue.Entry: Codable {
    private enum CodingKeys: CodingKey { case id, item, isHidden }

    /// Takes the form that is written.
    public init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try object.decode(ID.self, forKey: .id),
            item: try object.decode(PlayerItem.self, forKey: .item),
            isHidden: try object.decodeIfPresent(Bool.self, forKey: .isHidden) ?? false)
    }

    /// Writes the id, the item, and whether it is hidden.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, forKey: .id)
        try object.encode(item, forKey: .item)
        if isHidden { try object.encode(true, forKey: .isHidden) }
    }
}
