/// Why something could not be fetched, in one line that is shown beside its feed or episode.
package enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    case badAddress(String)
    case unknownHost(String)
    case privateAddress(host: String, address: String)
    case unreachable(host: String, reason: String)
    case tooManyRedirects(Int)
    case refused(status: Int)
    case tooLarge(limit: Int)
    case tooSlow(Duration)
    case brokenOff(reason: String)
    case notMedia(String)

    package var description: String {
        switch self {
        case .badAddress(let text):
            "'\(text.prefix(200))' is no address like https://example.org/feed"
        case .unknownHost(let host): "\(host): no server has this name"
        case .privateAddress(let host, let address):
            "\(host) leads to \(address), which is not a public address; "
                + "serve with --allow-private-addresses to allow it"
        case .unreachable(let host, let reason): "\(host): cannot be reached: \(reason)"
        case .tooManyRedirects(let count): "more than \(count) redirects"
        case .refused(let status): "the server answered with status \(status)"
        case .tooLarge(let limit): "larger than the limit of \(limit >> 20) MiB"
        case .tooSlow(let limit): "not complete within \(limit.components.seconds) seconds"
        case .brokenOff(let reason): "the connection broke: \(reason)"
        case .notMedia(let type): "is no audio or video, but \(type)"
        }
    }
}
