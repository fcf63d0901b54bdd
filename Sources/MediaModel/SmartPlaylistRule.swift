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
