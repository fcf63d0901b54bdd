import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStreaming
import PhonolithUsers

/// A request for a resource, by a caller who may make it.
struct APICall: Sendable {
    let request: Request
    let route: APIRoute
    let query: FormText
    /// The parameters of the path, by their names in its template.
    let path: [String: String]
    let caller: Caller
    let library: ServedCatalog
    let service: APIService
    /// The client's, without its port.
    let address: String
    let origin: String
    /// The beginning of links that are given to others.
    let linkOrigin: String

    func text(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }

    func integer(_ name: String) throws(Problem) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text) else { throw .badParameter(name, text, "a whole number") }
        return number
    }

    /// A whole number of 0 or more.
    func count(_ name: String) throws(Problem) -> Int? {
        guard let count = try integer(name) else { return nil }
        guard count >= 0 else { throw .badParameter(name, "\(count)", "0 or more") }
        return count
    }

    func flag(_ name: String) throws(Problem) -> Bool? {
        guard let text = text(name) else { return nil }
        guard let flag = text.asFlag else { throw .badParameter(name, text, "true or false") }
        return flag
    }

    func id<Entity>(of type: Entity.Type = Entity.self) throws(Problem) -> PersistentID<Entity> {
        let text = path["id"] ?? ""
        guard let id = PersistentID<Entity>(text) else { throw .notFound("resource", text) }
        return id
    }

    /// The caller as it is now: for answers that take long, meanwhile credentials may be revoked.
    ///
    /// - Throws: ``AccessRefusal`` if the credentials are no longer valid.
    func renewedCaller() async throws -> Caller {
        try await service.access.caller(
            as: .user, { try service.credentials(of: request) }, from: address)
    }

    /// The item in the path, missing or not.
    func item() async throws -> MediaItem {
        let id: MediaItemID = try id()
        guard let item = try await library.perform({ try $0.items.item(id) }) else {
            throw Problem.notFound("item", id.description)
        }
        return item
    }

    /// The body as an object.
    func body<Value: Decodable & Sendable>(_ type: Value.Type) async throws -> Value {
        guard let value = try await optionalBody(type) else { throw BodyRefusal.otherObject }
        return value
    }

    /// The body as an object; `nil` for an empty one.
    func optionalBody<Value: Decodable & Sendable>(_ type: Value.Type) async throws -> Value? {
        try await service.bodies.object(
            type, in: request, upTo: route.longestBody, from: address)
    }

    /// The body as it is.
    func bytes(upTo most: Int) async throws -> LongBodies.Body {
        do {
            return try await service.bodies.collect(request.body, upTo: most, from: address)
        } catch let rejected as LongBodies.Rejected {
            throw rejected.reason
        }
    }

    /// Bytes, or the part of them that the request wants.
    func respond(_ answer: ByteAnswer) -> Response {
        answer.response(
            to: RequestConditions(request.headers), isHead: request.method == .head)
    }
}

extension Response {
    static func json(_ record: Record, status: HTTPResponse.Status = .ok) -> Response {
        json(JSON(record), status: status)
    }

    static func json(_ json: JSON, status: HTTPResponse.Status = .ok) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache",
        ]
        if status == .ok {
            let digest = ContentDigest(of: json.bytes).bytes.prefix(16).hexadecimal
            headers[.eTag] = "\"\(digest)\""
        }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }

    /// A list that is never longer than a page.
    static func list(_ records: [Record]) -> Response {
        json(["items": .array(records.map { JSON($0) }), "total": .integer(records.count)])
    }

    static var noContent: Response { Response(status: .noContent) }
}

/// A value that must be in a body, and may be null there, which removes it; a body without it, with a misspelt name
/// perhaps, is an error.
struct Nullable<Value: Decodable & Sendable>: Decodable, Sendable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Value?.self)
    }
}
