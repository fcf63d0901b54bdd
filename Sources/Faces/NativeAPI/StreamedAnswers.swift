import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithMediaModel

// Long answers are read and sent a part at a time, so that the memory does not grow with them, and a slow client holds up
// neither the catalogue's readers nor its writer. The first part is read before the answer begins, so that what is wrong has
// its status. A later error breaks the connection off, so that no client takes a part for the whole.

/// A part of an answer, and where the next one is read; `nil` for the last.
typealias AnswerPart<Place: Sendable> = (bytes: [UInt8], next: Place?)

extension APICall {
    /// A body from its first part on.
    func body<Place: Sendable>(
        _ first: AnswerPart<Place>,
        then read: @escaping @Sendable (Place) async throws -> AnswerPart<Place>
    ) -> ResponseBody {
        guard first.next != nil else {
            return ResponseBody(byteBuffer: ByteBuffer(bytes: first.bytes))
        }
        return ResponseBody { writer in
            var (bytes, next) = first
            while true {
                if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                guard let place = next else { break }
                // Meanwhile the user may have been deleted, or the app password revoked.
                _ = try await renewedCaller()
                (bytes, next) = try await read(place)
            }
            try await writer.finish(nil)
        }
    }

    /// An object of JSON whose last property is a list.
    ///
    /// - Parameters:
    ///   - opening: The object up to the list's first element.
    ///   - eTag: `nil` for that of the bytes, if they are one part, or for none.
    ///   - read: Reads the elements at a place, before which there are `count`.
    ///   - closing: The object from the end of the list on, by the number of elements.
    func object<Place: Sendable>(
        _ opening: [UInt8], from start: Place, eTag: String? = nil,
        _ read:
            @escaping @Sendable (
                _ place: Place, _ count: Int
            ) async throws -> (elements: [JSON], next: Place?),
        closing: @escaping @Sendable (_ count: Int) -> String = { _ in "]}" }
    ) async throws -> Response {
        typealias Start = (place: Place, count: Int)
        let part: @Sendable (Start) async throws -> AnswerPart<Start> = { start in
            var (bytes, count): ([UInt8], Int) = ([], start.count)
            let (elements, next) = try await read(start.place, count)
            for element in elements {
                if count > 0 { bytes.append(UInt8(ascii: ",")) }
                count += 1
                bytes += element.bytes
            }
            guard let next else { return (bytes + closing(count).utf8, nil) }
            return (bytes, (next, count))
        }
        var first = try await part((start, 0))
        first.bytes = opening + first.bytes
        if first.next == nil, eTag == nil { return .json(JSON(bytes: first.bytes)) }
        var headers: HTTPFields = [
            .contentType: "application/json", .cacheControl: "private, no-cache",
        ]
        headers[.eTag] = eTag
        return Response(status: .ok, headers: headers, body: body(first, then: part))
    }
}

extension APICall {
    /// Whether the client asks for a list as NDJSON: one object on each line.
    var wantsLines: Bool {
        (request.headers[.accept] ?? "").contains("application/x-ndjson")
    }

    /// A list that is never longer than a page, in the form that the client asks for.
    func list(_ records: [Record]) -> Response {
        guard wantsLines else { return .list(records) }
        let lines = records.map { $0.json + "\n" }.joined()
        return .lines(ResponseBody(byteBuffer: ByteBuffer(string: lines)))
    }
}

extension Response {
    static func lines(_ body: ResponseBody) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "private, no-cache"],
            body: body)
    }
}
