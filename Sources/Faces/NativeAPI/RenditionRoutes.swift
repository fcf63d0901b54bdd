import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStreaming
import PhonolithUsers

/// Results of workers for an item: its sound in another form, and pictures.
enum RenditionRoutes {
    static let all = [
        APIRoute(
            .get, "/items/{id}/stream", "Get the file of an item, or its audio in another format.",
            parameters: [
                APIParameter(
                    "format", .string,
                    "mp3, opus, aac, flac or wav; also mp4 for videos; raw for the unchanged file. Default: the unchanged file, if the other parameters allow it."
                ),
                APIParameter("bitRate", .integer, "Maximum bit rate in kbit/s."),
                APIParameter("time", .number, "Start position in seconds. Default: 0."),
                APIParameter("replayGain", .string, "ReplayGain mode: track or album."),
            ], answer: .bytes("*/*"), right: .stream, stream),
        APIRoute(
            .get, "/items/{id}/artwork", "Get a picture of an item.",
            parameters: [
                APIParameter(
                    "type", .string,
                    "Picture type: front, back, … Default: the preferred picture.")
            ] + pictureParameters, answer: .bytes("image/*"), artwork),
        APIRoute(
            .get, "/items/{id}/thumbnail", "Get a frame of a video.",
            parameters: [
                APIParameter("time", .number, "In seconds."),
                APIParameter(
                    "exact", .boolean,
                    "Get the exact frame instead of the nearest key frame. Default: false."),
                APIParameter(
                    "size", .integer, "Longest edge in pixels; pictures are never enlarged."),
            ], answer: .bytes("image/jpeg"), thumbnail),
        APIRoute(
            .get, "/items/{id}/sprites",
            "Get the WebVTT track that maps times to parts of the sprite sheets.",
            answer: .bytes("text/vtt")
        ) { call in
            // The first of these calls has the whole video decoded.
            let (_, file, sprites) = try await sprites(call)
            return bytes(Array(sprites.track.utf8), "\(file.value)-track", "text/vtt", call)
        },
        APIRoute(
            .get, "/items/{id}/sprites/{sheet}", "Get a sprite sheet of a video.",
            answer: .bytes("image/jpeg")
        ) { call in
            let (_, file, sprites) = try await sprites(call)
            let name = call.path["sheet"] ?? ""
            guard name.hasSuffix(".jpg"), let number = Int(name.dropLast(4)),
                sprites.sheets.indices.contains(number - 1)
            else { throw Problem.notFound("sheet", name) }
            return bytes(
                sprites.sheets[number - 1], "\(file.value)-\(number)", "image/jpeg", call)
        },
    ]

    // MARK: - Sound

    private static func stream(_ call: APICall) async throws -> Response {
        let item = try await call.item()
        var wish = StreamWish(format: call.text("format"))
        if let name = wish.format, !["raw"].contains(name), !StreamWish.knows(format: name) {
            throw Problem.badParameter("format", name, "mp3, opus, aac, flac, wav, mp4 or raw")
        }
        wish.bitRateLimit = try call.integer("bitRate")
        wish.offset = try seconds(call, "time") ?? 0
        wish.gain = try gain(call, item.facts)
        return call.respond(try await call.library.stream(item, wish))
    }

    /// The gain that makes items equally loud, in dB; the peak stays below full scale.
    private static func gain(_ call: APICall, _ facts: MediaFacts) throws(Problem) -> Double {
        let track = (facts.replayGainTrackGain, facts.replayGainTrackPeak)
        let album = (facts.replayGainAlbumGain, facts.replayGainAlbumPeak)
        guard let name = call.text("replayGain") else { return 0 }
        guard name == "track" || name == "album" else {
            throw .badParameter("replayGain", name, "track or album")
        }
        let (first, second) = name == "track" ? (track, album) : (album, track)
        let (gain, peak) = first.0 != nil ? first : second
        guard let gain, gain.isFinite else { return 0 }
        guard let peak, peak > 0 else { return gain }
        return min(gain, -20 * log10(peak))
    }

    // MARK: - Pictures

    private static func artwork(_ call: APICall) async throws -> Response {
        let id: MediaItemID = try call.id()
        var kind: MediaArtwork.Kind?
        if let name = call.text("type") {
            guard let known = MediaArtwork.Kind(named: name) else {
                throw Problem.badParameter("type", name, "front, back or another picture type")
            }
            kind = known
        }
        let wanted = kind
        guard
            let picture = try await call.library.perform({
                try $0.artworks.picture(of: id, kind: wanted)
            })
        else { throw Problem(.notFound, "the item \(id) has no such picture") }
        return try await sized(
            picture.bytes, hash: picture.artwork.sha256, mimeType: picture.artwork.mimeType, call)
    }

    /// A picture in the size that the call asks for; it may be kept forever if the call has its hash.
    static func sized(
        _ picture: [UInt8], hash: String, mimeType: String, _ call: APICall
    ) async throws -> Response {
        let isExact = call.text("hash").map { $0.count >= 16 && hash.hasPrefix($0) } ?? false
        let size = try size(call)
        let sized = try await call.library.picture(
            picture, hash: hash, mimeType: mimeType, size: size)
        return bytes(
            sized.bytes, sized.tag.value, sized.mimeType, call,
            caching: isExact ? "private, max-age=31536000, immutable" : "private, no-cache")
    }

