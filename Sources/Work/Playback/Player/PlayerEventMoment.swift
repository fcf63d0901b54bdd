/// An event, with what was so when it happened.
package struct PlayerEventMoment: Sendable {
    package var event: PlayerEvent
    /// Where playing was, in seconds from the item's beginning; for an item that was played to its end, its end.
    package var time: Double
    /// The position in the queue of the item that the event names, from 0; `nil` if it names none, or the item is not in the
    /// queue any more.
    package var index: Int?

    package init(_ event: PlayerEvent, time: Double, index: Int?) {
        (self.event, self.time, self.index) = (event, time, index)
    }
}

/// A reader of a player's events.
struct PlayerListener: Sendable {
    let take: @Sendable (PlayerEventMoment) -> Void
    let finish: @Sendable () -> Void
}

extension PlayerEvent {
    /// The entry that it names.
    var entry: PlayQueue.Entry? {
        switch self {
        case .nowPlayingItemDidChange(let entry): entry
        case .itemStatusDidChange(let entry, _), .itemDidPlayToEnd(let entry): entry
        default: nil
        }
    }
}
