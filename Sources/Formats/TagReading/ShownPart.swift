internal import CPhonolithTagReader
package import PhonolithMediaModel

/// The part of a video's stored pictures that its container states is to be shown: `clap` of MP4 and QuickTime,
/// `PixelCrop…` of Matroska. FFmpeg does not read them before version 7.1.
package struct ShownPart: Hashable, Sendable {
    /// Of the stored pictures, in pixels.
    package let wholeWidth, wholeHeight: Int
    /// In stored pixels; may be outside of the picture, or empty, in a broken file.
    package let left, top, width, height: Int
    /// Width through height of one pixel; `nil` if the part's shape is not stated.
    package let pixelAspectRatio: Double?

    /// Reads the file's headers. Blocks its thread.
    ///
    /// - Parameters:
    ///   - video: Which of the file's videos, from 0.
    ///   - limit: How long reading may take; `nil` is without limit.
    /// - Returns: `nil` if the file states none, and where it cannot be read in time.
    package static func read(_ path: MediaPath, video: Int, limit: Duration?) -> ShownPart? {
        guard !path.bytes.contains(0), let video = Int32(exactly: video) else { return nil }
        let seconds = limit.map { $0 / .seconds(1) } ?? .infinity
        var part = tr_shown_part()
        let isStated = (path.bytes + [0]).withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.map {
                tr_read_shown_part($0, video, seconds, &part)
            } ?? false
        }
        return isStated ? ShownPart(part) : nil
    }

    private init(_ part: tr_shown_part) {
        (wholeWidth, wholeHeight) = (Int(part.whole_width), Int(part.whole_height))
        (left, top) = (Int(part.left), Int(part.top))
        (width, height) = (Int(part.width), Int(part.height))
        pixelAspectRatio = part.pixel_aspect_ratio > 0 ? part.pixel_aspect_ratio : nil
    }
}
