import PhonolithFilms
import PhonolithMediaModel

/// The answers to keys and the place in the film, which are shown over it for some seconds. For use by the window's thread.
struct FilmOverlay {
    /// The last drawing, shown or not: libass does not draw an unchanged text again.
    private var drawn: (content: OverlayContent, drawing: SubtitleOverlay)?
    private var isVisible = false
    private var message: String?
    private var shownUntil = -Double.infinity
    private var loading: RendererLoading?

    /// For how long something is shown, in seconds.
    private static let duration = 3.0

    /// Shows the place in the film for some seconds, and an answer, where there is one; else the last one stays as long as it would.
    mutating func show(_ answer: String? = nil, at now: Double) {
        if answer != nil || !isShown(at: now) { message = answer }
        shownUntil = now + Self.duration
        guard loading == nil else { return }
        let new = RendererLoading()
        new.begin { SubtitleRenderer() }
        loading = new
    }

    /// Whether something is shown, or would be if the fonts were found.
    func isShown(at now: Double) -> Bool { now < shownUntil }

    /// The content that is shown; `nil` for none.
    var content: OverlayContent? { isVisible ? drawn?.content : nil }

    /// Its pixels; without any where nothing is shown.
    var drawing: SubtitleOverlay {
        isVisible ? drawn?.drawing ?? Self.nothing : Self.nothing
    }

    private static let nothing = SubtitleOverlay(width: 1, height: 1)

    /// Draws anew where something has changed.
    ///
    /// - Returns: Whether ``drawing`` is another.
    mutating func update(
        at now: Double, in view: PixelSize, _ progress: OverlayContent.Progress?
    ) -> Bool {
        guard isShown(at: now) else {
            defer { isVisible = false }
            return isVisible
        }
        let new = OverlayContent(view: view, message: message, progress: progress)
        if new == drawn?.content {
            defer { isVisible = true }
            return !isVisible
        }
        guard let renderer = loading?.renderer, renderer.read(Array(new.script.utf8)) else {
            return false
        }
        var drawing = drawn?.drawing ?? SubtitleOverlay(width: view.width, height: view.height)
        if let stamps = renderer.stamps(at: 1, width: view.width, height: view.height) {
            drawing = SubtitleOverlay(width: view.width, height: view.height)
            for stamp in stamps { drawing.draw(stamp) }
        }
        (drawn, isVisible) = ((new, drawing), true)
        return true
    }
}