    private static func thumbnail(_ call: APICall) async throws -> Response {
        let (item, file) = try await video(call)
        guard let time = try seconds(call, "time") else {
            throw Problem(.badRequest, "time is missing: seconds from the beginning")
        }
        let (isExact, size) = (try call.flag("exact") ?? false, try size(call))
        let picture = try await call.library.frame(
            of: item, source: file, at: time, isExact: isExact, longestEdge: size)
        let tag = "\(file.value)-\(time)-\(isExact)-\(size ?? 0)"
        return bytes(picture, tag, "image/jpeg", call)
    }

    private static func sprites(
        _ call: APICall
    ) async throws -> (MediaItem, EntityTag, SpriteSet) {
        let (item, file) = try await video(call)
        // A hundred pictures are enough to find a place by.
        let interval = max(1, ((item.facts.playbackDuration ?? 0) / 100).rounded(.up))
        let sprites = try await call.library.sprites(
            of: item, source: file, interval: interval, longestEdge: 240)
        return (item, file, sprites)
    }

    /// The video in the path, and the tag of its file.
    private static func video(_ call: APICall) async throws -> (MediaItem, EntityTag) {
        let item = try await call.item()
        guard item.isVideo else {
            throw Problem(.notFound, "the item \(item.persistentID) is not a video")
        }
        let file = try await call.library.original(item)
        return (item, file.representation.tag)
    }

    // MARK: - Parameters and answers

    static let pictureParameters = [
        APIParameter(
            "hash", .string,
            "16 digits or more of the picture's SHA-256; with the right ones the response can be cached forever."
        ),
        APIParameter("size", .integer, "Longest edge in pixels; pictures are never enlarged."),
    ]

    private static func size(_ call: APICall) throws(Problem) -> Int? {
        guard let size = try call.integer("size") else { return nil }
        guard (1...ServedCatalog.largestPicture).contains(size) else {
            throw .badParameter("size", "\(size)", "1 to \(ServedCatalog.largestPicture) pixels")
        }
        return size
    }

    private static func seconds(_ call: APICall, _ name: String) throws(Problem) -> Double? {
        guard let text = call.text(name) else { return nil }
        guard let time = Double(text), (0..<1e9).contains(time) else {
            throw .badParameter(name, text, "seconds from 0")
        }
        return time
    }

    private static func bytes(
        _ bytes: [UInt8], _ tag: String, _ mimeType: String, _ call: APICall,
        caching: String = "private, no-cache"
    ) -> Response {
        call.respond(
            ByteAnswer(bytes, tag: EntityTag(tag), mimeType: mimeType, caching: caching))
    }
}

enum PictureRoutes {
    static let all = [
        APIRoute(
            .get, "/albums/{id}/artwork", "Get the picture of an album.",
            parameters: RenditionRoutes.pictureParameters, answer: .bytes("image/*"), artwork)
    ]

    private static func artwork(_ call: APICall) async throws -> Response {
        let id: MediaAlbumID = try call.id()
        let found = try await call.library.perform { catalog in
            let album = try catalog.collections.all([id.rawValue], groupedBy: .album).first
            return try album?.artworkSHA256.flatMap { hash in
                try catalog.artworks.picture(sha256: hash).map { (hash, $0) }
            }
        }
        guard let (hash, picture) = found else {
            throw Problem(.notFound, "the album \(id) has no picture")
        }
        return try await RenditionRoutes.sized(
            picture.bytes, hash: hash, mimeType: picture.mimeType, call)
    }
}

/// The subtitles in files next to a video.
enum SubtitleRoutes {
    static let all = [
        APIRoute(
            .get, "/items/{id}/subtitles", "List the subtitles next to a video.",
            answer: .list("Subtitles")
        ) { call in
            .list(
                try await found(call).enumerated().map { place, subtitles in
                    Record([
                        ("number", .integer(place + 1)),
                        ("language", subtitles.language.map(MediaValue.text)),
                        ("label", subtitles.label.map(MediaValue.text)),
                        ("format", .text(subtitles.format.rawValue)),
                    ])
                })
        },
        APIRoute(
            .get, "/items/{id}/subtitles/{number}",
            "Get subtitles of a video as WebVTT, whatever the format of their file.",
            answer: .bytes("text/vtt"), text),
    ]

    private static func found(_ call: APICall) async throws -> [Captions] {
        let item = try await call.item()
        return item.isVideo
            ? try await call.library.files.captions(besides: item.location.path) : []
    }

    private static func text(_ call: APICall) async throws -> Response {
        let name = call.path["number"] ?? ""
        let subtitles = try await found(call)
        guard let number = Int(name), number > 0, number <= subtitles.count,
            let text = try await call.library.files.text(of: subtitles[number - 1], as: .vtt)
        else { throw Problem(.notFound, "the item has no subtitles '\(name.prefix(100))'") }
        return call.respond(ByteAnswer(text, mimeType: Captions.Format.vtt.mimeType))
    }
}
