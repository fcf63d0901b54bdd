import Files
import Foundation
import MediaModel
import Thumbnails

/// Does a ``PictureJob``; runs in the child.
struct PictureWork {
    private let job: PictureJob
    private let generator: ThumbnailGenerator
    private let answer: (PictureAnswer) throws -> Void
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

    /// Makes all pictures, and tells of each.
    ///
    /// - Throws: Only where the answers reach nobody any more.
    func run() async throws {
        #if DEBUG
            FaultInjection.shared.strike(at: MediaPath(bytes: job.video))
        #endif
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
        switch job.arrangement {
        case .single: try await makeSingle(plan.times, plan.duration)
        case .sheets(let columns, let rows):
            let shape = GridShape(columns: columns, rows: rows)
            try await makeSheets("sheet", shape, plan.times, plan.duration)
        case .sprites(let columns, let rows):
            let shape = GridShape(columns: columns, rows: rows)
            try await makeSheets("sprites", shape, plan.times, plan.duration)
        }
        try answer(.done)
    }

    /// Each time that was asked for gets its result, also where the video is none at all.
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
                    "every \(interval) s of \(duration) s are more than"
                        + " \(Self.countLimit) pictures; choose a longer step")
            }
            return (ThumbnailTimes.every(interval, over: duration), duration)
        }
    }

    /// The pictures in order. Where they are spread evenly, black ones are replaced by others nearby.
    private func pictures(
        at times: [Double], _ duration: Double?,
        _ body: (Int, ThumbnailResult) async throws -> Void
    ) async throws {
        var index = 0
        for await result in generator.images(at: times) {
            try await body(index, replacement(for: result, duration) ?? result)
            index += 1
        }
    }

    /// `nil` where the picture is not black, or everything nearby is.
    private func replacement(
        for result: ThumbnailResult, _ duration: Double?
    ) async throws -> ThumbnailResult? {
        guard case .count(let count) = job.times, let duration,
            case .succeeded(let image, _) = result.outcome, image.isNearlyBlack
        else { return nil }
        let others = ThumbnailTimes.alternatives(
            to: result.requestedTime, count: count, over: duration)
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
        let store = job.isCached ? PictureStore(job) : nil
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
            let record = write(result, to: paths[index])
            store?.keep(record, at: result.requestedTime)
            try answer(.result(record))
            told = index + 1
        }
        try tellKnown(before: times.count)
    }

    private func write(_ result: ThumbnailResult, to path: MediaPath) -> PictureRecord {
        guard case .succeeded(let image, let actualTime) = result.outcome else {
            return Self.record(result)
        }
        if let error = write(image, to: path) { return .failed(result.requestedTime, error) }
        return PictureRecord(
            requestedTime: result.requestedTime, status: .succeeded, actualTime: actualTime,
            path: path.bytes, width: image.width, height: image.height)
    }

    /// - Returns: Why it could not be written; `nil` where it was.
    private func write(_ image: ThumbnailImage, to path: MediaPath) -> String? {
        do throws(ThumbnailError) {
            let bytes = try image.encoded(as: job.fileFormat, quality: job.quality)
            return write(bytes, to: path)
        } catch {
            return error.reason
        }
    }

    private func write(_ bytes: [UInt8], to path: MediaPath) -> String? {
        do {
            try protected.check(path)
            try WholeFile.makeFolder(path.parent)
            try WholeFile.write(bytes, to: path, isDurable: !job.isCached)
            return nil
        } catch let failure as Failure {
            // This ends the command; where it cannot be said any more, it has ended.
            try? answer(.refused(failure.message))
            return failure.message
        } catch {
            return "\(path): cannot be written: \(error)"
        }
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
    // MARK: Sheets

    /// One sheet after the other; a track in the end, if they are sprites.
    private func makeSheets(
        _ kind: String, _ shape: GridShape, _ times: [Double], _ duration: Double?
    ) async throws {
        let names = PictureNames(
            folder: MediaPath(bytes: job.folder), stem: job.stem, format: job.fileFormat)
        let isTracked = kind == "sprites"
        var sheet = OpenSheet(shape, isContactSheet: !isTracked)
        var number = 0
        var finished: [PictureRecord] = []
        func finish() {
            finished += close(sheet, as: names.sheet(kind, number))
            number += 1
            sheet = OpenSheet(shape, isContactSheet: !isTracked)
        }
        try await pictures(at: times, duration) { index, result in
            sheet.add(result, of: min(shape.count, times.count - number * shape.count))
            try answer(.progress)
            if sheet.count == shape.count { finish() }
            if !isTracked, sheet.count == 0 {
                for record in finished { try answer(.result(record)) }
                finished = []
            }
        }
        if sheet.count > 0 { finish() }
        if isTracked { finished = tracked(finished, names.track, duration ?? 0) }
        for record in finished { try answer(.result(record)) }
    }

    private func close(_ sheet: OpenSheet, as path: MediaPath) -> [PictureRecord] {
        guard let image = sheet.image else { return sheet.records(path: path) }
        guard image.width <= 65_500, image.height <= 65_500 else {
            return sheet.records(
                error: "a sheet of \(image.width) × \(image.height) pixels is too large;"
                    + " choose fewer or smaller pictures")
        }
        if let error = write(image, to: path) { return sheet.records(error: error) }
        return sheet.records(path: path)
    }

    private func tracked(
        _ records: [PictureRecord], _ path: MediaPath, _ duration: Double
    ) -> [PictureRecord] {
        var track = SpriteTrack()
        let made = records.filter { $0.status == .succeeded }
            .sorted { ($0.requestedTime ?? 0) < ($1.requestedTime ?? 0) }
        for record in made {
            guard let time = record.requestedTime, let sheet = record.path, let x = record.x,
                let y = record.y, let width = record.width, let height = record.height
            else { continue }
            track.add(
                at: time, sheet: MediaPath(bytes: sheet).lastComponent.bytes, x: x, y: y,
                width: width, height: height)
        }
        guard !made.isEmpty else { return records }
        let error = write(Array(track.text(endingAt: duration).utf8), to: path)
        return records.map { record in
            guard record.status == .succeeded else { return record }
            if let error { return .failed(record.requestedTime, error) }
            var record = record
            record.track = path.bytes
            return record
        }
    }
}

