import PhonolithMediaModel
import PhonolithThumbnails
import PhonolithWorker

extension PictureWork {
    /// One sheet after the other; a track in the end, if they are sprites.
    func makeSheets(
        _ kind: String, _ shape: GridShape, _ times: [Double], _ duration: Double?
    ) async throws {
        let names = PictureNames(
            folder: MediaPath(bytes: job.folder), stem: job.stem, format: job.fileFormat)
        let isTracked = kind == "sprites"
        let empty = OpenSheet(shape, format: job.fileFormat, isContactSheet: !isTracked)
        var sheet = empty
        var number = 0
        var finished: [PictureRecord] = []
        func finish() throws {
            finished += try close(sheet, as: names.sheet(kind, number))
            number += 1
            sheet = empty
        }
        do {
            try await pictures(at: times, duration) { index, result in
                try sheet.add(result, of: min(shape.count, times.count - number * shape.count))
                try answer(.progress)
                if sheet.count == shape.count { try finish() }
                if !isTracked, sheet.count == 0 {
                    for record in finished { try answer(.result(record)) }
                    finished = []
                }
            }
        } catch let error as OpenSheet.TooLarge {
            // All sheets would be; the first shows it.
            return try times.forEach { try answer(.result(.failedSheet($0, error.reason))) }
        }
        if sheet.count > 0 { try finish() }
        if isTracked { finished = try tracked(finished, names.track, duration ?? 0) }
        for record in finished { try answer(.result(record)) }
    }

    private func close(_ sheet: OpenSheet, as path: MediaPath) throws -> [PictureRecord] {
        guard let image = sheet.image else { return sheet.records(path: path) }
        if let error = try write(image, to: path) { return sheet.records(error: error) }
        return sheet.records(path: path)
    }

    private func tracked(
        _ records: [PictureRecord], _ path: MediaPath, _ duration: Double
    ) throws -> [PictureRecord] {
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
        let error = try write(Array(track.text(endingAt: duration).utf8), to: path)
        return records.map { record in
            guard record.status == .succeeded else { return record }
            if let error { return .failedSheet(record.requestedTime, error) }
            var record = record
            record.track = path.bytes
            return record
        }
    }
}

/// A sheet that pictures are added to, and what became of each.
private struct OpenSheet {
    private let shape: GridShape
    private let format: ThumbnailImage.FileFormat
    private let isContactSheet: Bool
    private var sheet: PictureSheet?
    private var results: [PictureRecord] = []

    /// A sheet of such pictures cannot be made.
    struct TooLarge: Error { let reason: String }

    init(_ shape: GridShape, format: ThumbnailImage.FileFormat, isContactSheet: Bool) {
        self.shape = shape
        self.format = format
        self.isContactSheet = isContactSheet
    }

    var count: Int { results.count }
    var image: ThumbnailImage? { sheet?.image }

    /// - Parameter total: How many pictures the sheet will have.
    /// - Throws: ``TooLarge``, before memory for the sheet is taken.
    mutating func add(_ result: ThumbnailResult, of total: Int) throws(TooLarge) {
        let index = results.count
        switch result.outcome {
        case .failed(let error): results.append(.failed(result.requestedTime, error.reason))
        case .cancelled: results.append(.cancelled(result.requestedTime))
        case .succeeded(let image, let time):
            if sheet == nil { sheet = try begun(with: image, of: total) }
            guard var open = sheet.take() else { return }
            open.add(image, at: index, time: time)
            let (place, tile) = (open.layout.place(of: index), open.layout.tile)
            sheet = open
            results.append(
                PictureRecord(
                    requestedTime: result.requestedTime, status: .succeeded, actualTime: time,
                    x: place.x, y: place.y, width: tile.width, height: tile.height))
        }
    }

    /// All places are as large as the first picture.
    private func begun(with image: ThumbnailImage, of total: Int) throws(TooLarge) -> PictureSheet {
        let layout = GridLayout(
            shape, tile: PixelSize(width: image.width, height: image.height),
            isContactSheet: isContactSheet)
        if let reason = format.refusal(of: layout.size(of: total)) {
            throw TooLarge(reason: "\(reason), or fewer or smaller pictures")
        }
        return PictureSheet(layout, count: total)
    }

    func records(path: MediaPath) -> [PictureRecord] {
        results.map { record in
            var record = record
            if record.status == .succeeded { record.path = path.bytes }
            return record
        }
    }

    func records(error: String) -> [PictureRecord] {
        results.map { $0.status == .succeeded ? .failedSheet($0.requestedTime, error) : $0 }
    }
}
