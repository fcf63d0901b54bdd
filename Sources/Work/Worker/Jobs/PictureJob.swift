package struct PictureJob: Codable, Sendable {
    /// The path's bytes, for not all are text.
    package var video: [UInt8]
    package var times: Times
    /// In seconds; `nil` for as much as it takes.
    package var toleranceBefore: Double?
    package var toleranceAfter: Double?
    /// Whether exact frames take the place of a key frame that would be shown twice in succession.
    package var avoidsRepeats = false
    package var maximumSize: Box?
    package var format: String
    // 1...100.
    package var quality: Int
    package var arrangement: Arrangement
    package var folder: [UInt8]
    /// The beginning of their names.
    package var stem: [UInt8]
    /// How many bytes the folder may hold, where it is the cache; its files are named for what they are
    /// made of. `nil` for any other folder.
    package var cacheLimit: Int?
    /// The library, whose files are not written over; `nil` if there can be none.
    package var library: String?
    /// In seconds, for one picture.
    package var timeLimit: Double

    package enum Times: Codable, Hashable, Sendable {
        // These, in seconds.
        case at([Double])
        /// A number of pictures, evenly spread.
        case count(Int)
        // Every so many seconds.
        case every(Double)
    }

    // A size in pixels.
    package struct Box: Codable, Hashable, Sendable {
        package var width: Int
        package var height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    package init(
        video: [UInt8], times: Times, toleranceBefore: Double?, toleranceAfter: Double?,
        avoidsRepeats: Bool, maximumSize: Box?, format: String, quality: Int,
        arrangement: Arrangement, folder: [UInt8], stem: [UInt8], cacheLimit: Int?,
        library: String?, timeLimit: Double
    ) {
        self.video = video
        self.times = times
        self.toleranceBefore = toleranceBefore
        self.toleranceAfter = toleranceAfter
        self.avoidsRepeats = avoidsRepeats
        self.maximumSize = maximumSize
        self.format = format
        self.quality = quality
        self.arrangement = arrangement
        self.folder = folder
        self.stem = stem
        self.cacheLimit = cacheLimit
        self.library = library
        self.timeLimit = timeLimit
    }

    /// The arrangement of pictures in the files.
    package enum Arrangement: Codable, Hashable, Sendable {
        case single
        /// Sheets with the times below the pictures.
        case sheets(columns: Int, rows: Int)
        /// Sheets edge to edge, and a track that says where each picture lies.
        case sprites(columns: Int, rows: Int)
    }
}

/// A worker's answer to a ``PictureJob``.
package enum PictureAnswer: Codable, Sendable {
    /// It is working: there is nothing to report yet.
    case progress
    /// The times that the video is pictured at, for each of which a result follows, in their order.
    case times([Double])
    case result(PictureRecord)
    /// A picture cannot be written, or would be over a file that must stay: the reason, for the user. Neither
    /// this video nor another is worth its work.
    case refused(String)
    case done
}

/// The result for one time.
package struct PictureRecord: Codable, Hashable, Sendable {
    /// In seconds; `nil` if the times depend on a length that nobody knows.
    package var requestedTime: Double?
    package var status: Status
    package var actualTime: Double?
    /// The bytes of the picture's path, or of that of the sheet it is on.
    package var path: [UInt8]?
    package var x: Int?
    package var y: Int?
    package var width: Int?
    package var height: Int?
    /// The bytes of the sprite track's path.
    package var track: [UInt8]?
    package var error: String?
    /// Whether the error is that of the whole sheet or track.
    package var isErrorOfSheet: Bool?

    package enum Status: String, Codable, Sendable {
        case succeeded, failed, cancelled
    }

    package init(
        requestedTime: Double?, status: Status, actualTime: Double? = nil, path: [UInt8]? = nil,
        x: Int? = nil, y: Int? = nil, width: Int? = nil, height: Int? = nil,
        track: [UInt8]? = nil, error: String? = nil, isErrorOfSheet: Bool? = nil
    ) {
        self.requestedTime = requestedTime
        self.status = status
        self.actualTime = actualTime
        self.path = path
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.track = track
        self.error = error
        self.isErrorOfSheet = isErrorOfSheet
    }

    package static func failed(_ time: Double?, _ error: String) -> PictureRecord {
        PictureRecord(requestedTime: time, status: .failed, error: error)
    }

    /// One whose sheet or track could not be made.
    package static func failedSheet(_ time: Double?, _ error: String) -> PictureRecord {
        PictureRecord(requestedTime: time, status: .failed, error: error, isErrorOfSheet: true)
    }

    /// One that is no longer wanted.
    package static func cancelled(_ time: Double?) -> PictureRecord {
        PictureRecord(requestedTime: time, status: .cancelled)
    }
}
