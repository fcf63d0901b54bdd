import MediaModel

extension MediaPredicate {
    /// The same, where alternatives that ask one property for a value each are a list of values: that is looked up
    /// once for an item, and has an index.
    var listingAlternatives: MediaPredicate {
        switch self {
        case .all(let parts): return .all(parts.map(\.listingAlternatives))
        case .not(let part): return .not(part.listingAlternatives)
        case .any(let parts):
            let parts = parts.map(\.listingAlternatives)
            let lists = Dictionary(grouping: parts.compactMap(\.listed), by: \.property)
            var joined: Set<MediaProperty> = []
            let alternatives = parts.compactMap { part in
                guard let property = part.listed?.property, let list = lists[property],
                    list.count > 1
                else { return part }
                return joined.insert(property).inserted
                    ? .isIn(property, list.flatMap(\.values)) : nil
            }
            return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
        default: return self
        }
    }

    /// The property and the values, of which it must have one.
    private var listed: (property: MediaProperty, values: [MediaValue])? {
        switch self {
        case .equalTo(let property, let value): (property, [value])
        case .isIn(let property, let values): (property, values)
        default: nil
        }
    }
}
