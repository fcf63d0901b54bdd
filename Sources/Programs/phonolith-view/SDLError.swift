import CPhonolithSDL

/// A failure of SDL, with its reason.
struct SDLError: Error, CustomStringConvertible {
    let description: String

    /// The reason of the last failure on this thread.
    init(_ action: String) {
        description = "cannot \(action): \(String(cString: SDL_GetError()))"
    }
}
