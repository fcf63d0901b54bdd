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
