import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// One line for each request. Queries never appear in it, nor headers, nor bodies: they hold passwords and tokens.
struct RequestLog: Sendable {
    let logger: Logger

    func logging(
        _ request: Request, _ facts: RequestFacts, _ respond: () async -> Response
    ) async -> Response {
        let start = ContinuousClock.now
        let response = await respond()
        let milliseconds = start.duration(to: .now) / .milliseconds(1)
        var metadata: Logger.Metadata = [
            "method": "\(request.method.rawValue)",
            "path": "\(Self.shown(Self.withoutSecrets(request.uri.path)))",
            "status": "\(response.status.code)", "address": "\(facts.address)",
            "milliseconds": "\((milliseconds * 10).rounded() / 10)",
        ]
        if let length = response.body.contentLength { metadata["bytes"] = "\(length)" }
        if let user = facts.user { metadata["user"] = "\(user)" }
        if let client = facts.client { metadata["client"] = "\(Self.shown(client))" }
        logger.info("request", metadata: metadata)
        return response
    }

    /// The paths of shares end with what opens them.
    private static func withoutSecrets(_ path: String) -> String {
        guard let share = path.range(of: SharePages.path) else { return path }
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
