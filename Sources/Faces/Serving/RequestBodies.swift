import Foundation
package import Hummingbird
package import NIOCore

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

    /// The body as it is.
    ///
    /// - Throws: ``BodyRefusal``.
    package func bytes(upTo most: Int) async throws -> ByteBuffer {
        do {
            return try await body.collect(upTo: most)
        } catch is NIOTooManyBytesError {
            throw BodyRefusal.tooLong(most: most)
        }
    }

    /// The body as an object of JSON; `nil` for an empty one.
    ///
    /// - Throws: ``BodyRefusal``; one of more than 1 MiB is too long.
    package func object<Value: Decodable>(_ type: Value.Type) async throws -> Value? {
        let bytes = try await bytes(upTo: 1 << 20)
        guard bytes.readableBytes > 0 else { return nil }
        guard hasJSON else { throw BodyRefusal.notJSON }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes.readableBytesView))
        } catch DecodingError.keyNotFound(let key, _) {
            throw BodyRefusal.lacksProperty(key.stringValue)
        } catch {
            throw BodyRefusal.otherObject
        }
    }
}
