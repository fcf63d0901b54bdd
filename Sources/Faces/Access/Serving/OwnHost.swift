import Glibc
package import PhonolithUsers

/// The names by which other machines reach this one.
package enum OwnHost {
    /// A host for links to a service that listens on an address.
    ///
    /// - Returns: The address itself. For one that stands for all of the machine's: the machine's name, if it leads to
    ///   one of these, else the first of them. Blocks its thread while the name is looked up.
    package static func name(for address: String) -> String {
        guard ["0.0.0.0", "::"].contains(address) else { return address }
        return reachable
    }

    /// Looked up once: requests ask for it, and a name server may be slow.
    private static let reachable: String = {
        let own = addresses()
        return addresses(of: machine).contains(where: own.contains) ? machine : own.first ?? machine
    }()

    /// Whether a host of a request, without its port, is surely this machine: its name, in whatever domain, `localhost`,
    /// or the address of the connection.
    ///
    /// - Parameter local: The address to which the client connected; `nil` if unknown.
    package static func isOwn(_ host: String, connectedTo local: String?) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host == local
            || host.split(separator: ".").first.map(String.init) == machine.lowercased()
    }

    private static let machine: String = {
        var bytes = [CChar](repeating: 0, count: 256)
        gethostname(&bytes, bytes.count - 1)
        let name = String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }()

    /// The addresses of the machine's networks, those of IPv4 first; without those that only it can reach.
    private static func addresses() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var (four, six): ([String], [String]) = ([], [])
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int(interface.ifa_flags)
            guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0,
                let text = interface.ifa_addr.flatMap(text)
            else {
                continue
            }
            if !text.contains(":") {
                four.append(text)
            } else if !text.hasPrefix("fe80:") {
                // An address of a link alone would need the link's name, too.
                six.append(text)
            }
        }
        return four + six
    }

    private static func addresses(of name: String) -> [String] {
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, nil, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        var (found, next): ([String], UnsafeMutablePointer<addrinfo>?) = ([], first)
        while let address = next?.pointee {
            next = address.ai_next
            if let text = address.ai_addr.flatMap(text) { found.append(text) }
        }
        return found
    }

    /// An address as text; `nil` for families other than IPv4 and IPv6.
    private static func text(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        let family = CInt(address.pointee.sa_family)
        guard family == AF_INET || family == AF_INET6 else { return nil }
        let size =
            family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        var bytes = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(
                address, socklen_t(size), &bytes, socklen_t(bytes.count), nil, 0, NI_NUMERICHOST)
                == 0
        else { return nil }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Where the pages of shares are.
package enum ShareAddress {
    /// The beginning of their paths.
    package static let pathPrefix = "/share/"

    /// The URL of a share's page.
    ///
    /// - Parameter origin: The beginning of this server's URLs for the client.
    package static func url(of share: Share, below origin: String) -> String {
        origin + pathPrefix + share.token
    }
}
