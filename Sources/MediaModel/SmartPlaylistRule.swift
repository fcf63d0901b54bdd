/// What a smart playlist holds: the items that meet a condition, in an order, up to a limit. It is asked
/// anew each time the list is read.
public struct SmartPlaylistRule: Hashable, Sendable {
    /// What its items meet.
    public var predicate: MediaPredicate
    /// The order, first key first; empty for the order of shelves.
    public var order: [MediaOrder]
    /// How much of it there is; `nil` for all.
    public var limit: Limit?

    /// Makes a rule.
    public init(predicate: MediaPredicate, order: [MediaOrder] = [], limit: Limit? = nil) {
        self.predicate = predicate
        self.order = order
        self.limit = limit
    }

    /// How much a list holds at most: it ends before the first item that does not fit.
    public enum Limit: Hashable, Sendable {
        /// So many items.
        case items(Int)
        /// So long, in seconds; items of unknown length take no time.
        case seconds(Double)
        /// So many bytes of files.
        case bytes(Int)
    }
}

extension MediaOrder {
    /// The keys as `--sort` has them: `year:desc,title`.
    package static func text(of order: [MediaOrder]) -> String {
        order.map { $0.property.rawValue + ($0.isDescending ? ":desc" : "") }
            .joined(separator: ",")
    }

    /// The keys that the text names; `nil` where one is unknown.
    package static func order(of text: String) -> [MediaOrder]? {
        let keys = text.split(separator: ",").map { key -> MediaOrder? in
            let parts = key.split(separator: ":")
            guard let property = MediaProperty(named: String(parts[0])) else { return nil }
            return MediaOrder(property, isDescending: parts.count > 1 && parts[1] == "desc")
        }
        return keys.contains(nil) ? nil : keys.compactMap(\.self)
    }
}
