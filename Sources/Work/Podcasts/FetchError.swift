/// Why something could not be fetched, in one line that is shown next to its feed or episode: to every user, so that it
/// says nothing of the names and addresses of the server's own network.
package enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    case badAddress(String)
    case tooManyFeeds(limit: Int)
    case unknownHost(String)
    case privateAddress(host: String, address: String)
    case unreachable(host: String, reason: String)
    case tooManyRedirects(Int)
    case refused(status: Int)
    case tooLarge(limit: Int)
    case tooSlow(Duration)
    case brokenOff(reason: String)
    case notMedia(String)
    case wrongPart

    package var description: String {
        switch self {
        case .badAddress(let text):
            "'\(text.prefix(200))' is not a URL like https://example.org/feed"
        case .tooManyFeeds(let limit):
            "the library has \(limit) podcasts, which is the limit; delete one before"
        // Whether a private name exists is nothing that users should learn.
        case .unknownHost(let host), .privateAddress(let host, _):
            "\(host): has no public address; check the URL"
        case .unreachable(let host, let reason): "\(host): cannot be reached: \(reason)"
        case .tooManyRedirects(let count): "more than \(count) redirects"
        case .refused(let status): "the server answered with status \(status)"
        case .tooLarge(let limit): "larger than the limit of \(limit >> 20) MiB"
        case .tooSlow(let limit): "not complete within \(limit.components.seconds) seconds"
        case .brokenOff(let reason): "the connection broke: \(reason)"
        case .notMedia(let type): "is not audio or video, but \(type)"
        case .wrongPart: "the server sent only a part of the requested file"
        }
    }

    /// The reason for the log, which the administrator reads.
    var detail: String {
        switch self {
        case .unknownHost(let host): "\(host): unknown host"
        case .privateAddress(let host, let address):
            "\(host) leads to \(address), which is not a public address; "
                + "serve with --allow-private-addresses to allow it"
        default: description
        }
    }

    /// Whether it may go better later, though nothing is changed here.
    package var mayPass: Bool {
        switch self {
        case .unknownHost, .unreachable, .tooSlow, .brokenOff: true
        // Too early, too many requests, and faults of the server's own (RFC 9110, 15.6).
        case .refused(let status): status == 408 || status == 425 || status == 429 || status >= 500
        case .badAddress, .tooManyFeeds, .privateAddress, .tooManyRedirects, .tooLarge, .notMedia,
            .wrongPart:
            false
        }
    }
}
