internal import Synchronization

/// The pictures of a video at several times, in the order in which the times were given.
///
/// Exactly one result comes for each time. Each pass over the sequence makes the pictures anew, one while it
/// is waited for. Cancelled work gives results that say so; so does all that is still owed when the task is
/// cancelled.
public struct ThumbnailImages: AsyncSequence, Sendable {
    /// One result.
    public typealias Element = ThumbnailResult
    /// Failures are results.
    public typealias Failure = Never

    /// The times asked for, in seconds.
    public let times: [Double]

    private let request: FrameRequest
    private let session: VideoSession
    private let ofGenerator: Cancellation
    private let ofSequence = Cancellation()
    private let ofTimes: [Cancellation]

    init(
        times: [Double], request: FrameRequest, session: VideoSession, ofGenerator: Cancellation
    ) {
        self.times = times
        self.request = request
        self.session = session
        self.ofGenerator = ofGenerator
        ofTimes = times.map { _ in Cancellation() }
    }

    /// Ends the work; each time that is still owed gets a result that says so.
    public func cancel() { ofSequence.cancel() }

    /// Ends the work for one of the times, if it is still owed.
    ///
    /// - Parameter index: In ``times``.
    public func cancel(timeAt index: Int) { ofTimes[index].cancel() }

    /// Begins a pass.
    public func makeAsyncIterator() -> Iterator {
        Iterator(images: self, order: FileOrder.of(times, windowLength: windowLength))
    }

    /// How many results may be waiting for earlier ones: as many as 128 MiB hold.
    private var windowLength: Int {
        let box = request.pictures.maximumSize
        let bytes =
            box.map { Swift.min($0.width, 8192) * Swift.min($0.height, 8192) * 4 } ?? 8 << 20
        return Swift.max(8, (128 << 20) / Swift.max(1, bytes))
    }

    fileprivate func result(at index: Int) async -> ThumbnailResult {
        do {
            let made = try await session.image(
                at: times[index], request,
                cancellations: [ofGenerator, ofSequence, ofTimes[index]])
            return ThumbnailResult(
                requestedTime: times[index],
                outcome: .succeeded(made.image, actualTime: made.actualTime))
        } catch  where error.code == .cancelled {
            return ThumbnailResult(requestedTime: times[index], outcome: .cancelled)
        } catch {
            return ThumbnailResult(requestedTime: times[index], outcome: .failed(error))
        }
    }

    /// One pass over the pictures.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let images: ThumbnailImages
        fileprivate let order: [Int]
        private var made = 0
        private var given = 0
        private var waiting: [Int: ThumbnailResult] = [:]

        fileprivate init(images: ThumbnailImages, order: [Int]) {
            self.images = images
            self.order = order
        }

        /// The next result; `nil` after the last. Never throws.
        public mutating func next() async -> ThumbnailResult? {
            guard given < order.count else { return nil }
            while waiting[given] == nil {
                let index = order[made]
                made += 1
                waiting[index] = await images.result(at: index)
            }
            defer { given += 1 }
            return waiting.removeValue(forKey: given)
        }
    }
}

/// What became of one time.
public struct ThumbnailResult: Hashable, Sendable {
    /// In seconds from the start of the file, as asked for.
    public let requestedTime: Double
    /// The picture, or why there is none.
    public let outcome: Outcome

    /// Joins the two.
    package init(requestedTime: Double, outcome: Outcome) {
        self.requestedTime = requestedTime
        self.outcome = outcome
    }

    /// A picture, a failure, or the end by the caller's wish.
    public enum Outcome: Hashable, Sendable {
        /// The picture, and when it begins to be shown, in seconds from the start of the file.
        case succeeded(ThumbnailImage, actualTime: Double)
        /// There is none, for this reason.
        case failed(ThumbnailError)
        /// The caller did not want it any more.
        case cancelled
    }
}

/// In which order times are served.
enum FileOrder {
    /// The places of the times, earliest time first, in windows: a time is never served before one that
    /// comes a whole window earlier, for results wait for those before them.
    static func of(_ times: [Double], windowLength: Int) -> [Int] {
        stride(from: 0, to: times.count, by: windowLength).flatMap { start in
            (start..<min(start + windowLength, times.count)).sorted {
                (times[$0], $0) < (times[$1], $1)
            }
        }
    }
}
