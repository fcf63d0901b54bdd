import HTTPTypes
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers
import PhonolithWorker

/// HTTP Live Streaming: a playlist of segments, each of which a worker makes when it is requested.
enum LiveStreamingEndpoints {
    static let all = [
        Endpoint(
            "hls.m3u8", [.required("id"), .list("bitRate"), .optional("audioTrack")],
            right: .stream, playlist),
        // Named by the playlist, and not by the protocol.
        Endpoint(
            "hls.mp4", [.required("id"), .optional("bitRate")], right: .stream
        ) { call in
            try await part(.header, call) { _ in (0, nil) }
        },
        Endpoint(
            "hls.m4s", [.required("id"), .required("segment", .integer), .optional("bitRate")],
            right: .stream
        ) { call in
            try await part(.segment, call) { playlist in
                let number = call.integer("segment") ?? 0
                guard playlist.starts.indices.contains(number) else {
                    throw SubsonicError.notFound("Segment", "\(number)")
                }
                return (playlist.starts[number], playlist.end(of: number))
            }
        },
    ]

    private static func playlist(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let rates = call.texts("bitRate")
        for rate in rates { _ = try Rate(rate) }
        let text: String
        if rates.count > 1 {
            text = try HLSPlaylist.variants(
                rates.map { (try Rate($0).bitRate, call.address("hls.m3u8", [("bitRate", $0)])) })
        } else {
            let rate = rates.map { ("bitRate", $0) }
            text = segments(of: item).text(header: call.address("hls.mp4", rate)) {
                call.address("hls.m4s", rate + [("segment", String($0))])
            }
        }
        return .bytes(
            ByteAnswer(Array(text.utf8), mimeType: "application/vnd.apple.mpegurl"))
    }

    private static func segments(of item: MediaItem) -> HLSPlaylist {
        HLSPlaylist(duration: item.facts.playbackDuration ?? 0)
    }

    private static func part(
        _ part: TranscodeRequest.Film.Part, _ call: SubsonicCall,
        _ stretch: (HLSPlaylist) throws -> (start: Double, end: Double?)
    ) async throws -> SubsonicAnswer {
        let item = try await call.item()
        let rate = try call.optionalText("bitRate").map { try Rate($0) }
        let quality = FilmQuality(for: item, bitRate: rate?.bitRate, size: rate?.size)
        let (start, end) = try stretch(segments(of: item))
        let file = try await call.library.original(item)
        return .bytes(
            try await call.library.transcode(
                TranscodeRequest(
                    item, file.representation.tag, quality, part, from: start, to: end)))
    }

    /// A bit rate in kbit/s, with a size where the client wants one: `1000`, `1000@640x480`.
    private struct Rate {
        let bitRate: Int
        let size: PixelSize?

        init(_ text: String) throws(SubsonicError) {
            let parts = text.split(separator: "@", maxSplits: 1)
            let size = parts.count > 1 ? PixelSize(String(parts[1]), upTo: 10_000) : nil
            guard let first = parts.first, let rate = Int(first), (0...1_000_000).contains(rate),
                parts.count == 1 || size != nil
            else { throw .wrong("bitRate", text, expected: "kbit/s like 1000 or 1000@640x480") }
            (bitRate, self.size) = (rate, size)
        }
    }
}

extension SubsonicCall {
    /// The address of another call about the same item, with the credentials of this one: players send none of their
    /// own with what a playlist names.
    fileprivate func address(_ name: String, _ parameters: [(String, String)]) -> String {
        let kept = ["u", "p", "t", "s", "apiKey", "v", "c", "id"].compactMap { key in
            text[key].map { (key, $0) }
        }
        let query = (kept + parameters).map { "\($0)=\(PercentEncoding.value($1))" }
        return "\(name)?" + query.joined(separator: "&")
    }
}
