import PhonolithFilms
import PhonolithMediaCommandLine
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithThumbnails

/// The content of the window: the frames of a film when they are due, with its subtitles, or a cover. For use
/// by the window's thread.
struct FilmView: WindowView {
    private let window: PictureWindow
    private let controls: WindowControls
    private var subtitles = SubtitleView()
    private var cover = CoverView()
    private var overlay = FilmOverlay()
    private var pointer = FilmPointer()
    private var entry: PlayQueue.Entry?
    private var needsDrawing = false
    /// How long it takes until a frame is seen, in seconds.
    private var drawingTime = 0.005

    /// For how long the window sleeps at most, in seconds: sound may be sought meanwhile.
    private static let longestSleep = 0.015

    init(_ window: PictureWindow, _ controls: WindowControls) {
        (self.window, self.controls) = (window, controls)
    }

    mutating func step() {
        for event in WindowEvent.wait(sleep) {
            switch event {
            case .key(let key): press(key)
            case .pointer(let event): obey(pointerAction(of: event))
            case .close: controls.closeItem()
            case .needsDrawing: needsDrawing = true
            }
        }
        followPlayer()
        let begin = controls.now
        obey(pointer.lateAction(at: begin))
        let isNew = takePicture(at: begin + drawingTime)
        if window.isShown {
            let time = controls.output.time(at: begin + drawingTime)
            let place = window.picturePlace
            if subtitles.update(
                time: time, size: window.size, place: place, of: controls.output,
                by: controls.subtitleLanguages)
            {
                window.setOverlay(subtitles.overlay, above: .picture)
                needsDrawing = true
            }
            updateOverlay(time)
            window.setPointerVisible(pointer.isVisible(at: begin))
        }
        guard needsDrawing || isNew, window.isShown else { return }
        window.draw()
        needsDrawing = false
        if isNew { drawingTime += (min(0.03, controls.now - begin) - drawingTime) / 8 }
    }

    private var sleep: Double {
        let now = controls.now
        guard let next = controls.output.nextMoment(after: now) else { return Self.longestSleep }
        return max(0, min(Self.longestSleep, next - drawingTime - now))
    }

    private mutating func followPlayer() {
        let current = controls.output.playingEntry
        guard current?.id != entry?.id else { return }
        entry = current
        cover = CoverView()
        subtitles.begin(current?.item)
        // The picture of the previous item must not stay, whatever this one has.
        window.clearPicture()
        window.setOverlay(subtitles.overlay, above: .picture)
        needsDrawing = true
        if let item = current?.item {
            window.setTitle(item.artist.map { "\($0) – \(item.name)" } ?? item.name)
            if item.isFilm { return }
            cover.begin(item, controls.wishes.cover)
        }
        window.hide()
    }

    /// - Returns: Whether there is a new picture.
    private mutating func takePicture(at moment: Double) -> Bool {
        let size = window.size
        controls.output.setLongestSide(max(size.width, size.height))
        guard let frame = controls.output.frame(at: moment) ?? cover.takeFrame(),
            window.setPicture(frame)
        else { return false }
        if !window.isShown { pointer.begin(at: controls.now) }
        window.show()
        return true
    }

    private mutating func updateOverlay(_ time: Double?) {
        let now = controls.now
        if let answer = controls.takeAnswer() { overlay.show(answer, at: now) }
        var progress: OverlayContent.Progress?
        if overlay.isShown(at: now) { progress = controls.progress(at: time) }
        if overlay.update(at: now, in: window.size, progress) {
            window.setOverlay(overlay.drawing, above: .subtitles)
            needsDrawing = true
        }
    }

    private mutating func pointerAction(of event: PointerEvent) -> FilmPointer.Action? {
        pointer.action(
            of: event, origin: window.origin, scale: window.pixelsPerPoint,
            content: overlay.content, at: controls.now)
    }

    private mutating func obey(_ action: FilmPointer.Action?) {
        switch action {
        case .key(let key): press(key)
        case .seek(let part):
            controls.seek(toPart: part)
            overlay.show(at: controls.now)
        case .wake: overlay.show(at: controls.now)
        case nil: break
        }
    }

    private mutating func press(_ key: WindowKey) {
        switch key {
        case .fullScreen, .leaveFullScreen, .scaling: window.obey(key)
        case .subtitles:
            controls.answer("subtitles: \(subtitles.chooseNext(of: controls.output))")
        default: controls.press(key)
        }
        overlay.show(at: controls.now)
        needsDrawing = true
    }
}

/// The window in which films are shown; the sound goes on without it.
final class FilmWindow: FilmScreen {
    static let showsPictures = true

    private let window: WindowThread

    private init(_ window: WindowThread) { self.window = window }

    static func open(for player: QueuePlayer, _ wishes: FilmWishes) async throws -> FilmWindow {
        let output = await PlayerVideoOutput(player) { $0.isFilm }
        let controls = WindowControls(player: player, output: output, wishes: wishes)
        return FilmWindow(
            try await WindowThread.start(withoutDisplay: "playing the sound") {
                FilmView($0, controls)
            })
    }

    func close() async { await window.close() }
}
