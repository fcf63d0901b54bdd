import Catalog
import Foundation
import HTTPTypes
import Hummingbird
import MediaModel
import Streaming
import Worker

/// The extension `transcoding`: what a player gets instead of a file that it cannot play.
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
        guard let body = call.json,
            let player = try? JSONDecoder().decode(PlayerAbilities.self, from: Data(body))
        else {
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
        object.add("audioBitrate", facts.bitRate)
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
        object.add("audioBitrate", transcode.bitRate)
        return object
    }

    private static func stream(_ call: SubsonicCall) async throws -> SubsonicAnswer {
        do {
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
        } catch {
            guard let (status, reason) = Self.status(of: error) else { throw error }
            return .status(status, reason)
        }
    }

    /// The response to a call that fails: a status of HTTP for `getTranscodeStream`, as the extension wants it, for all
    /// others the usual one.
    ///
    /// - Parameter answer: The usual one.
    static func response(
        to error: any Error, of name: Substring, otherwise answer: Response
    ) -> Response {
        guard ["getTranscodeStream", "getTranscodeStream.view"].contains(name) else {
            return answer
        }
        if let (status, reason) = Self.status(of: error) { return .plain(status, reason) }
        return answer.status == .ok ? .plain(.internalServerError) : answer
    }

    /// What a client could do about an error, as a status and in words; `nil` for faults of the server.
    private static func status(of error: any Error) -> (HTTPResponse.Status, String)? {
        switch error {
        case let error as SubsonicError: (error.status, error.message + "\n")
        case let refusal as AccessRefusal:
            (refusal.subsonicError.status, refusal.subsonicError.message + "\n")
        case MediaRefusal.unreadable:
            (HTTPResponse.Status.notFound, "The file cannot be read right now\n")
        case MediaRefusal.failed(let reason):
            (HTTPResponse.Status.unprocessableContent, "The file cannot be converted: \(reason)\n")
        default: nil
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
    /// What players hand back: `mp3-128-2`, with 0 for what is not limited.
    fileprivate var text: String { "\(format.rawValue)-\(bitRate ?? 0)-\(channelLimit ?? 0)" }

    fileprivate init?(text: String) {
        let parts = text.split(separator: "-")
        guard parts.count == 3, let format = TranscodeJob.Format(rawValue: String(parts[0])),
            let rate = Int(parts[1]), let channels = Int(parts[2]), rate >= 0, channels >= 0
        else { return nil }
        self.init(
            format: format, bitRate: rate > 0 ? rate : nil,
            channelLimit: channels > 0 ? channels : nil)
    }
}

extension TranscodeJob.Format {
    fileprivate var container: String {
        switch self {
        case .opus: "ogg"
        case .mp3, .aac, .flac, .wav, .mp4: rawValue
        }
    }
}
