import FoundationEssentials
package import Hummingbird
package import Logging
import NIOCore
import Synchronization

/// Why the body of a request cannot be used.
package enum BodyRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case tooLong(most: Int)
    case notJSON
    case lacksProperty(String)
    case otherObject

    package var description: String {
        switch self {
        case .tooLong(let most): "the body is longer than \(most) bytes"
        case .notJSON: "the body must be sent as application/json"
        case .lacksProperty(let name): "the body has no property '\(name)'"
        case .otherObject: "the body is not a JSON object with the properties of this resource"
        }
    }
}

extension Request {
    /// The media type of the body, in lower case and without parameters; empty if the request names none.
    package var bodyType: String {
        (headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    /// Whether the body is JSON by its type: forms of other sites cannot send that.
    package var hasJSON: Bool { bodyType == "application/json" }
}

extension ByteBuffer {
    /// The bytes as an object of JSON, whose texts and lists are no longer than ``RequestLimits`` has them. Blocks its thread
    /// for as long as parsing takes.
    ///
    /// - Throws: ``BodyRefusal``, ``RequestExcess``.
    func object<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let data = Data(readableBytesView)
        do {
            // A body that is no object fails below, by its type.
            if let sizes = try? JSONDecoder().decode([String: PropertySize].self, from: data) {
                for (name, size) in sizes { try size.check(name) }
            }
            return try JSONDecoder().decode(type, from: data)
        } catch let excess as RequestExcess {
            throw excess
        } catch DecodingError.keyNotFound(let key, _) {
            throw BodyRefusal.lacksProperty(key.stringValue)
        } catch {
            throw BodyRefusal.otherObject
        }
    }
}

/// The size of a property in a body.
private enum PropertySize: Decodable {
    case text(String)
    case texts([String])
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let texts = try? container.decode([String].self) {
            self = .texts(texts)
        } else {
            self = .other
        }
    }

    func check(_ name: String) throws(RequestExcess) {
        let size = RequestLimits.size(of: name)
        switch self {
        case .text(let text):
            if size.isExceeded(by: text) { throw RequestExcess(name, "\(size)") }
        case .texts(let texts):
            guard texts.count <= RequestLimits.listCount else {
                throw RequestExcess(name, "\(RequestLimits.listCount) values")
            }
            if texts.contains(where: size.isExceeded) { throw RequestExcess(name, "\(size)") }
        case .other: break
        }
    }
}

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
