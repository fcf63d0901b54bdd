import CPhonolithSDL
import Glibc
import PhonolithFilms
import PhonolithMediaModel
import PhonolithThumbnails

/// A window with a picture, and subtitles over it. For use by the thread that made it.
final class PictureWindow {
    // Freed by `deinit`, the last one first.
    private let window: OpaquePointer
    private let renderer: OpaquePointer
    private var picture: Texture?
    private var overlays: [Layer: Texture] = [:]
    private var isPointerVisible = true

    /// The layers below an overlay, the lowest first.
    enum Layer: CaseIterable { case picture, subtitles }

    /// How the picture is fitted into the window.
    private var scalingMode = ScalingMode.fit
    private var isFullScreen = false
    /// The window's place before it filled a screen without a window manager.
    private var placeBefore: SDL_Rect?
    private(set) var isShown = false

    /// A texture, and what it was made for.
    private struct Texture {
        let handle: OpaquePointer
        let storedSize: PixelSize
        let format: Uint32
        var shownSize: PixelSize
    }

    /// Opens the display, with a window that is hidden still.
    init() throws(SDLError) {
        Self.prepare()
        guard SDL_InitSubSystem(phonolith_sdl_video()) == 0 else {
            throw SDLError("open the display")
        }
        let flags =
            SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_RESIZABLE.rawValue
            | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        guard
            let window = SDL_CreateWindow(
                "Phonolith", phonolith_sdl_centered(), phonolith_sdl_centered(), 640, 360, flags)
        else {
            let error = SDLError("open a window")
            SDL_QuitSubSystem(phonolith_sdl_video())
            throw error
        }
        guard let renderer = Self.renderer(of: window) else {
            let error = SDLError("draw in a window")
            SDL_DestroyWindow(window)
            SDL_QuitSubSystem(phonolith_sdl_video())
            throw error
        }
        (self.window, self.renderer) = (window, renderer)
        setIcon()
    }

    deinit {
        for texture in [picture] + Array(overlays.values) { SDL_DestroyTexture(texture?.handle) }
        SDL_DestroyRenderer(renderer)
        SDL_DestroyWindow(window)
        SDL_QuitSubSystem(phonolith_sdl_video())
    }

