internal import PhonolithMediaModel

/// The pictures of a video at several times, in the order in which the times were given.
///
/// Exactly one result comes for each time. Each pass over the sequence makes the pictures again, the next few
/// while one is waited for. Cancelled work gives results that say so; so does all that is still owed when the task is
/// cancelled.
public struct ThumbnailImages: AsyncSequence, Sendable {
    /// One result.
    public typealias Element = ThumbnailResult
    /// Failures are results.
    public typealias Failure = Never

    /// The times requested, in seconds.
    public let times: [Double]

    private let request: FrameRequest
    fileprivate let sessions: [VideoSession]
    private let ofGenerator: Cancellation
    private let ofSequence = Cancellation()
    private let ofTimes: [Cancellation]

    init(
        times: [Double], request: FrameRequest, sessions: [VideoSession],
        ofGenerator: Cancellation
    ) {
        self.times = times
        self.request = request
        self.sessions = sessions
        self.ofGenerator = ofGenerator
        ofTimes = times.map { _ in Cancellation() }
    }

    /// Cancels the work; the remaining times get the result `cancelled`.
    public func cancel() { ofSequence.cancel() }

    /// Cancels the work for one of the times, if it has no result yet.
    ///
    /// - Parameter index: In ``times``.
    public func cancel(timeAt index: Int) { ofTimes[index].cancel() }

    /// Starts a pass.
    public func makeAsyncIterator() -> Iterator {
        let windows = FileOrder.of(times, windowLength: windowLength)
        return Iterator(images: self, windows: windows)
    }

    /// How many results may be waiting for earlier ones: as many as 128 MiB hold.
    private var windowLength: Int {
        let box = request.pictures.maximumSize
        let bytes =
            box.map { Swift.min($0.width, 8192) * Swift.min($0.height, 8192) * 4 } ?? 8 << 20
        return Swift.max(8, (128 << 20) / Swift.max(1, bytes))
    }

    /// The results of the first times of a part: of one, and of more while there is time for that.
    fileprivate func results(
        of part: ArraySlice<Int>, from session: VideoSession,
        until deadline: ContinuousClock.Instant
    ) async -> [Int: ThumbnailResult] {
        var results: [Int: ThumbnailResult] = [:]
        for index in part {
            results[index] = await result(at: index, from: session)
            if ContinuousClock.now >= deadline { break }
        }
        return results
    }

    private func result(at index: Int, from session: VideoSession) async -> ThumbnailResult {
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
        private let images: ThumbnailImages
        private var windows: ArraySlice<[Int]>
        /// The rest of the window that each session has to make, in the order of the file.
        private var parts: [ArraySlice<Int>] = []
        private var given = 0
        private var waiting: [Int: ThumbnailResult] = [:]

        /// How long the sessions continue before they wait for the slowest of them: long enough that this seldom matters, short
        /// enough to show progress.
        private static let roundLength = Duration.milliseconds(250)

        fileprivate init(images: ThumbnailImages, windows: [[Int]]) {
            self.images = images
            self.windows = windows[...]
        }

        /// The next result; `nil` after the last. Never throws.
        public mutating func next() async -> ThumbnailResult? {
            guard given < images.times.count else { return nil }
            while waiting[given] == nil { await makeSome() }
            defer { given += 1 }
            return waiting.removeValue(forKey: given)
        }

        /// Has each session make some pictures of its part. The first round is as short as can be.
        private mutating func makeSome() async {
            if parts.isEmpty, let window = windows.popFirst() {
                parts = FileOrder.parts(of: window, count: images.sessions.count)
            }
            let length = given == 0 ? .zero : Self.roundLength
            let deadline = ContinuousClock.now.advanced(by: length)
            let made = await withTaskGroup { [images, parts, given] group in
                for (part, session) in zip(parts, images.sessions)
                where given > 0 || part.contains(given) {
                    group.addTask { await images.results(of: part, from: session, until: deadline) }
                }
                return await group.reduce(into: [:]) { all, some in
                    all.merge(some) { first, _ in first }
                }
            }
            waiting.merge(made) { first, _ in first }
            parts = parts.map { $0.drop { made[$0] != nil } }
            if parts.allSatisfy(\.isEmpty) { parts = [] }
        }
    }
}

/// The result for one time.
public struct ThumbnailResult: Hashable, Sendable {
    /// In seconds from the start of the file, as requested.
    public let requestedTime: Double
    /// The picture, or why there is none.
    public let outcome: Outcome

    package init(requestedTime: Double, outcome: Outcome) {
        self.requestedTime = requestedTime
        self.outcome = outcome
    }

    /// A picture, a failure, or a cancellation.
    public enum Outcome: Hashable, Sendable {
        /// The picture, and its presentation timestamp in seconds from the start of the file.
        case succeeded(ThumbnailImage, actualTime: Double)
        /// There is no picture, for this reason.
        case failed(ThumbnailError)
        /// The caller cancelled it.
        case cancelled
    }
}

/// In which order times are served.
enum FileOrder {
    /// The places of the times, earliest time first, in windows: a time is never served before one that
    /// comes a whole window earlier, for results wait for those before them.
    static func of(_ times: [Double], windowLength: Int) -> [[Int]] {
        stride(from: 0, to: times.count, by: windowLength).map { start in
            (start..<min(start + windowLength, times.count)).sorted {
                (times[$0], $0) < (times[$1], $1)
            }
        }
    }

    /// A window in a number of stretches of the file at most, as even as can be; none is empty.
    static func parts(of window: [Int], count: Int) -> [ArraySlice<Int>] {
        let count = min(count, window.count)
        return (0..<count).map { part in
            window[window.count * part / count..<window.count * (part + 1) / count]
        }
    }
}

/// A picture of a video, in memory.
public struct ThumbnailImage: Hashable, Sendable {
    /// In pixels; from 1.
    public let width: Int
    /// In pixels; from 1.
    public let height: Int
    /// Red, green, blue and alpha of each pixel, a byte each, rows from the top without gaps; alpha is not
    /// multiplied in.
    public let pixels: [UInt8]
    /// The colour space: sRGB, unless the source's own dynamic range was requested.
    public let dynamicRange: DynamicRange

    /// Creates a picture from pixels.
    ///
    /// - Precondition: There are `width * height * 4` bytes, and some.
    public init(
        width: Int, height: Int, pixels: [UInt8], dynamicRange: DynamicRange = .standard
    ) {
        precondition(
            width > 0 && height > 0 && pixels.count == width * height * 4,
            "a picture has four bytes for each pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
        self.dynamicRange = dynamicRange
    }

    /// The transfer function of the pixel values.
    public enum DynamicRange: String, Hashable, Sendable {
        /// For ordinary screens.
        case standard
        /// SMPTE ST 2084 with the colours of the source, as HDR10 has it.
        case perceptualQuantizer
        /// ARIB STD-B67 with the colours of the source.
        case hybridLogGamma
    }

    /// Whether something behind the picture would show.
    public var isOpaque: Bool {
        stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }
}
