import PhonolithFiles
import PhonolithLibav
import PhonolithMediaModel
import Synchronization

/// An opened video and the thread that works on it.
actor VideoSession {
    private nonisolated let threads = BlockingThreads(name: "thumbnails", count: 1)
    private let source: VideoSource
    private let decoding: VideoDecoder.Options
    private var frames: VideoFrames?
    private var renderer = PictureRenderer()

    init(_ source: VideoSource, threads: Int, pixelLimit: Int) {
        self.source = source
        var options = VideoDecoder.Options()
        options.threads = max(1, threads)
        options.pixelLimit = pixelLimit
        decoding = options
    }

    deinit { threads.end() }

    /// How long the pictures continue, in seconds.
    nonisolated func duration(
        limit: Duration?, cancellations: [Cancellation]
    ) async throws(ThumbnailError) -> Double {
        let patience = Patience(cancellations, limit: limit)
        return try await onThread { session throws(ThumbnailError) in
            try await session.extent(patience)
        }
    }

    /// One picture, and when it begins.
    nonisolated func image(
        at time: Double, _ request: FrameRequest, cancellations: [Cancellation]
    ) async throws(ThumbnailError) -> (image: ThumbnailImage, actualTime: Double) {
        let made = try await onThread { session throws(ThumbnailError) in
            try await session.make(
                at: time, request, Patience(cancellations, limit: request.timeLimit))
        }
        return (made.image, made.time)
    }

    /// Sends work to the session's own thread: functions called there may block.
    private nonisolated func onThread<Result: Sendable>(
        _ work: @Sendable (VideoSession) async throws(ThumbnailError) -> Result
    ) async throws(ThumbnailError) -> Result {
        do {
            return try await withTaskExecutorPreference(threads) { try await work(self) }
        } catch let error as ThumbnailError {
            throw error.about(source)
        } catch {
            preconditionFailure("the work throws nothing else")
        }
    }

    private struct Made: Sendable {
        var image: ThumbnailImage
        var time: Double
    }

    private func extent(_ patience: Patience) throws(ThumbnailError) -> Double {
        try open(patience)
        var end = 0.0
        try answered { session throws(ThumbnailError) in
            end = try session.frames?.extent(patience) ?? 0
        }
        return end
    }

    private func make(
        at time: Double, _ request: FrameRequest, _ patience: Patience
    ) throws(ThumbnailError) -> Made {
        try patience.check()
        guard time >= 0, time.isFinite else {
            throw ThumbnailError(.beyondEnd, "the time is before the beginning")
        }
        try open(patience)
        try answered { session throws(ThumbnailError) in
            try session.seek(to: time, request, patience)
        }
        guard let begin = frames?.current?.time else { throw .noFrames }
        return Made(image: try picture(request.pictures), time: frames?.seconds(begin) ?? 0)
    }

    private func open(_ patience: Patience) throws(ThumbnailError) {
        guard frames == nil else { return }
        frames = try VideoFrames(source, options: decoding, patience)
        try frames?.settleDuration(patience)
    }

    /// Runs work on the frames. Where a server stopped sending meanwhile, what came of it means nothing, and the video is opened
    /// anew next time.
    private func answered(
        _ work: (isolated VideoSession) throws(ThumbnailError) -> Void
    ) throws(ThumbnailError) {
        let outcome: Result<Void, ThumbnailError>
        do {
            outcome = .success(try work(self))
        } catch {
            outcome = .failure(error)
        }
        if frames?.demuxer.hasTimedOut == true {
            frames = nil
            throw .silence
        }
        if case .failure(let error) = outcome, error.code == .cannotDecode,
            frames?.demuxer.isSeekable == false, source.path == nil
        {
            frames = nil
            throw .wholeOnly
        }
        try outcome.get()
    }

    private func seek(
        to time: Double, _ request: FrameRequest, _ patience: Patience
    ) throws(ThumbnailError) {
        guard !request.isExact else {
            try frames?.show(at: time, patience)
            return
        }
        let window = (time - request.toleranceBefore)...(time + request.toleranceAfter)
        let isSmall = isSmall(request.pictures)
        try frames?.showKeyFrame(nearest: time, within: window, isSmall: isSmall, patience)
    }

    /// Whether at most every second pixel of a row is left.
    private func isSmall(_ options: PictureOptions) -> Bool {
        guard let stream = frames?.stream, let box = options.maximumSize,
            let width = stream.codedWidth, let height = stream.codedHeight, width > 0, height > 0
        else { return false }
        let size = PixelSize(width: width, height: height)
        let fitted = size.fitted(in: stream.orientation.isSideways ? box.turned : box)
        return fitted.width * 2 <= width
    }

    private func picture(_ options: PictureOptions) throws(ThumbnailError) -> ThumbnailImage {
        do {
            guard let picture = try frames?.picture(by: &renderer, options) else {
                throw ThumbnailError.noFrames
            }
            return picture
        } catch let error as AVError {
            throw .cannotMake(error)
        } catch {
            throw .noFrames
        }
    }
}

/// How long work may continue: until its caller loses interest, or a limit of time passes.
struct Patience: Sendable {
    private let cancellations: [Cancellation]
    private let limit: Duration?
    private let running = RunningTime()

    init(_ cancellations: [Cancellation], limit: Duration?) {
        self.cancellations = cancellations
        self.limit = limit
    }

    /// Called between packets and frames, in the task that works.
    ///
    /// - Throws: ``ThumbnailError`` with the code `cancelled` or `tookTooLong`.
    func check() throws(ThumbnailError) {
        if Task.isCancelled || cancellations.contains(where: \.isCancelled) {
            throw .cancelled
        }
        if isOver { throw ThumbnailError(.tookTooLong, "took too long to decode") }
    }

    /// The rest of the limit of time; `nil` if there is none.
    var remaining: Duration? { limit.map { $0 - running.elapsed() } }

    /// Whether the limit of time has passed.
    var isOver: Bool { remaining.map { $0 < .zero } ?? false }
}

/// A wish that work should stop, which is never taken back.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}

/// The sessions that a generator and its copies have opened: one for single pictures, and others that help
/// where several are requested.
///
/// Frames depend on those before them, so that several threads of one decoder wait for each other most of the time;
/// decoders at different places of the file do not.
final class VideoSessions: Sendable {
    let first: VideoSession
    /// The first and its helpers; a helper opens the file when it gets its first picture to make.
    let all: [VideoSession]
    let work = CancellationOfAll()

    init(_ source: VideoSource, threads: Int, pixelLimit: Int) {
        let threads = max(1, threads)
        // A server would send the same to each.
        let count = source.path == nil ? 1 : min(threads, 4)
        first = VideoSession(source, threads: threads, pixelLimit: pixelLimit)
        all =
            [first]
            + (1..<count).map { _ in
                VideoSession(source, threads: threads / count, pixelLimit: pixelLimit)
            }
    }
}

/// The wish to end everything under way, which does not concern what begins later.
final class CancellationOfAll: Sendable {
    private let latest = Mutex(Cancellation())

    var current: Cancellation { latest.withLock { $0 } }

    func cancel() {
        latest.withLock { latest in
            latest.cancel()
            latest = Cancellation()
        }
    }
}
