import Glibc

/// An address of a host, IPv4 or IPv6.
package struct InternetAddress: Hashable, Sendable, LosslessStringConvertible {
    // 4 or 16.
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Parses the usual notation, `192.0.2.1` or `2001:db8::1`; `nil` for anything else.
    package init?(_ text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it leads to the internet: not to this machine, its network, or what has a special purpose (the
    /// registries of RFC 6890).
    package var isPublic: Bool {
        if let four = asIPv4 ?? translated {
            return !Self.special4.contains { four.begins(with: $0.prefix, bits: $0.bits) }
        }
        return begins(with: [0x20], bits: 3)
            && !Self.special6.contains { begins(with: $0.prefix, bits: $0.bits) }
    }

    /// The same as an address of IPv6, in which those of IPv4 are `::ffff:192.0.2.1`.
    package var asIPv6: InternetAddress {
        bytes.count == 4 ? InternetAddress(bytes: Self.mapped + bytes) : self
    }

    /// The same as an address of IPv4; `nil` for other addresses of IPv6.
    package var asIPv4: InternetAddress? { bytes.count == 4 ? self : inner(after: Self.mapped) }

    /// Whether its first bits are those of a prefix; bytes that the prefix does not have are 0.
    package func begins(with prefix: [UInt8], bits: Int) -> Bool {
        (0..<bits).allSatisfy { bit in
            let byte = bit / 8 < prefix.count ? prefix[bit / 8] : 0
            return (bytes[bit / 8] ^ byte) & (0x80 >> (bit % 8)) == 0
        }
    }

    private typealias Range = (prefix: [UInt8], bits: Int)

    private static let special4: [Range] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 31, 196], 24), ([192, 52, 193], 24),
        ([192, 88, 99], 24), ([192, 168], 16), ([192, 175, 48], 24), ([198, 18], 15),
        ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 3),
    ]
    /// Of the public ones, 2000::/3: protocols, documentation, and 6to4, which leads to IPv4.
    private static let special6: [Range] = [
        ([0x20, 0x01, 0], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16),
        ([0x3F, 0xFF, 0], 20),
    ]

    // `::ffff:0:0/96`
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// The address of IPv4 in one of `64:ff9b::/96`.
    private var translated: InternetAddress? {
        inner(after: [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8))
    }

    private func inner(after prefix: [UInt8]) -> InternetAddress? {
        bytes.starts(with: prefix) ? InternetAddress(bytes: Array(bytes.suffix(4))) : nil
    }
}

extension InternetAddress {
    /// The addresses of a host, in the order in which the system prefers them; none for a name that has none. Blocks
    /// its thread while a server of names is asked.
    package static func resolve(_ host: String) -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [InternetAddress] = []
        var next = list
        while let info = next {
            if let address = InternetAddress(info.pointee), !found.contains(address) {
                found.append(address)
            }
            next = info.pointee.ai_next
        }
        return found
    }

    private init?(_ info: addrinfo) {
        guard let address = info.ai_addr else { return nil }
        switch info.ai_family {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }
}
