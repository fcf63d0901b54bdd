import Foundation
import MediaModel
import Thumbnails

/// What is to be made of one video: sent to the child as one line of JSON.
struct PictureJob: Codable, Sendable {
    /// The path's bytes, for not all are text.
    var video: [UInt8]
    var times: Times
    /// In seconds; `nil` for as much as it takes.
    var toleranceBefore: Double?
    var toleranceAfter: Double?
    /// Whether exact frames take the place of a key frame that would be shown twice in succession.
    var avoidsRepeats = false
    var maximumSize: Box?
    var format: String
    /// 1...100.
    var quality: Int
    var arrangement: Arrangement
    /// Where files are made.
    var folder: [UInt8]
    /// What their names begin with.
    var stem: [UInt8]
    /// How many bytes the folder may hold, where it is the cache; its files are named for what they are
    /// made of. `nil` for any other folder.
    var cacheLimit: Int?
    /// The library, whose files are not written over; `nil` where there can be none.
    var library: String?
    /// In seconds, for one picture.
    var timeLimit: Double

    /// Which times.
    enum Times: Codable, Hashable, Sendable {
        /// These, in seconds.
        case at([Double])
        /// So many, evenly.
        case count(Int)
        /// Every so many seconds.
        case every(Double)
    }

    /// A size in pixels.
    struct Box: Codable, Hashable, Sendable {
        var width: Int
        var height: Int
    }

    /// What the files are.
    enum Arrangement: Codable, Hashable, Sendable {
        /// One for each time.
        case single
        /// Sheets with the times below the pictures.
        case sheets(columns: Int, rows: Int)
        /// Sheets edge to edge, and a track that tells what is where.
        case sprites(columns: Int, rows: Int)
    }
}

/// What the child answers, a line each.
enum PictureAnswer: Codable, Sendable {
    /// It is at work: nothing is to be told yet.
    case progress
    /// The times that the video is pictured at, for each of which a result follows, in their order.
    case times([Double])
    case result(PictureRecord)
    /// A picture cannot be written, or would be over a file that must stay: the reason, for the user. Neither
    /// this video nor another is worth its work.
    case refused(String)
    /// The video is done.
    case done
}

/// What became of one time.
struct PictureRecord: Codable, Hashable, Sendable {
    /// In seconds; `nil` where the times depend on a length that nobody knows.
    var requestedTime: Double?
    var status: Status
    var actualTime: Double?
    /// The bytes of the picture's path, or of that of the sheet it is on.
    var path: [UInt8]?
    /// On a sheet.
    var x: Int?
    var y: Int?
    var width: Int?
    var height: Int?
    /// The bytes of the sprite track's path.
    var track: [UInt8]?
    var error: String?
    /// Whether the error is that of the whole sheet or track.
    var isErrorOfSheet: Bool?

    enum Status: String, Codable, Sendable {
        case succeeded, failed, cancelled
    }

    /// One without a picture.
    static func failed(_ time: Double?, _ error: String) -> PictureRecord {
        PictureRecord(requestedTime: time, status: .failed, error: error)
    }

    /// One whose sheet or track could not be made.
    static func failedSheet(_ time: Double?, _ error: String) -> PictureRecord {
        PictureRecord(requestedTime: time, status: .failed, error: error, isErrorOfSheet: true)
    }

    /// One that nobody wants any more.
    static func cancelled(_ time: Double?) -> PictureRecord {
        PictureRecord(requestedTime: time, status: .cancelled)
    }
}

extension PictureJob {
    /// The generator with the job's wishes.
    var generator: ThumbnailGenerator {
        var generator = ThumbnailGenerator(
            path: MediaPath(bytes: video),
            threads: min(8, ProcessInfo.processInfo.activeProcessorCount))
        generator.maximumSize = maximumSize.map { PixelSize(width: $0.width, height: $0.height) }
        generator.requestedTimeToleranceBefore = toleranceBefore ?? .infinity
        generator.requestedTimeToleranceAfter = toleranceAfter ?? .infinity
        generator.timeLimit = .seconds(timeLimit)
        return generator
    }

    var fileFormat: ThumbnailImage.FileFormat { .init(rawValue: format) ?? .jpeg }
}
