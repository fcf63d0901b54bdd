package import Logging
import Synchronization

/// The facts of a request besides its own text, and those that become known while it is answered.
package final class RequestFacts: Sendable {
    /// The client's address, without its port.
    package let address: String
    /// The beginning of this server's URLs for the client: `http://host:port/base`.
    package let origin: String
    /// The same for links that are given to others: never by a host that the client made up.
    package let linkOrigin: String
    package let logger: Logger
    private let noted = Mutex<(user: String?, client: String?)>((nil, nil))

    package init(address: String, origin: String, linkOrigin: String? = nil, logger: Logger) {
        self.address = address
        self.origin = origin
        self.linkOrigin = linkOrigin ?? origin
        self.logger = logger
    }

    package func note(user: String, client: String?) {
        noted.withLock { $0 = (user.isEmpty ? nil : user, client) }
    }

    package var user: String? { noted.withLock(\.user) }
    package var client: String? { noted.withLock(\.client) }
}
