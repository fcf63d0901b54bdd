public import PhonolithFilms
internal import PhonolithLibav
internal import PhonolithMediaModel
internal import Synchronization

/// The pictures of a capture session as they are captured, for a view; the counterpart of AVCaptureVideoPreviewLayer.
///
/// A picture that the view does not ask for is replaced by the next, so that a slow view holds nothing up.
public final class CaptureVideoOutput: VideoOutput {
    private let newest = Mutex<Captured?>(nil)
    /// The longest edge of pictures that have to be made anew.
    private let side = Atomic<Int>(1920)

    /// A picture that no view has seen yet.
    private struct Captured: Sendable {
        var pixels: FramePixels
        var size: PixelSize
        var time: Double
    }

    init() {}

    /// Keeps a picture for the view.
    ///
    /// - Parameter size: As the picture is seen.
    func take(_ picture: CapturedPicture, size: PixelSize) {
        // Where memory runs out the view misses a picture.
        guard let frame = try? picture.frame.shared() else { return }
        let captured = Captured(pixels: FramePixels(frame), size: size, time: picture.time)
        newest.withLock { $0 = captured }
    }

    /// The newest picture, once, whatever the moment. Pictures that a view cannot show as they are stored are converted
    /// here, on the view's thread.
    public func frame(at moment: Double) -> VideoFrame? {
        let captured = newest.withLock { newest in
            defer { newest = nil }
            return newest
        }
        guard let captured else { return nil }
        let side = side.load(ordering: .relaxed)
        let box = PixelSize(width: side, height: side)
        return VideoFrame(
            captured.pixels, seenAs: captured.size, within: box, time: captured.time)
    }

    /// Always `nil`: nothing states when a camera gives its next picture.
    public func nextMoment(after moment: Double) -> Double? { nil }

    /// Limits pictures that have to be converted: no edge is longer, in pixels.
    public func setLongestSide(_ side: Int) { self.side.store(max(16, side), ordering: .relaxed) }
}
