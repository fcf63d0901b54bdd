import Glibc

/// What clients are counted by: an address of IPv4, or the network of one of IPv6.
///
/// A host with IPv6 has as many addresses in its /64 as it likes (RFC 4291, 2.5.1; RFC 8981).
package struct AddressPrefix: Hashable, Sendable {
    /// `192.0.2.1`, `2001:db8::/64`; text that is no address is itself.
    package let text: String

    package init(_ address: String) {
        let numeric = String(address.prefix { $0 != "%" })
        guard var bytes = Self.bytes(of: numeric) else {
            text = address
            return
        }
        if bytes.starts(with: Self.mapped) {
            text = bytes.suffix(4).map(String.init).joined(separator: ".")
        } else if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 {
            // All hosts of a link have the same network.
            text = numeric.lowercased()
        } else {
            bytes.replaceSubrange(8..., with: repeatElement(0, count: 8))
            var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            inet_ntop(AF_INET6, bytes, &name, socklen_t(name.count))
            text =
                String(
                    decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
                + "/64"
        }
    }

    /// What addresses of IPv4 begin with in IPv6.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// The 16 bytes of an address; those of IPv4 as `::ffff:1.2.3.4`. `nil` for other text.
    package static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, address, &bytes) == 1 { return bytes }
        var four = [UInt8](repeating: 0, count: 4)
        guard inet_pton(AF_INET, address, &four) == 1 else { return nil }
        return mapped + four
    }
}
