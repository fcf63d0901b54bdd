import PhonolithFiles
package import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
package import PhonolithStreaming
import PhonolithUsers
import PhonolithWorker

/// Results of workers: sound in other formats, pictures in other sizes, pictures of videos.
package struct MediaRenditions: Sendable {
    let transcodes: TranscodeCache
    let pictures: WorkerPictures

    /// Where they are kept, and how many are made at once.
    package struct Options: Hashable, Sendable {
        /// The folder of the caches.
        package var folder: MediaPath
        // In bytes.
        package var transcodeLimit = 2 << 30
        // In bytes.
        package var pictureLimit = 512 << 20
        /// How many transcodes are made at once, and one less for each user; further clients are asked to try later.
        package var transcodeCount = 4
        /// The program `phonolith-media`; `nil` for that of this installation.
        package var program: MediaPath?

        package init(folder: MediaPath) { self.folder = folder }
    }

    /// Uses the folder. Blocks its thread.
    ///
    /// - Throws: `WholeFile.Failure` where the folder cannot be made.
    package init(_ options: Options) throws {
        let threads = BlockingThreads(name: "media-cache", count: 8)
        transcodes = try TranscodeCache(
            folder: options.folder.appending("transcodes"), limit: options.transcodeLimit,
            // One is left for who has none.
            shareOfUser: max(1, options.transcodeCount - 1),
            transcoder: WorkerTranscoder(
                workers: WorkerPool(
                    program: options.program, limit: options.transcodeCount,
                    silenceLimit: .seconds(60))),
            threads: threads)
        pictures = try WorkerPictures(
            folder: options.folder.appending("pictures"), limit: options.pictureLimit,
            workers: WorkerPool(program: options.program, limit: 2, silenceLimit: .seconds(60)),
            threads: threads)
    }

    /// Seconds after which a client that was refused may try again.
    package static let retryAfter = 5
}

/// Why a client does not get what it wants of an item.
package enum MediaRefusal: Error {
    /// The file cannot be read.
    case unreadable
    /// The file is on another machine, and this one was not told where it has it.
    case elsewhere(host: String)
    /// Too many transcodes are being made.
    case busy
    /// A worker could not make it, for this reason.
    case failed(String)

    /// Why a file of another machine is not served, for people.
    package static func reason(host: String) -> String {
        "the file is on \(host) and cannot be read here; check --map-root, and that its folder is mounted"
    }
}

extension ServedCatalog {
    /// An item's sound in the form that a client wishes.
    ///
    /// - Throws: ``MediaRefusal``.
    package func stream(_ item: MediaItem, _ wish: StreamWish) async throws -> ByteAnswer {
        let file = try await original(item)
        switch StreamPlan(for: item, source: file.representation.tag, wish) {
        case .original:
            return ByteAnswer(.file(file, files), file.representation, mimeType: item.mimeType)
        case .transcode(let request): return try await transcode(request)
        }
    }

    /// A transcode, whose first byte is there; for HEAD none is begun.
    ///
    /// - Throws: ``MediaRefusal``.
    package func transcode(_ request: TranscodeRequest) async throws -> ByteAnswer {
        let transcodes = media.transcodes
        var hold: Hold?
        if !HeadRequest.isAnswered {
            hold = try await Self.made { try await transcodes.begin(request, for: transcodeClient) }
        }
        let finished = try await transcodes.length(of: request)
        var answer = ByteAnswer(
            .transcode(transcodes, request, hold),
            Representation(length: finished ?? request.length ?? 0, tag: request.tag),
            mimeType: request.format.mimeType)
        answer.hasLength = finished != nil || request.length != nil
        return answer
    }

    /// The file of an item.
    ///
    /// - Throws: ``MediaRefusal``.
    package func original(_ item: MediaItem) async throws -> OpenFile {
        do {
            return try await files.openMedia(item.location.path)
        } catch is OpenFile.Failure {
            let path = item.location.path
            if let host = try await perform({
                try $0.roots.all().nearest(to: path, by: \.pathHere)?.otherHost
            }) {
                throw MediaRefusal.elsewhere(host: host)
            }
            throw MediaRefusal.unreadable
        }
    }

    /// A picture that is no larger than requested.
    ///
    /// - Parameter size: Of the longest edge, in pixels; `nil` for the picture as it is.
    /// - Throws: ``MediaRefusal``.
    package func picture(
        _ bytes: [UInt8], hash: String, mimeType: String, size: Int?
    ) async throws -> (bytes: [UInt8], mimeType: String, tag: EntityTag) {
        guard let size, size > 0 else { return (bytes, mimeType, EntityTag(hash)) }
        let edge = min(size, Self.largestPicture)
        let made = try await Self.made {
            try await media.pictures.smaller(hash: hash, longestEdge: edge, for: client) { bytes }
        }
        guard let made else { return (bytes, mimeType, EntityTag(hash)) }
        return (made, Self.mimeType(ofPicture: made), EntityTag("\(hash)-\(edge)"))
    }

    // In pixels.
    package static let largestPicture = 4096

    /// A frame of a video.
    ///
    /// - Parameters:
    ///   - source: The tag of the video's file.
    ///   - isExact: Whether it is the very frame, and not the nearest key frame.
    ///   - longestEdge: In pixels; `nil` for the size of the video.
    /// - Throws: ``MediaRefusal``.
    package func frame(
        of video: MediaItem, source: EntityTag, at time: Double, isExact: Bool, longestEdge: Int?
    ) async throws -> [UInt8] {
        try await Self.made {
            try await media.pictures.picture(
                of: video.location.path, source: source, at: time, isExact: isExact,
                longestEdge: longestEdge, for: client)
        }
    }

    /// Small frames of a video by which a place in it can be found.
    ///
    /// - Parameters:
    ///   - source: The tag of the video's file.
    ///   - interval: Between two frames, in seconds.
    /// - Throws: ``MediaRefusal``.
    package func sprites(
        of video: MediaItem, source: EntityTag, interval: Double, longestEdge: Int
    ) async throws -> SpriteSet {
        try await Self.made {
            try await media.pictures.sprites(
                of: video.location.path, source: source, interval: interval,
                longestEdge: longestEdge, for: client)
        }
    }

    private static func mimeType(ofPicture bytes: [UInt8]) -> String {
        bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "image/png" : "image/jpeg"
    }

    /// Translates what workers fail with.
    private static func made<Value>(_ make: () async throws -> Value) async throws -> Value {
        do {
            return try await make()
        } catch is WorkerPool.Busy {
            throw MediaRefusal.busy
        } catch let failure as MediaWorkFailure {
            throw MediaRefusal.failed(failure.description)
        } catch let failure as JobFailure {
            throw MediaRefusal.failed(failure.description)
        } catch let error as WorkerError {
            throw MediaRefusal.failed(error.description)
        }
    }
}

extension MediaItem {
    /// The title; of a file without one, its name without the extension.
    package var shownTitle: String {
        if let title = facts.title { return title }
        let name = location.path.lastComponent.description
        let suffix = location.path.pathExtension
        return suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
    }

    package var isVideo: Bool { !facts.mediaType.isDisjoint(with: .anyVideo) }

    /// The type of the file's bytes in HTTP.
    package var mimeType: String {
        MediaFormat.type(
            of: facts.container, extension: location.path.pathExtension, isVideo: isVideo)
    }
}
