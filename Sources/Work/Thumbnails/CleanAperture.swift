import PhonolithLibav
import PhonolithMediaModel

/// The part of a video's stored pictures that its container says is to be seen.
///
/// FFmpeg does not expose it before version 7.1, and crops only what the codec says; so the file's headers are
/// read here.
struct CleanAperture: Hashable, Sendable {
    /// The size of the pictures that it is a part of.
    let whole: PixelSize
    /// Which part, in stored pixels.
    let part: PixelRectangle
    /// Width through height of one pixel, where the file says how large this very part is shown.
    let pixelAspectRatio: Double?

    /// - Returns: `nil` for a part that is none, or everything.
    init?(of whole: PixelSize, part: PixelRectangle, pixelAspectRatio: Double? = nil) {
        guard part.left >= 0, part.top >= 0, part.right <= whole.width, part.bottom <= whole.height,
            part.size != whole
        else { return nil }
        self.whole = whole
        self.part = part
        self.pixelAspectRatio = pixelAspectRatio
    }

    /// Reads a file's headers: MP4 and QuickTime have a `clap`, Matroska a `PixelCrop`. Blocks its thread.
    ///
    /// - Parameters:
    ///   - stream: A video of the file.
    ///   - limit: How long that may take; `nil` for as long as it takes.
    /// - Returns: `nil` if all is to be seen, and where the headers cannot be understood, or not before
    ///   the time is up.
    static func read(
        _ path: MediaPath, _ stream: MediaStream, of demuxer: borrowing Demuxer, limit: Duration?
    ) -> CleanAperture? {
        let videos = demuxer.streams.filter { $0.kind == .video && !$0.isAttachedPicture }
        let format = demuxer.formatName
        guard format.hasPrefix("mov,") || format.hasPrefix("matroska"),
            let video = videos.firstIndex(where: { $0.index == stream.index }),
            let shown = ShownPart.read(path, video: video, limit: limit),
            let whole = PixelRectangle(
                left: 0, top: 0, width: shown.wholeWidth, height: shown.wholeHeight),
            let part = PixelRectangle(
                left: shown.left, top: shown.top, width: shown.width, height: shown.height)
        else { return nil }
        return CleanAperture(
            of: whole.size, part: part, pixelAspectRatio: shown.pixelAspectRatio)
    }
}

/// A part of a picture, at least one pixel large.
struct PixelRectangle: Hashable, Sendable {
    var left: Int
    var top: Int
    var size: PixelSize

    var right: Int { left + size.width }
    var bottom: Int { top + size.height }

    /// - Returns: `nil` for numbers that no picture has.
    init?(left: Int, top: Int, width: Int, height: Int) {
        let sizes = 1...65_536
        guard sizes.contains(width), sizes.contains(height), (0...65_536).contains(left),
            (0...65_536).contains(top)
        else { return nil }
        (self.left, self.top, size) = (left, top, PixelSize(width: width, height: height))
    }

    /// The same part of a picture of every other line.
    var ofField: PixelRectangle {
        var field = self
        field.top = top / 2
        field.size.height = max(1, size.height / 2)
        return field
    }
}

extension Frame {
    /// The cropped frame, which shares the frame's memory.
    ///
    /// A part that is outside of the frame is its last row or column.
    func cropped(to part: PixelRectangle) throws(AVError) -> Frame {
        try cropped(
            left: min(part.left, width - 1), top: min(part.top, height - 1),
            right: max(0, width - part.right), bottom: max(0, height - part.bottom))
    }
}
