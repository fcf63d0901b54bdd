package import PhonolithLibav
package import PhonolithMediaModel

/// The pictures of a video as an ordinary screen shows them, for films that are made of it.
///
/// Not for use by two threads at once.
package struct ScreenPictures: ~Copyable {
    /// The visible picture, upright and with square pixels.
    package let size: PixelSize

    private let stream: MediaStream
    private let aperture: CleanAperture?
    private var renderer = PictureRenderer()

    /// Reads the file's headers. Blocks its thread.
    ///
    /// - Parameter path: `nil` for what a server sends, of which everything is seen.
    package init(_ path: MediaPath?, _ stream: MediaStream, of demuxer: borrowing Demuxer) {
        var aperture: CleanAperture?
        if let path {
            aperture = CleanAperture.read(path, stream, of: demuxer, limit: Self.patience)
        }
        let whole = PixelSize(width: stream.codedWidth ?? 2, height: stream.codedHeight ?? 2)
        let aspect = aperture?.pixelAspectRatio ?? stream.pixelAspectRatio
        let shown = (aperture?.part.size ?? whole)
            .scaled(horizontally: min(max(aspect, 1 / 16), 16), vertically: 1)
        size = stream.orientation.isSideways ? shown.turned : shown
        self.stream = stream
        self.aperture = aperture
    }

    private static let patience = Duration.seconds(10)

    /// Whether a frame is stored as it is to be seen, except for its size.
    package func isStoredAsSeen(_ frame: borrowing Frame) -> Bool {
        aperture == nil && stream.orientation == .upright && frame.isForScreens
    }

    /// How large a frame is to be seen, upright and with square pixels: in some films not every frame is like the
    /// others.
    package func size(of frame: borrowing Frame) -> PixelSize {
        PictureRenderer.shownSize(of: frame, in: stream, aperture, options)
    }

    private var options: PictureOptions {
        var options = PictureOptions()
        options.isTurned = stream.orientation != .upright
        return options
    }

    /// The visible part of a frame, in sRGB, in about that size.
    ///
    /// - Throws: ``AVError``.
    package mutating func picture(
        of frame: borrowing Frame, size: PixelSize
    ) throws(AVError) -> Frame {
        var options = options
        options.maximumSize = size
        return try renderer.pixels(of: frame, in: stream, aperture, options)
    }
}
