import Access
import Catalog
import Foundation
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import NIOCore
import Serving
import Streaming

/// A request for a resource, by a caller who may make it.
struct APICall: Sendable {
    let request: Request
    let query: FormText
    /// What the path has in the places that its template leaves open.
    let path: [String: String]
    let caller: Caller
    let library: Library
    let service: APIService
    /// The client's, without its port.
    let address: String
    let origin: String

    /// A body of values may be this long.
    static let longestBody = 1 << 20

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
    func body<Value: Decodable>(_ type: Value.Type) async throws -> Value {
        try Self.decode(type, await json())
    }

    /// The body as an object; `nil` for an empty one.
    func optionalBody<Value: Decodable>(_ type: Value.Type) async throws -> Value? {
        let bytes = try await json()
        return bytes.isEmpty ? nil : try Self.decode(type, bytes)
    }

    /// The body, which is JSON by its type: forms of other sites cannot send that.
    private func json() async throws -> [UInt8] {
        let bytes = try await bytes(upTo: Self.longestBody)
        let type = (request.headers[.contentType] ?? "").prefix { $0 != ";" && $0 != " " }
        guard bytes.isEmpty || type.lowercased() == "application/json" else {
            throw Problem(.unsupportedMediaType, "the body must be sent as application/json")
        }
        return bytes
    }

    /// The body as it is.
    func bytes(upTo most: Int) async throws -> [UInt8] {
        do {
            return Array(try await request.body.collect(upTo: most).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "the body is longer than \(most) bytes")
        }
    }

    /// Reads an object of JSON.
    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8]
    ) throws(Problem) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch DecodingError.keyNotFound(let key, _) {
            throw Problem(.badRequest, "the body has no property '\(key.stringValue)'")
        } catch {
            throw Problem(
                .badRequest, "the body is not a JSON object with the properties of this resource")
        }
    }

    /// Bytes, or the part of them that the request wants.
    func respond(_ answer: ByteAnswer) -> Response {
        answer.response(
            to: RequestConditions(request.headers), isHead: request.method == .head)
    }
}

extension Response {
    /// An object as JSON.
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
        json(
            .object([
                ("items", .array(records.map { JSON($0) })), ("total", .integer(records.count)),
            ]))
    }

    static var noContent: Response { Response(status: .noContent) }
}