/// A sheet that pictures are added to, and what became of each.
private struct OpenSheet {
    private let shape: GridShape
    private let isContactSheet: Bool
    private var sheet: PictureSheet?
    private var results: [PictureRecord] = []

    init(_ shape: GridShape, isContactSheet: Bool) {
        self.shape = shape
        self.isContactSheet = isContactSheet
    }

    var count: Int { results.count }
    var image: ThumbnailImage? { sheet?.image }

    /// - Parameter total: How many pictures the sheet will have.
    mutating func add(_ result: ThumbnailResult, of total: Int) {
        let index = results.count
        switch result.outcome {
        case .failed(let error): results.append(.failed(result.requestedTime, error.reason))
        case .cancelled: results.append(.cancelled(result.requestedTime))
        case .succeeded(let image, let time):
            let layout =
                sheet?.layout
                ?? GridLayout(
                    shape, tile: PixelSize(width: image.width, height: image.height),
                    isContactSheet: isContactSheet)
            var open = sheet ?? PictureSheet(layout, count: total)
            sheet = nil
            open.add(image, at: index, time: time)
            sheet = open
            let place = layout.place(of: index)
            results.append(
                PictureRecord(
                    requestedTime: result.requestedTime, status: .succeeded, actualTime: time,
                    x: place.x, y: place.y, width: layout.tile.width, height: layout.tile.height))
        }
    }

    func records(path: MediaPath) -> [PictureRecord] {
        results.map { record in
            var record = record
            if record.status == .succeeded { record.path = path.bytes }
            return record
        }
    }

    func records(error: String) -> [PictureRecord] {
        results.map { $0.status == .succeeded ? .failed($0.requestedTime, error) : $0 }
    }
}