    /// The graphics card where there is one, else software.
    private static func renderer(of window: OpaquePointer) -> OpaquePointer? {
        if hasGraphicsDevice,
            let renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_ACCELERATED.rawValue)
        {
            guard phonolith_imitates_graphics_card(renderer) else { return renderer }
            SDL_DestroyRenderer(renderer)
        }
        return SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE.rawValue)
    }

    /// Whether there is a graphics device: one of the kernel's, of NVIDIA's driver, or of Windows below Linux.
    ///
    /// To ask OpenGL would load a compiler, which takes memory for good, and time before the first picture.
    private static var hasGraphicsDevice: Bool {
        access("/dev/dri", F_OK) == 0 || access("/dev/nvidiactl", F_OK) == 0
            || access("/dev/dxg", F_OK) == 0
    }

    private static func prepare() {
        let hints = [
            // The player handles Ctrl-C, and closing a window does not end a queue.
            SDL_HINT_NO_SIGNAL_HANDLERS: "1", SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE: "0",
            // Where there is no graphics card, to imitate one would be slow.
            SDL_HINT_FRAMEBUFFER_ACCELERATION: "0",
            SDL_HINT_RENDER_SCALE_QUALITY: "linear", SDL_HINT_APP_NAME: "Phonolith",
            SDL_HINT_MOUSE_DOUBLE_CLICK_TIME: "\(Int(PendingClick.patience * 1000))",
            SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR: "0", SDL_HINT_VIDEO_ALLOW_SCREENSAVER: "0",
            // Without these displays SDL would fall back to an invisible one.
            SDL_HINT_VIDEODRIVER: displays.joined(separator: ","),
        ]
        for (name, value) in hints { SDL_SetHint(name, value) }
    }

    /// SDL's names of the kinds of display that the environment names.
    private static var displays: [String] {
        [("DISPLAY", "x11"), ("WAYLAND_DISPLAY", "wayland")]
            .filter { getenv($0.0).map { $0.pointee != 0 } ?? false }.map(\.1)
    }

    /// Has a handler called when the display goes away; the process ends if it returns.
    func onDisplayLoss(_ handler: @escaping @convention(c) () -> Void) {
        phonolith_on_display_loss(window, handler)
    }

    // MARK: - The window

    /// In pixels, which on some screens are smaller than the points by which windows are measured.
    var size: PixelSize {
        var (width, height) = (CInt(0), CInt(0))
        SDL_GetRendererOutputSize(renderer, &width, &height)
        return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
    }

    func setTitle(_ title: String) { SDL_SetWindowTitle(window, title) }

    /// Shows the window, as large as its picture, or as the screen allows.
    func show() {
        guard !isShown else { return }
        isShown = true
        if let shown = picture?.shownSize, !isFullScreen {
            let size = fitted(shown)
            SDL_SetWindowSize(window, CInt(size.width), CInt(size.height))
            SDL_SetWindowPosition(window, phonolith_sdl_centered(), phonolith_sdl_centered())
        }
        SDL_ShowWindow(window)
    }

    func hide() {
        guard isShown else { return }
        isShown = false
        SDL_HideWindow(window)
    }

    private func setFullScreen(_ isFull: Bool) {
        isFullScreen = isFull
        guard phonolith_has_window_manager(window) else { return fillScreen(isFull) }
        SDL_SetWindowFullscreen(window, isFull ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
    }

    /// Does what a window manager does for others: without one, SDL asks in vain.
    private func fillScreen(_ isFull: Bool) {
        if isFull {
            var (place, bounds) = (SDL_Rect(), SDL_Rect())
            SDL_GetWindowPosition(window, &place.x, &place.y)
            SDL_GetWindowSize(window, &place.w, &place.h)
            guard SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(window), &bounds) == 0 else {
                return isFullScreen = false
            }
            placeBefore = place
            setPlace(bounds)
        } else if let place = placeBefore {
            setPlace(place)
            placeBefore = nil
        }
    }

    private func setPlace(_ place: SDL_Rect) {
        SDL_SetWindowPosition(window, place.x, place.y)
        SDL_SetWindowSize(window, place.w, place.h)
    }

    // MARK: - The pointer

    /// Where the window is on the screen, in points.
    var origin: (x: Int, y: Int) {
        var (x, y) = (CInt(0), CInt(0))
        SDL_GetWindowPosition(window, &x, &y)
        return (Int(x), Int(y))
    }

    /// Pixels for a point, by which places of the pointer are given.
    var pixelsPerPoint: Double {
        var (width, height) = (CInt(0), CInt(0))
        SDL_GetWindowSize(window, &width, &height)
        return Double(size.width) / Double(max(1, width))
    }

    /// Shows the pointer over the window, or hides it.
    func setPointerVisible(_ isVisible: Bool) {
        guard isVisible != isPointerVisible else { return }
        isPointerVisible = isVisible
        SDL_ShowCursor(isVisible ? SDL_ENABLE : SDL_DISABLE)
    }

    /// Does what a key means that concerns the window alone; nothing for others.
    func obey(_ key: WindowKey) {
        switch key {
        case .fullScreen: setFullScreen(!isFullScreen)
        case .leaveFullScreen: if isFullScreen { setFullScreen(false) }
        case .scaling: scalingMode = scalingMode.following
        default: break
        }
    }

    private func fitted(_ picture: PixelSize) -> PixelSize {
        var bounds = SDL_Rect()
        let display = SDL_GetWindowDisplayIndex(window)
        guard SDL_GetDisplayUsableBounds(display, &bounds) == 0, bounds.w > 0, bounds.h > 0,
            picture.width > Int(bounds.w) || picture.height > Int(bounds.h)
        else { return picture }
        let box = PixelSize(width: Int(bounds.w), height: Int(bounds.h))
        return ScalingMode.fit.placement(of: picture, in: box).size
    }

    /// Three bars of sound in a square.
    private func setIcon() {
        let side = 32
        var pixels = [UInt8](repeating: 0, count: side * side * 4)
        for (column, height) in [(6, 12), (13, 24), (20, 18)] {
            for y in (side - height) / 2..<(side + height) / 2 {
                for x in column..<column + 5 {
                    pixels.replaceSubrange(
                        (y * side + x) * 4..<(y * side + x) * 4 + 4, with: [0x2F, 0x6F, 0xD0, 0xFF])
                }
            }
        }
        pixels.withUnsafeMutableBytes { bytes in
            let surface = SDL_CreateRGBSurfaceWithFormatFrom(
                bytes.baseAddress, CInt(side), CInt(side), 32, CInt(side * 4),
                SDL_PIXELFORMAT_ABGR8888.rawValue)
            SDL_SetWindowIcon(window, surface)
            SDL_FreeSurface(surface)
        }
    }

    // MARK: - The picture

    /// Takes a frame as the picture; ``draw()`` shows it.
    ///
    /// - Returns: Whether there was memory for it.
    func setPicture(_ frame: VideoFrame) -> Bool {
        let format =
            frame.pixelFormat == .rgba
            ? SDL_PIXELFORMAT_ABGR8888.rawValue : SDL_PIXELFORMAT_IYUV.rawValue
        guard let texture = renew(\.picture, format, frame.storedSize, mixes: false) else {
            return false
        }
        picture?.shownSize = frame.shownSize
        guard case .yuv420(let colours) = frame.pixelFormat else {
            return frame.withPlane(0) {
                SDL_UpdateTexture(texture.handle, nil, $0, CInt($1)) == 0
            } ?? false
        }
        SDL_SetYUVConversionMode(colours.conversionMode)
        let isTaken = frame.withPlane(0) { y, strideY in
            frame.withPlane(1) { u, strideU in
                frame.withPlane(2) { v, strideV in
                    SDL_UpdateYUVTexture(
                        texture.handle, nil, y, CInt(strideY), u, CInt(strideU), v, CInt(strideV))
                        == 0
                } ?? false
            } ?? false
        }
        return isTaken ?? false
    }

    /// Takes no picture any more.
    func clearPicture() {
        SDL_DestroyTexture(picture?.handle)
        picture = nil
    }

    /// Where the picture is in the window; without a picture, the whole window.
    var picturePlace: ScalingMode.Placement {
        scalingMode.placement(of: picture?.shownSize ?? size, in: size)
    }

    /// Lays subtitles, or what is written for the user, over what is below; ``draw()`` shows them.
    func setOverlay(_ subtitles: SubtitleOverlay, above layer: Layer) {
        let size = PixelSize(width: subtitles.width, height: subtitles.height)
        guard !subtitles.isEmpty,
            let texture = renew(
                \.overlays[layer], SDL_PIXELFORMAT_ABGR8888.rawValue, size, mixes: true)
        else {
            SDL_DestroyTexture(overlays[layer]?.handle)
            overlays[layer] = nil
            return
        }
        _ = subtitles.pixels.withUnsafeBytes {
            SDL_UpdateTexture(texture.handle, nil, $0.baseAddress, CInt(size.width * 4))
        }
    }

    func draw() {
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
        SDL_RenderClear(renderer)
        if let picture {
            let place = picturePlace
            var area = SDL_Rect(
                x: CInt(clamping: place.x), y: CInt(clamping: place.y),
                w: CInt(clamping: place.size.width), h: CInt(clamping: place.size.height))
            SDL_RenderCopy(renderer, picture.handle, nil, &area)
        }
        for layer in Layer.allCases {
            if let overlay = overlays[layer] { SDL_RenderCopy(renderer, overlay.handle, nil, nil) }
        }
        SDL_RenderPresent(renderer)
    }

    /// The same texture again, or another one in its place where pictures are of another kind now.
    ///
    /// - Returns: `nil`, and none in its place, where there is no memory for it, or it is larger than the graphics card takes.
    private func renew(
        _ place: ReferenceWritableKeyPath<PictureWindow, Texture?>, _ format: Uint32,
        _ size: PixelSize, mixes: Bool
    ) -> Texture? {
        if let old = self[keyPath: place], old.format == format, old.storedSize == size {
            return old
        }
        SDL_DestroyTexture(self[keyPath: place]?.handle)
        self[keyPath: place] = nil
        guard
            let handle = SDL_CreateTexture(
                renderer, format, CInt(SDL_TEXTUREACCESS_STREAMING.rawValue), CInt(size.width),
                CInt(size.height))
        else { return nil }
        SDL_SetTextureBlendMode(handle, mixes ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE)
        let texture = Texture(handle: handle, storedSize: size, format: format, shownSize: size)
        self[keyPath: place] = texture
        return texture
    }
}

extension VideoFrame.Colours {
    fileprivate var conversionMode: SDL_YUV_CONVERSION_MODE {
        switch self {
        case .bt601: SDL_YUV_CONVERSION_BT601
        case .bt709: SDL_YUV_CONVERSION_BT709
        case .jpeg: SDL_YUV_CONVERSION_JPEG
        }
    }
}
