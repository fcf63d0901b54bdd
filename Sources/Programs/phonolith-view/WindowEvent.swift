import CPhonolithSDL

/// An action of the user on the window.
enum WindowEvent: Hashable {
    case key(WindowKey)
    case pointer(PointerEvent)
    case close
    /// It has another size, or what it showed is lost.
    case needsDrawing

    /// Waits for events.
    ///
    /// - Parameter seconds: For how long at most.
    static func wait(_ seconds: Double) -> [WindowEvent] {
        var event = SDL_Event()
        var events: [WindowEvent] = []
        var isThere = SDL_WaitEventTimeout(&event, CInt(max(1, seconds * 1000))) != 0
        while isThere {
            if let known = WindowEvent(event) { events.append(known) }
            isThere = SDL_PollEvent(&event) != 0
        }
        return events
    }

    private init?(_ event: SDL_Event) {
        switch SDL_EventType(event.type) {
        case SDL_TEXTINPUT:
            let text = withUnsafeBytes(of: event.text.text) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let key = WindowKey(typed: text) else { return nil }
            self = .key(key)
        case SDL_KEYDOWN:
            guard let key = Self.special(event.key.keysym.sym) else { return nil }
            self = .key(WindowKey(key))
        case SDL_MOUSEMOTION:
            self = .pointer(.moved(x: Int(event.motion.x), y: Int(event.motion.y)))
        case SDL_MOUSEBUTTONDOWN where event.button.button == 1:
            self = .pointer(
                .pressed(
                    x: Int(event.button.x), y: Int(event.button.y),
                    clickCount: Int(event.button.clicks)))
        case SDL_MOUSEBUTTONUP where event.button.button == 1:
            self = .pointer(.released(x: Int(event.button.x), y: Int(event.button.y)))
        case SDL_MOUSEWHEEL where event.wheel.y != 0:
            let isFlipped = event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue
            self = .pointer(.turned(Int(event.wheel.y) * (isFlipped ? -1 : 1)))
        case SDL_WINDOWEVENT:
            switch SDL_WindowEventID(UInt32(event.window.event)) {
            case SDL_WINDOWEVENT_CLOSE: self = .close
            case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_EXPOSED: self = .needsDrawing
            default: return nil
            }
        case SDL_RENDER_TARGETS_RESET: self = .needsDrawing
        default: return nil
        }
    }

    private static func special(_ code: SDL_Keycode) -> WindowKey.Special? {
        switch SDL_KeyCode(UInt32(bitPattern: code)) {
        case SDLK_LEFT: .left
        case SDLK_RIGHT: .right
        case SDLK_UP: .up
        case SDLK_DOWN: .down
        case SDLK_PAGEUP: .pageUp
        case SDLK_PAGEDOWN: .pageDown
        case SDLK_ESCAPE: .escape
        case SDLK_RETURN: .returnKey
        default: nil
        }
    }
}

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
