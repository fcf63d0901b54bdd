import PhonolithMediaCommandLine

/// The actions of the mouse in a film's window. For use by the window's thread.
struct FilmPointer {
    private var click = PendingClick()
    private var place: (x: Int, y: Int)?
    private var isDragging = false
    private var lastSeek = -Double.infinity
    private var hidesAt = Double.infinity

    /// The meaning of what the mouse did.
    enum Action: Hashable {
        // It only moved.
        case wake
        case key(WindowKey)
        /// To a part of the film, 0...1.
        case seek(Double)
    }

    /// For how long the pointer is seen when it stands still, in seconds.
    private static let visibleTime = 3.0
    /// A pointer that drags leads to places in the film this often, in seconds.
    private static let dragInterval = 0.15

    /// The meaning of an event.
    ///
    /// - Parameters:
    ///   - origin: Where the window is on the screen: one that moves below the pointer is no movement of the mouse.
    ///   - scale: Pixels for a point of the window.
    ///   - content: What is shown over the film.
    mutating func action(
        of event: PointerEvent, origin: (x: Int, y: Int), scale: Double,
        content: OverlayContent?, at now: Double
    ) -> Action? {
        func pixels(_ points: Int) -> Int { Int(Double(points) * scale) }
        switch event {
        case .moved(let x, let y):
            let position = (x: origin.x + x, y: origin.y + y)
            defer { place = position }
            guard let place, place != position else { return nil }
            hidesAt = now + Self.visibleTime
            guard isDragging, now - lastSeek >= Self.dragInterval,
                let fraction = content?.fraction(draggedToX: pixels(x))
            else { return .wake }
            lastSeek = now
            return .seek(fraction)
        case .pressed(let x, let y, let clickCount):
            hidesAt = now + Self.visibleTime
            if let fraction = content?.fraction(atX: pixels(x), y: pixels(y)) {
                (isDragging, lastSeek) = (true, now)
                return .seek(fraction)
            }
            return click.add(clickCount, at: now) ? .key(.fullScreen) : nil
        case .released(let x, _):
            guard isDragging else { return nil }
            isDragging = false
            return now - lastSeek < Self.dragInterval
                ? .wake : content?.fraction(draggedToX: pixels(x)).map(Action.seek)
        case .turned(let steps): return .key(.player(.volume(0.05 * Double(steps))))
        }
    }

    /// The action of a click without a second one.
    mutating func lateAction(at now: Double) -> Action? {
        click.isDue(at: now) ? .key(.player(.playPause)) : nil
    }

    /// Whether the pointer is to be seen.
    func isVisible(at now: Double) -> Bool { now < hidesAt }

    /// The window is shown: the pointer is seen for a while.
    mutating func begin(at now: Double) { hidesAt = now + Self.visibleTime }
}
