import HTTPTypes
import Hummingbird

extension Request {
    /// Whether a browser sends the request for a page of another origin, which would act with the user's cookie, or log
    /// the user in to another account. Programs send neither of the fields that are read here.
    ///
    /// - Parameter origin: The server's own, as clients know it.
    func isFromAnotherSite(than origin: String) -> Bool {
        // Browsers send it to secure origins and to this machine (W3C Fetch Metadata, 2.4), whatever proxies do to Host.
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
            return site != "same-origin" && site != "none"
        }
        guard let sent = headers[.origin] else { return false }
        // Without the scheme, which is unknown behind a proxy that is not trusted.
        guard let authority = sent.authority else { return true }
        return authority != origin.authority && authority != head.authority?.lowercased()
    }
}

extension String {
    /// Host and port of a URL; `nil` for `null` and other text.
    fileprivate var authority: String? {
        firstRange(of: "://").map { self[$0.upperBound...].prefix { $0 != "/" }.lowercased() }
    }
}
