/// The content of a smart playlist: the items that meet a condition, in an order, up to a limit. The rule is
/// evaluated each time the list is read.
public struct SmartPlaylistRule: Hashable, Sendable {
    /// The condition for its items.
    public var predicate: MediaPredicate
    /// The order, first key first; empty for the order of shelves.
    public var order: [MediaOrder]
    /// The limit; `nil` for none.
    public var limit: Limit?

    /// Makes a rule.
    public init(predicate: MediaPredicate, order: [MediaOrder] = [], limit: Limit? = nil) {
        self.predicate = predicate
        self.order = order
        self.limit = limit
    }

    /// How much a list holds at most: it ends before the first item that does not fit.
    public enum Limit: Hashable, Sendable {
        /// A number of items.
        case items(Int)
        /// A total duration in seconds; items of unknown duration count as 0.
        case seconds(Double)
        /// A total file size in bytes.
        case bytes(Int)
    }
}
