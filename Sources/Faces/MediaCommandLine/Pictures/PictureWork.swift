import FoundationEssentials
import Glibc
import PhonolithCommandLineInterface
import PhonolithFiles
import PhonolithMediaModel
import PhonolithThumbnails
import PhonolithWorker
import SystemPackage

/// Does a ``PictureJob``; runs in the child.
struct PictureWork {
    let job: PictureJob
    let generator: ThumbnailGenerator
    let answer: (PictureAnswer) throws -> Void
    private let protected: ProtectedFiles

    /// More pictures of one video are not made.
    private static let countLimit = 100_000

    init(_ job: PictureJob, answer: @escaping (PictureAnswer) throws -> Void) {
        self.job = job
        self.answer = answer
        generator = job.generator
        protected = ProtectedFiles(
            library: job.library, reading: [MediaPath(bytes: job.video)])
    }

    /// Makes all pictures, and reports each.
    ///
    /// - Throws: Only if the receiver of the answers is gone.
    func run() async throws {
        let plan: (times: [Double], duration: Double?)
        do {
            plan = try await self.plan()
        } catch let error as ThumbnailError {
            return try refuse(error)
        } catch let error as Failure {
            try answer(.result(.failed(nil, error.message)))
            return try answer(.done)
        }
        try answer(.times(plan.times))
        do {
            try await make(plan.times, plan.duration)
            try answer(.done)
        } catch let error as CannotWrite {
            try answer(.refused(error.reason))
        }
    }

    private func make(_ times: [Double], _ duration: Double?) async throws {
        switch job.arrangement {
        case .single: try await makeSingle(times, duration)
        case .sheets(let columns, let rows):
            let shape = GridShape(columns: columns, rows: rows)
            try await makeSheets("sheet", shape, times, duration)
        case .sprites(let columns, let rows):
            let shape = GridShape(columns: columns, rows: rows)
            try await makeSheets("sprites", shape, times, duration)
        }
    }

    /// Each time that was requested gets its result, also where the video is none at all.
    private func refuse(_ error: ThumbnailError) throws {
        if case .at(let times) = job.times {
            for time in times { try answer(.result(Self.record(time, error))) }
        } else {
            try answer(.result(Self.record(nil, error)))
        }
        try answer(.done)
    }

    // MARK: Times

    private func plan() async throws -> (times: [Double], duration: Double?) {
        switch job.times {
        case .at(let times):
            guard case .sprites = job.arrangement else { return (times, nil) }
            return (times, try await generator.duration)
        case .count(let count):
            let duration = try await generator.duration
            return (ThumbnailTimes.spread(count, over: duration), duration)
        case .every(let interval):
            let duration = try await generator.duration
            guard duration / interval <= Double(Self.countLimit) else {
                throw Failure(
                    "every \(ThumbnailTimes.brief(interval)) s of"
                        + " \(ThumbnailTimes.brief(duration)) s are more than"
                        + " \(Self.countLimit) pictures; choose a longer interval")
            }
            return (ThumbnailTimes.every(interval, over: duration), duration)
        }
    }

    // MARK: Pictures in order

    /// The pictures in order. Key frames that come twice in succession are replaced by exact frames where
    /// the job wants that; where times are spread evenly, black pictures by others nearby.
    func pictures(
        at times: [Double], _ duration: Double?,
        _ body: (Int, ThumbnailResult) async throws -> Void
    ) async throws {
        var index = 0
        func give(_ result: ThumbnailResult, isRepeated: Bool) async throws {
            let result = isRepeated ? await exact(result) : result
            try await body(index, replacement(for: result, duration) ?? result)
            index += 1
        }
        var before: Double?
        var held: (result: ThumbnailResult, begin: Double?)?
        for await result in generator.images(at: times) {
            guard job.avoidsRepeats else {
                try await give(result, isRepeated: false)
                continue
            }
            try answer(.progress)
            let begin = result.begin
            if let held {
                let isRepeated = held.begin.map { $0 == before || $0 == begin } ?? false
                try await give(held.result, isRepeated: isRepeated)
            }
            before = held?.begin
            held = (result, begin)
        }
        if let held {
            let isRepeated = held.begin != nil && held.begin == before
            try await give(held.result, isRepeated: isRepeated)
        }
    }

    /// The frame on screen instead of a key frame, if it can be had.
    private func exact(_ result: ThumbnailResult) async -> ThumbnailResult {
        for await exact in exactGenerator.images(at: [result.requestedTime])
        where exact.begin != nil {
            return exact
        }
        return result
    }

    private var exactGenerator: ThumbnailGenerator {
        var generator = generator
        generator.requestedTimeToleranceBefore = 0
        generator.requestedTimeToleranceAfter = 0
        return generator
    }

    /// `nil` if the picture is not black, or everything nearby is.
    private func replacement(
        for result: ThumbnailResult, _ duration: Double?
    ) async throws -> ThumbnailResult? {
        guard case .count(let count) = job.times, let duration,
            case .succeeded(let image, _) = result.outcome, image.isNearlyBlack
        else { return nil }
        let others = ThumbnailTimes.alternatives(
            to: result.requestedTime, count: count, over: duration)
        // Key frames nearby may be on the sheet already.
        let generator = job.avoidsRepeats ? exactGenerator : generator
        for await other in generator.images(at: others) {
            try answer(.progress)
            guard case .succeeded(let image, let time) = other.outcome, !image.isNearlyBlack
            else { continue }
            return ThumbnailResult(
                requestedTime: result.requestedTime,
                outcome: .succeeded(image, actualTime: time))
        }
        return nil
    }

