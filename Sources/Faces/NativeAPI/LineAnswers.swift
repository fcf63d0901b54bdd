import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithMediaModel

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
