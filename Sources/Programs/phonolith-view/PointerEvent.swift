/// An action of the user with the mouse in the window. Places are in the window's points.
enum PointerEvent: Hashable {
    case moved(x: Int, y: Int)
    /// The left button was pressed.
    case pressed(x: Int, y: Int, clickCount: Int)
    case released(x: Int, y: Int)
    /// The wheel was turned, up for more than 0.
    case turned(Int)
}

/// A click whose meaning is not known yet: two of them mean something else.
struct PendingClick: Hashable {
    /// When a second click comes too late.
    private var deadline: Double?

    /// Between two clicks of a double click, in seconds.
    static let patience = 0.3

    /// Notes a click.
    ///
    /// - Returns: Whether it is the second one.
    mutating func add(_ clickCount: Int, at now: Double) -> Bool {
        let isDouble = clickCount == 2
        // More clicks belong to the double click before them.
        deadline = clickCount == 1 ? now + Self.patience : nil
        return isDouble
    }

    /// Whether a single click is certain now; true once.
    mutating func isDue(at now: Double) -> Bool {
        guard let deadline, now >= deadline else { return false }
        self.deadline = nil
        return true
    }
}
