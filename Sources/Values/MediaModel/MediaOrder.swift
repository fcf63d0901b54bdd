/// One key of an order, with its direction.
public struct MediaOrder: Hashable, Sendable {
    /// The sort key.
    public var key: Key
    /// Whether the order is descending.
    public var isDescending: Bool

    /// The sort key of items or collections.
    public enum Key: Hashable, Sendable {
        /// A property: text by its sort key, absent values last. A collection is sorted by the property of its items
        /// as ``Catalog`` says: the latest date, the sum of the plays, the mean of the ratings.
        case property(MediaProperty)
        /// How many items a collection has.
        case itemCount
        /// Random, by ``MediaQuery/seed``.
        case random
    }

    /// Makes a key.
    public init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// Makes a key of a property.
    public init(_ property: MediaProperty, isDescending: Bool = false) {
        self.init(.property(property), isDescending: isDescending)
    }

    /// The property that is sorted by; `nil` for the other keys.
    package var property: MediaProperty? {
        if case .property(let property) = key { property } else { nil }
    }
}

extension MediaOrder.Key {
    /// The key as `--sort` has it: the property's name, `count` or `random`.
    package var name: String {
        switch self {
        case .property(let property): property.rawValue
        case .itemCount: "count"
        case .random: "random"
        }
    }

    /// The key of that name, in any case of letters; `nil` if there is none.
    package init?(named name: String) {
        switch name.asciiLowercased {
        case "count": self = .itemCount
        case "random": self = .random
        default:
            guard let property = MediaProperty(named: name) else { return nil }
            self = .property(property)
        }
    }
}

extension MediaOrder {
    /// The keys as `--sort` has them: `year:desc,title`.
    package static func text(of order: [MediaOrder]) -> String {
        order.map { $0.key.name + ($0.isDescending ? ":desc" : "") }.joined(separator: ",")
    }

    /// The keys that the text names; `nil` if one is unknown.
    package static func order(of text: String) -> [MediaOrder]? {
        let keys = text.split(separator: ",").map { key -> MediaOrder? in
            let parts = key.split(separator: ":")
            guard let key = Key(named: String(parts[0])) else { return nil }
            return MediaOrder(key, isDescending: parts.count > 1 && parts[1] == "desc")
        }
        return keys.contains(nil) ? nil : keys.compactMap(\.self)
    }
}