    // MARK: Single pictures

    private func makeSingle(_ times: [Double], _ duration: Double?) async throws {
        let store = job.cacheLimit == nil ? nil : PictureStore(job)
        let known = times.map { store?.record(at: $0) }
        let missing = times.indices.filter { known[$0] == nil }
        var names = PictureNames(
            folder: MediaPath(bytes: job.folder), stem: job.stem, format: job.fileFormat)
        // A name belongs to its time, whether or not it is made now.
        let paths = times.map { store?.path(at: $0) ?? names.picture(at: $0) }
        var told = 0
        func tellKnown(before end: Int) throws {
            while told < end, let record = known[told] {
                try answer(.result(record))
                told += 1
            }
        }
        try await pictures(at: missing.map { times[$0] }, duration) { number, result in
            let index = missing[number]
            try tellKnown(before: index)
            let record = try write(result, to: paths[index])
            store?.keep(record, at: result.requestedTime)
            try answer(.result(record))
            told = index + 1
        }
        try tellKnown(before: times.count)
        if let limit = job.cacheLimit, !missing.isEmpty {
            KeptPictures(MediaPath(bytes: job.folder)).shrink(to: limit, keeping: Set(paths))
        }
    }

    private func write(_ result: ThumbnailResult, to path: MediaPath) throws -> PictureRecord {
        guard case .succeeded(let image, let actualTime) = result.outcome else {
            return Self.record(result)
        }
        if let error = try write(image, to: path) { return .failed(result.requestedTime, error) }
        return PictureRecord(
            requestedTime: result.requestedTime, status: .succeeded, actualTime: actualTime,
            path: path.bytes, width: image.width, height: image.height)
    }

    private static func record(_ result: ThumbnailResult) -> PictureRecord {
        switch result.outcome {
        case .failed(let error): record(result.requestedTime, error)
        case .cancelled: .cancelled(result.requestedTime)
        case .succeeded:
            preconditionFailure("a picture that was made is written, not just told of")
        }
    }

    private static func record(_ time: Double?, _ error: ThumbnailError) -> PictureRecord {
        error.code == .cancelled ? .cancelled(time) : .failed(time, error.reason)
    }
}

extension PictureWork {
    // MARK: Writing

    /// Nothing can be written where pictures are to be, or nothing may.
    struct CannotWrite: Error { let reason: String }

    /// - Returns: Why this one could not be written; `nil` if it was.
    /// - Throws: ``CannotWrite``, where others could not either.
    func write(_ image: ThumbnailImage, to path: MediaPath) throws -> String? {
        let bytes: [UInt8]
        do throws(ThumbnailError) {
            bytes = try image.encoded(as: job.fileFormat, quality: job.quality)
        } catch {
            return error.reason
        }
        return try write(bytes, to: path)
    }

    func write(_ bytes: [UInt8], to path: MediaPath) throws -> String? {
        do {
            try protected.check(path)
            try WholeFile.makeFolder(path.parent)
            try WholeFile.write(bytes, to: path, isDurable: job.cacheLimit == nil)
            return nil
        } catch let failure as Failure {
            throw CannotWrite(reason: failure.message)
        } catch let failure as WholeFile.Failure {
            let reason = "\(path): cannot be written: \(failure)"
            // These are about the name; all others are about the folder.
            if [.fileNameTooLong, .isDirectory, .invalidArgument, .illegalByteSequence].contains(
                failure)
            {
                return reason
            }
            throw CannotWrite(
                reason: "\(reason); free space or choose another folder with --output")
        }
    }
}

extension ThumbnailResult {
    /// When the picture begins to be shown; `nil` if there is none.
    // Swift 6.3.1 crashes where it optimises this into an asynchronous loop.
    @inline(never)
    fileprivate var begin: Double? {
        guard case .succeeded(_, let actualTime) = outcome else { return nil }
        return actualTime
    }
}

extension PictureJob {
    /// The generator with the job's wishes.
    var generator: ThumbnailGenerator {
        let place = MediaPath(bytes: video)
        let threads = min(8, ProcessInfo.processInfo.activeProcessorCount)
        var generator =
            if place.isWebAddress, let url = URL(string: place.description) {
                ThumbnailGenerator(url: url, threads: threads)
            } else {
                ThumbnailGenerator(path: place, threads: threads)
            }
        generator.maximumSize = maximumSize.map { PixelSize(width: $0.width, height: $0.height) }
        generator.requestedTimeToleranceBefore = toleranceBefore ?? .infinity
        generator.requestedTimeToleranceAfter = toleranceAfter ?? .infinity
        generator.timeLimit = timeLimit
        return generator
    }

    var fileFormat: ThumbnailImage.FileFormat { .init(rawValue: format) ?? .jpeg }
}
