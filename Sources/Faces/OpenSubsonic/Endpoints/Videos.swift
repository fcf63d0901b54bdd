import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStore
import PhonolithStreaming

/// Facts of videos besides their tags.
enum VideoEndpoints {
    static let all = [
        Endpoint("getVideoInfo", [.required("id")], info),
        Endpoint(
            "getCaptions",
            [.required("id"), .optional("format", .choice(["srt", "vtt"]))], captions),
    ]

    /// Audio tracks and conversions are not listed: the library does not know the one, and the server makes none of the
    /// other.
    private static func info(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let video = try await video(call)
        let id = "\(SubsonicID.song(video.persistentID))"
        var object = SubsonicObject("id", .text(id))
        let found = try await call.library.files.captions(besides: video.location.path)
        object.add(
            "captions",
            found.map { captions in
                var object = SubsonicObject("id", .text(id))
                object.add("name", captions.label ?? captions.path.lastComponent.description)
                return object
            })
        return .payload("videoInfo", object)
    }

    private static func captions(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let video = try await video(call)
        let files = call.library.files
        let found = try await files.captions(besides: video.location.path)
        let wanted = call.optionalText("format").flatMap { Captions.Format(rawValue: $0) }
        // A file that is in the format already goes before one that has to be converted.
        for captions in found.sorted(by: { $0.format == wanted && $1.format != wanted }) {
            let format = wanted ?? captions.format
            guard let text = try await files.text(of: captions, as: format) else { continue }
            return .bytes(ByteAnswer(text, mimeType: format.mimeType))
        }
        throw SubsonicError.notFound("Captions", "\(SubsonicID.song(video.persistentID))")
    }

    private static func video(_ call: SubsonicCall) async throws -> MediaItem {
        let item = try await call.item()
        guard item.isVideo else {
            throw SubsonicError.notFound("Video", "\(SubsonicID.song(item.persistentID))")
        }
        return item
    }
}
