import HTTPTypes
import Hummingbird

extension ServerOptions {
    /// A request without the name of a user that does not come from a trusted proxy.
    ///
    /// - Parameter peer: The address of the connection.
    func withoutForeignUser(_ request: Request, from peer: String) -> Request {
        guard let field = proxyUserField, request.headers.contains(field),
            !trustedProxies.trusts(peer)
        else { return request }
        var head = request.head
        head.headerFields[values: field] = []
        return Request(head: head, body: request.body)
    }
}

extension Request {
    /// The name of the user in a field that a proxy sets; `nil` for none, and for several: then the client has sent one,
    /// too.
    func userName(in field: HTTPField.Name) -> String? {
        let values = headers[values: field]
        guard values.count == 1, let name = values.first, !name.isEmpty else { return nil }
        return name
    }
}
