import FoundationEssentials
import PhonolithFiles

/// An address of the web, taken apart so that the host that is checked is the host that is asked.
struct WebAddress: Hashable, Sendable {
    let url: URL
    /// In lower case; of IPv6 without brackets.
    let host: String

    /// - Throws: ``FetchError/badAddress(_:)`` for anything but `http` and `https`, and for an address with a
    ///   password.
    init(_ text: String, relativeTo base: URL? = nil) throws(FetchError) {
        guard let url = URL(string: text, relativeTo: base)?.absoluteURL,
            let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.user() == nil, url.password() == nil,
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { throw .badAddress(text) }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        let isName = bare.utf8.allSatisfy { Self.isPartOfName($0) }
        guard isName || InternetAddress(bare)?.bytes.count == 16,
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { throw .badAddress(text) }
        (parts.scheme, parts.percentEncodedHost, parts.fragment) = (
            scheme, isName ? bare : "[\(bare)]", nil
        )
        guard let whole = parts.url else { throw .badAddress(text) }
        (self.url, self.host) = (whole, bare)
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
