extension Sequence<MediaItem> {
    /// The items as a library lists them in an order, sorted in memory instead of by the database's indexes.
    ///
    /// Items that are missing, and whose paths others have now, may come in another order among those at their
    /// path.
    ///
    /// - Parameters:
    ///   - order: The keys, the first first; of none, the order of shelves.
    ///   - sortKeys: How names are put in order; that of the library.
    public func sorted(
        by order: [MediaOrder], sortKeys: SortKeyMaker = SortKeyMaker()
    ) -> [MediaItem] {
        let rule = ItemOrder(order, sortKeys)
        return map { (item: $0, values: rule.values(of: $0)) }
            .sorted { rule.precedes($0.values, $1.values) }
            .map(\.item)
    }
}

/// An order of items in memory. The catalogue has the same in SQL.
private struct ItemOrder {
    private let order: [MediaOrder]
    private let sortKeys: SortKeyMaker

    init(_ order: [MediaOrder], _ sortKeys: SortKeyMaker) {
        self.order = order.isEmpty ? [MediaOrder(.albumArtist)] : order
        self.sortKeys = sortKeys
    }

    /// The values of the item's terms, those of each key together, its id last.
    func values(of item: MediaItem) -> [[SortValue]] {
        order.map { item.sortValues(of: $0.key, sortKeys) }
            + [[.integer(item.persistentID.rawValue)]]
    }

    func precedes(_ left: [[SortValue]], _ right: [[SortValue]]) -> Bool {
        for (key, (left, right)) in zip(left, right).enumerated() {
            // The id goes the way of the first key.
            let isDescending = (key < order.count ? order[key] : order[0]).isDescending
            for (place, (left, right)) in zip(left, right).enumerated() {
                if left.isAbsent != right.isAbsent {
                    // An absent value is last; after others of its key, it is the least.
                    let isLast = place == 0 || isDescending
                    return left.isAbsent != isLast
                }
                if left.isLess(than: right) { return !isDescending }
                if right.isLess(than: left) { return isDescending }
            }
        }
        return false
    }
}

/// A value in the form in which items are sorted by it.
private enum SortValue {
    case absent
    case bytes([UInt8])
    case integer(Int64)
    case number(Double)

    init(_ text: String?) { self = text.map { .bytes(Array($0.utf8)) } ?? .absent }
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .absent }

    var isAbsent: Bool { if case .absent = self { true } else { false } }

    func isLess(than other: SortValue) -> Bool {
        switch (self, other) {
        case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        default: false
        }
    }
}

extension MediaItem {
    fileprivate func sortValues(of key: MediaOrder.Key, _ keys: SortKeyMaker) -> [SortValue] {
        switch key {
        case .property(let property): sortValues(of: property, keys)
        case .random: [.integer(.random(in: .min ... .max))]
        case .itemCount: []
        }
    }

    private func sortValues(of property: MediaProperty, _ keys: SortKeyMaker) -> [SortValue] {
        var place: [SortValue] {
            [
                SortValue(facts.discNumber), SortValue(facts.albumTrackNumber),
                SortValue(SortKeyMaker.key(for: location.relativePath)),
            ]
        }
        var album: [SortValue] {
            [SortValue(keys.album(of: facts)), id(albumPersistentID?.rawValue)]
        }
        switch property {
        case .title:
            return [SortValue(keys.title(of: facts, fileName: location.path.lastComponent))]
        case .albumTitle: return album + place
        case .albumPersistentID: return [id(albumPersistentID?.rawValue)] + place
        case .artist, .artists: return [SortValue(keys.artist(of: facts))]
        case .albumArtist, .albumArtists:
            return [SortValue(keys.albumArtist(of: facts))] + album + place
        case .genre, .genres: return [SortValue(keys.genre(of: facts))]
        case .composer, .composers: return [SortValue(keys.composer(of: facts))]
        case .persistentID: return [id(persistentID.rawValue)]
        case .isMissing: return []
        case .mediaType: return [.integer(Int64(facts.mediaType.rawValue))]
        case .path, .relativePath: return pathValues
        case .artistPersistentID: return [id(artistPersistentID?.rawValue)]
        case .albumArtistPersistentID: return [id(albumArtistPersistentID?.rawValue)]
        case .composerPersistentID: return [id(composerPersistentID?.rawValue)]
        case .genrePersistentID: return [id(genrePersistentID?.rawValue)]
        case .podcastPersistentID: return [id(podcastPersistentID?.rawValue)]
        case .credits: return [SortValue(facts.credits.first?.name.folded)]
        case _ where property.role != nil:
            return [SortValue(facts.credits.first { $0.role == property.role }?.name.folded)]
        case _ where MediaProperty.keyed.contains(property):
            return [SortValue(keys.text(property, of: facts)?.key)]
        default: return [plainValue(of: property)]
        }
    }

    private func id(_ number: Int64?) -> SortValue { number.map(SortValue.integer) ?? .absent }

    private func plainValue(of property: MediaProperty) -> SortValue {
        switch value(for: property) {
        case .text(let text):
            SortValue(property.kind == .code ? text.asciiLowercased : text)
        case .texts(let texts): SortValue(texts.joined(separator: "\u{1F}").asciiLowercased)
        case .integer(let number): .integer(Int64(number))
        case .number(let number): .number(number)
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .timestamp(let moment): .integer(Int64(moment.secondsSince1970))
        case .bytes, .chapters, .credits, .tags, .artwork, nil: .absent
        }
    }

    /// Paths with equal keys are distinguished by their bytes.
    private var pathValues: [SortValue] {
        [location.root, location.relativePath.parent, location.relativePath.lastComponent]
            .flatMap { [SortValue(SortKeyMaker.key(for: $0)), .bytes($0.bytes)] }
    }
}
