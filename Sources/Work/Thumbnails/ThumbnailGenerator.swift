public import FoundationEssentials
public import PhonolithMediaModel

/// Creates thumbnails of a video at given times.
///
/// Modelled on AVFoundation's `AVAssetImageGenerator`; unlike there, pictures are turned as the file says
/// unless that is switched off. Times are in seconds from the start of the file, whatever its own clock
/// says then. The file is opened when it is first needed, once for each thread that makes pictures; copies of a
/// generator share this. Properties hold for what is requested later, not for what is under way.
///
/// Any format is read that FFmpeg knows and that is in one file, on this machine or on a server; of that no more is
/// fetched than the pictures need, where the server can send a part of a file. Decoding blocks threads of the
/// generator's own. A decoder that hangs or crashes cannot be helped here; a program that reads files of
/// strangers runs this in a process of its own, as the command `phonolith thumbnails` does.
public struct ThumbnailGenerator: Sendable {
    /// The box that pictures are made to fit in, keeping their shape; `nil` leaves them as large as they
    /// are. They are never enlarged.
    public var maximumSize: PixelSize?
    /// Which part of the pictures is shown, and in what shape.
    public var apertureMode = ApertureMode.cleanAperture
    /// Whether pictures are rotated and mirrored as the file states.
    public var appliesPreferredTrackTransform = true
    /// How much earlier a picture may be than requested, in seconds; from 0.
    ///
    /// The nearest key frame within the tolerances is used, which is quick; without one, the frame on screen
    /// at the time. Both infinite (default): the nearest key frame. Both 0: the exact frame. Infinite before
    /// and 0 after: the last key frame before the time.
    public var requestedTimeToleranceBefore = Double.infinity
    /// How much later a picture may be than requested, in seconds; from 0.
    public var requestedTimeToleranceAfter = Double.infinity
    /// How to handle high dynamic range.
    public var dynamicRangePolicy = DynamicRangePolicy.forceSDR
    /// Time limit for one picture, in seconds; `nil` for no limit.
    public var timeLimit: Double? = 60

    private let sessions: VideoSessions

    /// Which part of a picture is shown, and in what shape.
    public enum ApertureMode: Hashable, Sendable {
        /// The picture cropped as the container states (`clap` of MP4, `PixelCrop` of Matroska), in its shape
        /// on screen.
        case cleanAperture
        /// All that the codec gives, in its shape on screen.
        case productionAperture
        /// All that the codec gives, both fields, its pixels square or not. The part that the codec itself cuts off,
        /// the padding of its blocks, is in no picture.
        case encodedPixels
    }

    /// How to handle high dynamic range.
    public enum DynamicRangePolicy: Hashable, Sendable {
        /// PQ and HLG are mapped to sRGB.
        case forceSDR
        /// Values are not converted; ``ThumbnailImage/dynamicRange`` describes them.
        case matchSource
    }

    /// Creates a generator; the file is not opened yet.
    ///
    /// - Parameters:
    ///   - url: A `file:`, `http:` or `https:` URL.
    ///   - threads: How many threads decode. Several pictures are made side by side; each of up to four of them
    ///     takes the memory of an opened video.
    ///   - pixelLimit: Videos with more pixels in a picture are refused.
    public init(url: URL, threads: Int = 2, pixelLimit: Int = 64 << 20) {
        sessions = VideoSessions(VideoSource(url), threads: threads, pixelLimit: pixelLimit)
    }

    /// Creates a generator for a file whose name need not be UTF-8; as ``init(url:threads:pixelLimit:)``.
    public init(path: MediaPath, threads: Int = 2, pixelLimit: Int = 64 << 20) {
        sessions = VideoSessions(.file(path), threads: threads, pixelLimit: pixelLimit)
    }

    /// The picture at a time, and its presentation timestamp.
    ///
    /// - Parameter time: In seconds from the start of the file.
    /// - Throws: ``ThumbnailError``; its code is `cancelled` when the task is.
    public func image(
        at time: Double
    ) async throws(ThumbnailError) -> (image: ThumbnailImage, actualTime: Double) {
        try await sessions.first.image(at: time, request, cancellations: [sessions.work.current])
    }

    /// The pictures at several times, with one result per time, in the order of the times.
    ///
    /// They are made in the order of the file, so that little is decoded twice, and as they are requested.
    /// - Parameter times: In seconds from the start of the file, in any order, equal ones too.
    public func images(at times: some Sequence<Double>) -> ThumbnailImages {
        ThumbnailImages(
            times: Array(times), request: request, sessions: sessions.all,
            ofGenerator: sessions.work.current)
    }

    /// Ends all work of this generator and its copies that is under way; each time that is still owed gets a
    /// result that says so.
    public func cancelAll() { sessions.work.cancel() }

    /// How long the pictures continue, in seconds: as the file says; where it does not, up to the end of the last
    /// frame, which takes reading the end of the file.
    ///
    /// - Throws: ``ThumbnailError`` for a file that is not a video.
    public var duration: Double {
        get async throws(ThumbnailError) {
            try await sessions.first.duration(
                limit: timeLimit.map(Duration.seconds), cancellations: [sessions.work.current])
        }
    }

    /// 0 for what is no length of time.
    private static func tolerance(_ seconds: Double) -> Double { seconds > 0 ? seconds : 0 }

    private var request: FrameRequest {
        var pictures = PictureOptions()
        pictures.maximumSize = maximumSize
        pictures.apertureMode = apertureMode
        pictures.isTurned = appliesPreferredTrackTransform
        pictures.isToneMapped = dynamicRangePolicy == .forceSDR
        return FrameRequest(
            pictures: pictures, toleranceBefore: Self.tolerance(requestedTimeToleranceBefore),
            toleranceAfter: Self.tolerance(requestedTimeToleranceAfter),
            timeLimit: timeLimit.map(Duration.seconds))
    }
}

/// All that a generator's properties say of a picture.
struct FrameRequest: Sendable {
    var pictures: PictureOptions
    // In seconds; from 0.
    var toleranceBefore: Double
    // In seconds; from 0.
    var toleranceAfter: Double
    var timeLimit: Duration?

    var isExact: Bool { toleranceBefore == 0 && toleranceAfter == 0 }
}
