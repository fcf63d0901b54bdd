import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import PhonolithAccess

/// One line for each request, and one for an answer that breaks. Queries never appear in it, nor headers, nor bodies:
/// they hold passwords and tokens.
struct RequestLog: Sendable {
    let logger: Logger

    func logging(
        _ request: Request, _ facts: RequestFacts, _ respond: () async -> Response
    ) async -> Response {
        let start = ContinuousClock.now
        var response = await respond()
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        let subject: Logger.Metadata = [
            "method": "\(request.method.rawValue)",
            "path": "\(Self.shown(Self.withoutSecrets(request.uri.path)))",
            "address": "\(facts.address)",
        ]
        var metadata = subject
        metadata["status"] = "\(response.status.code)"
        metadata["milliseconds"] = "\((milliseconds * 10).rounded() / 10)"
        if let length = response.body.contentLength { metadata["bytes"] = "\(length)" }
        if let user = facts.user { metadata["user"] = "\(user)" }
        if let client = facts.client { metadata["client"] = "\(Self.shown(client))" }
        logger.info("request", metadata: metadata)
        response.body = noting(subject, response.body)
        return response
    }

    /// Logs a request that no face answers, because it was refused before it had arrived.
    ///
    /// - Parameters:
    ///   - request: `nil` if it could not be read.
    ///   - reason: Why it was refused.
    func note(
        refused request: HTTPRequest?, from address: String, with status: HTTPResponse.Status,
        because reason: String
    ) {
        var metadata: Logger.Metadata = [
            "status": "\(status.code)", "address": "\(address)", "reason": "\(reason)",
        ]
        if let request {
            let path = (request.path ?? "").prefix { $0 != "?" }
            metadata["method"] = "\(request.method.rawValue)"
            metadata["path"] = "\(Self.shown(Self.withoutSecrets(String(path))))"
        }
        logger.info("request", metadata: metadata)
    }

    /// The same body; where it breaks, the log has the reason. That the client left is none.
    private func noting(_ subject: Logger.Metadata, _ body: ResponseBody) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { [logger] writer in
            do {
                try await body.write(writer)
            } catch {
                if Self.isOfServer(error) {
                    let reason: Logger.Metadata = ["reason": "\(Self.shown("\(error)"))"]
                    logger.warning(
                        "response ended early", metadata: subject.merging(reason) { $1 })
                }
                throw error
            }
        }
    }

    /// Whether the server could not make an answer, rather than the client not take it.
    private static func isOfServer(_ error: any Error) -> Bool {
        !(error is CancellationError || error is ChannelError || error is IOError
            || error is NIOAsyncWriterError || error is NIOSSLError || error is HTTPParserError)
    }

    /// The paths of shares end with what opens them.
    private static func withoutSecrets(_ path: String) -> String {
        guard let share = path.firstRange(of: ShareAddress.pathPrefix) else { return path }
        return String(path[..<share.upperBound]) + "…"
    }

    /// A client's words in a line of their own would look like another line.
    private static func shown(_ text: String) -> String {
        String(
            text.unicodeScalars.prefix(200).map {
                $0.properties.generalCategory == .control || $0 == "\"" ? "?" : Character($0)
            })
    }
}
