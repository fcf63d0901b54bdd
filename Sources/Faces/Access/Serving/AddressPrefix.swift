import PhonolithFiles

/// The key by which clients are counted: an address of IPv4, or the network of one of IPv6.
///
/// A host with IPv6 has as many addresses in its /64 as it likes (RFC 4291, 2.5.1; RFC 8981).
package struct AddressPrefix: Hashable, Sendable {
    /// `192.0.2.1`, `2001:db8::/64`; text that is no address is itself.
    package let text: String

    package init(_ address: String) {
        let numeric = String(address.prefix { $0 != "%" })
        guard let parsed = InternetAddress(numeric) else {
            text = address
            return
        }
        if let four = parsed.asIPv4 {
            text = four.description
        } else if parsed.begins(with: [0xFE, 0x80], bits: 10) {
            // All hosts of a link have the same network.
            text = numeric.lowercased()
        } else {
            let network = parsed.bytes.prefix(8) + repeatElement(0, count: 8)
            text = "\(InternetAddress(bytes: Array(network)))/64"
        }
    }
}
