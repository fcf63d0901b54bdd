package import HTTPTypes
import Hummingbird
import PhonolithFiles
import PhonolithMediaModel

/// The proxies whose word counts about who makes a request.
package struct TrustedProxies: Hashable, Sendable {
    /// Addresses that begin with the same bits: `10.0.0.0/8`, `::1`.
    package struct AddressRange: Hashable, Sendable {
        /// Of IPv6, as is the number of bits.
        private let address: InternetAddress
        private let bitCount: Int

        /// Parses an address, or one with `/` and a number of bits.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let address = InternetAddress(String(parts[0])) else { return nil }
            let most = address.bytes.count * 8
            var bitCount = most
            if parts.count > 1 {
                guard let count = Int(parts[1]), (0...most).contains(count) else { return nil }
                bitCount = count
            }
            self.address = address.asIPv6
            self.bitCount = bitCount + 128 - most
        }

        func contains(_ other: InternetAddress) -> Bool {
            other.asIPv6.begins(with: address.bytes, bits: bitCount)
        }
    }

    package var ranges: [AddressRange] = []

    package init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

    func trusts(_ address: String) -> Bool {
        guard !ranges.isEmpty, let address = InternetAddress(address) else { return false }
        return ranges.contains { $0.contains(address) }
    }

    /// The client of a request, as far as a trusted proxy names it.
    package struct Client: Hashable, Sendable {
        package var address: String
        /// `http` or `https`; `nil` if no trusted proxy says it.
        package var scheme: String?
        package var host: String?
    }

    /// The client of a connection from an address.
    ///
    /// Each proxy adds the address that it sees at the end, so that the list is read from there: the first address that
    /// is no trusted proxy's is the client's. A client could have written what is before it. `X-Forwarded-…` counts
    /// before `Forwarded`, which proxies that do not know it pass on as it came.
    package func client(_ headers: HTTPFields, from peer: String) -> Client {
        var client = Client(address: peer)
        guard trusts(peer) else { return client }
        let chain = Self.addresses(headers)
        for address in chain.reversed() {
            client.address = address
            if !trusts(address) { break }
        }
        let forwarded = Self.forwarded(headers).last
        let scheme =
            Self.last(headers, "X-Forwarded-Proto") ?? forwarded?["proto"]
        client.scheme = ["http", "https"].first { $0 == scheme?.lowercased() }
        let host = Self.last(headers, "X-Forwarded-Host") ?? forwarded?["host"]
        client.host = host.flatMap { $0.isHost ? $0 : nil }
        return client
    }

    /// The addresses in the order in which the request came by; invalid ones end the list towards the client.
    private static func addresses(_ headers: HTTPFields) -> [String] {
        let values =
            all(headers, "X-Forwarded-For")
            ?? forwarded(headers).map { $0["for"] ?? "" }
        let addresses = values.map { withoutPort($0) }
        let known = addresses.reversed().prefix { InternetAddress($0) != nil }
        return known.reversed()
    }

    private static func all(_ headers: HTTPFields, _ name: String) -> [String]? {
        guard let field = HTTPField.Name(name) else { return nil }
        let values = headers[values: field]
        return values.isEmpty
            ? nil : values.flatMap { $0.split(separator: ",") }.map { $0.trimmed(of: \.isBlank) }
    }

    private static func last(_ headers: HTTPFields, _ name: String) -> String? {
        all(headers, name)?.last
    }

    /// The elements of `Forwarded` (RFC 7239, 4), each with its parameters by lower-case names.
    private static func forwarded(_ headers: HTTPFields) -> [[String: String]] {
        (all(headers, "Forwarded") ?? []).map { element in
            var parameters: [String: String] = [:]
            for pair in element.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1).map {
                    $0.trimmed(of: \.isBlank)
                }
                guard parts.count == 2 else { continue }
                parameters[parts[0].lowercased()] = parts[1].trimmed { $0 == "\"" }
            }
            return parameters
        }
    }

    /// Of `1.2.3.4:80`, `[::1]:80`, `[::1]` and addresses alone.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[0]) : text
    }
}

extension String {
    /// Whether it can be the host of a URL, with or without a port.
    var isHost: Bool {
        !isEmpty && utf8.count <= 260
            && utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || ".-_:[]".utf8.contains($0)
            }
    }
}

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
