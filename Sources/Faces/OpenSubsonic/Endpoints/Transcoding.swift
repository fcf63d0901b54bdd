import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers
import PhonolithWorker

/// The extension `transcoding`: streams for a player in place of a file that it cannot play.
enum TranscodingEndpoints {
    static let all = [
        Endpoint(
            "getTranscodeDecision",
            [.required("mediaId"), .required("mediaType", .choice(["song", "podcast"]))],
            right: .stream, decision),
        Endpoint(
            "getTranscodeStream",
            [
                .required("mediaId"), .required("mediaType", .choice(["song", "podcast"])),
                .optional("offset", .integer), .required("transcodeParams"),
            ], right: .stream, stream),
    ]

    private static func decision(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item("mediaId")
        guard let player = try await call.object(PlayerAbilities.self) else {
            throw SubsonicError(.generic, "The body is not the JSON object ClientInfo")
        }
        let decision = TranscodeDecision(for: item, player)
        var object = SubsonicObject()
        object.add("canDirectPlay", decision.canDirectPlay)
        object.add("canTranscode", decision.transcode != nil)
        object.add("transcodeReason", .texts(decision.reasons))
        if !decision.canDirectPlay, decision.transcode == nil {
            object.add("errorReason", "the player supports none of the server's formats")
        }
        object.add("transcodeParams", decision.transcode?.text)
        object.add("sourceStream", .object(source(item.facts)))
        if let transcode = decision.transcode {
            object.add("transcodeStream", .object(target(transcode, item.facts)))
        }
        return .payload("transcodeDecision", object)
    }

    private static func source(_ facts: MediaFacts) -> SubsonicObject {
        var object = SubsonicObject("protocol", .text("http"))
        object.add("container", facts.container ?? "unknown")
        object.add("codec", facts.codec ?? "unknown")
        object.add("audioChannels", facts.channelCount)
        object.add("audioBitrate", facts.bitRate.map { $0 * 1000 })
        object.add("audioSamplerate", facts.sampleRate)
        object.add("audioBitdepth", facts.bitDepth)
        return object
    }

    private static func target(
        _ transcode: TranscodeDecision.Transcode, _ facts: MediaFacts
    ) -> SubsonicObject {
        let channels = facts.channelCount.map {
            min($0, transcode.channelLimit ?? .max, transcode.format.channelLimit)
        }
        var object = SubsonicObject("protocol", .text("http"))
        object.add("container", transcode.format.container)
        object.add("codec", transcode.format == .wav ? "pcm" : transcode.format.rawValue)
        object.add("audioChannels", channels)
        object.add("audioBitrate", transcode.bitRate.map { $0 * 1000 })
        return object
    }

    private static func stream(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        let item = try await call.item("mediaId")
        let text = try call.text("transcodeParams")
        guard let transcode = TranscodeDecision.Transcode(text: text) else {
            throw SubsonicError.wrong(
                "transcodeParams", text, expected: "what getTranscodeDecision has returned")
        }
        let file = try await call.library.original(item)
        let wish = StreamWish(
            bitRateLimit: transcode.bitRate, channelLimit: transcode.channelLimit,
            offset: Double(call.offset("offset")))
        return .bytes(
            try await call.library.transcode(
                TranscodeRequest(item, file.representation.tag, transcode.format, wish)))
    }

    /// The response to a call that fails. For `getTranscodeStream` it has a status of HTTP, as the extension wants it; others
    /// have 200, because programs drop the body of any other.
    ///
    /// - Parameter answer: The usual one.
    static func response(
        to error: any Error, of name: Substring, otherwise answer: Response
    ) -> Response {
        guard ["getTranscodeStream", "getTranscodeStream.view"].contains(name) else {
            return answer
        }
        guard answer.status == .ok else { return answer }
        var answer = answer
        answer.status = status(of: error)
        return answer
    }

    private static func status(of error: any Error) -> HTTPResponse.Status {
        switch error {
        case let error as SubsonicError: error.status
        case let refusal as AccessRefusal: refusal.subsonicError.status
        case MediaRefusal.unreadable: .notFound
        case MediaRefusal.elsewhere: .serviceUnavailable
        case MediaRefusal.failed: .unprocessableContent
        default: .internalServerError
        }
    }
}

extension SubsonicError {
    fileprivate var status: HTTPResponse.Status {
        switch code {
        case .generic, .missingParameter: .badRequest
        case .wrongCredentials, .tokenNotSupported, .authenticationNotSupported,
            .conflictingAuthentication, .invalidKey:
            .unauthorized
        case .notAuthorized: .forbidden
        case .notFound: .notFound
        }
    }
}

extension TranscodeDecision.Transcode {
    /// The text that players send back: `mp3-128-2`, with 0 for no limit.
    fileprivate var text: String { "\(format.rawValue)-\(bitRate ?? 0)-\(channelLimit ?? 0)" }

    /// - Returns: `nil` for a text that no decision has.
    fileprivate init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let format = TranscodeJob.Format(rawValue: String(parts[0])),
            let rate = Int(parts[1]), let channels = Int(parts[2]), rate >= 0, channels >= 0,
            format.isOfPlayers, format.hasLoss == (rate > 0)
        else { return nil }
        self.init(
            format: format, bitRate: rate > 0 ? rate : nil,
            channelLimit: channels > 0 ? channels : nil)
        // There is one way to write each.
        if self.text != text { return nil }
    }
}

extension TranscodeJob.Format {
    /// Whether decisions choose it: players are asked for their sound alone.
    fileprivate var isOfPlayers: Bool { self != .mp4 }

    fileprivate var hasLoss: Bool {
        switch self {
        case .opus, .mp3, .aac, .mp4: true
        case .flac, .wav: false
        }
    }

    fileprivate var container: String {
        switch self {
        case .opus: "ogg"
        case .mp3, .aac, .flac, .wav, .mp4: rawValue
        }
    }
}
