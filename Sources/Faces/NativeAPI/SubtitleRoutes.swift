import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStreaming

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
