import Glibc
import HTTPTypes
import NIOCore
package import PhonolithAccess
package import PhonolithMediaModel
package import PhonolithPodcasts
import PhonolithWorker

/// How the service is run.
package struct ServerOptions: Sendable {
    /// The address to listen on.
    package var host = "127.0.0.1"
    /// 0 for one that the system chooses.
    package var port = 4533
    /// The beginning of all URLs, behind a proxy that passes on a part of its own: empty, or `/music`.
    package var basePath = ""
    /// The beginning of the URLs in answers, if it is not that of requests.
    package var publicURL: String?
    /// Proxies that say for whom they ask.
    package var trustedProxies = TrustedProxies()
    /// The field in which a trusted proxy names the user whom it has authenticated; `nil` for none.
    package var proxyUserHeader: String?
    /// Certificate and key in PEM; without them HTTP is spoken.
    package var tls: TLSFiles?
    /// Where the jukebox's sound goes, as `phonolith play --output` takes it.
    package var jukeboxOutput = "pulse"
    /// Whether other players of the computer's user pause while the jukebox plays.
    package var jukeboxInterrupts = false
    /// Whether folders are scanned when something in them changes.
    package var watches = false
    /// How often all folders are scanned; `nil` for never.
    package var scanInterval: Duration?
    /// How often uses of app passwords and visits of shares are written to the library.
    package var useInterval = Duration.seconds(180)
    /// How podcasts are fetched, and where they go; `nil` for not at all.
    package var podcasts: Subscriptions.Options?
    /// Whether stations of internet radio may be in a private network.
    package var allowsPrivateAddresses = false
    /// The origins of pages to which the picker may send what a user chose: `https://example.org`.
    package var pickerOrigins: [String] = []
    /// The limits of one client.
    package var limits = Limits()
    /// The results of workers, and their folder.
    package var media: MediaRenditions.Options
    /// The cost of hashing a password.
    package var passwordCost = PasswordHash.Cost.standard
    /// Time by a clock that does not go back: how long failed logins, verified passwords and reports of playback count,
    /// and how long scans may take to end.
    package var uptime: @Sendable () -> Duration = {
        [start = ContinuousClock.now] in start.duration(to: .now)
    }
    package var version = ProgramVersion.current

    /// Where a certificate and its key are.
    package struct TLSFiles: Hashable, Sendable {
        package var certificate: MediaPath
        package var key: MediaPath

        package init(certificate: MediaPath, key: MediaPath) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// - Parameter cache: The folder of what workers make.
    package init(cache: MediaPath) { media = MediaRenditions.Options(folder: cache) }

    /// Parses `HOST:PORT` and `[IPV6]:PORT`, `PORT` of this machine alone, and `:PORT` of all its addresses; `nil` for
    /// anything else.
    package static func address(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":") else {
            return Int(text).flatMap { (0...65_535).contains($0) ? ("127.0.0.1", $0) : nil }
        }
        var host = String(text[..<colon])
        guard let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? (allAddresses, port) : (host, port)
    }

    /// The address of a socket that takes connections by IPv6 and IPv4; of IPv4 where the system has no other.
    private static let allAddresses: String = {
        let socket = socket(AF_INET6, CInt(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return "0.0.0.0" }
        close(socket)
        return "::"
    }()

    /// Parses a duration: a whole number and `s`, `m`, `h` or `d`; `nil` for anything else, and for a shorter one than
    /// that in seconds.
    package static func interval(_ text: String, from shortest: Int = 10) -> Duration? {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            (1...100_000).contains(count), count * unit >= shortest
        else { return nil }
        return .seconds(count * unit)
    }

    /// Parses a number of bytes: `500000000`, or with a decimal unit or a power of 1024, `500 MB`, `1.5G`, `2GiB`;
    /// `nil` for anything else.
    package static func byteCount(_ text: String) -> Int? {
        let units: [String: Double] = [
            "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "t": 1e12,
            "tb": 1e12, "kib": 0x1p10, "mib": 0x1p20, "gib": 0x1p30, "tib": 0x1p40,
        ]
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
        let unit = text.dropFirst(digits.count).drop(while: { $0 == " " }).lowercased()
        guard digits.first != ".", digits.last != ".", let number = Double(digits),
            let factor = units[unit], number * factor <= 1e15
        else { return nil }
        return Int(number * factor)
    }

    /// Whether a text is the name of a header field in which a proxy can name a user: not of one with a meaning of its
    /// own.
    package static func isUserHeader(_ text: String) -> Bool {
        let taken: [HTTPField.Name] = [
            .authorization, .cookie, .contentType, .contentLength, .userAgent,
        ]
        guard let name = HTTPField.Name(text) else { return false }
        return name.canonicalName != "host" && !taken.contains(name)
    }

    // ``proxyUserHeader`` as a name.
    var proxyUserField: HTTPField.Name? { proxyUserHeader.flatMap { HTTPField.Name($0) } }

    /// Parses the origin of a page: a scheme, a host, and a port where it is another than the scheme's; `nil` for
    /// anything else.
    package static func origin(_ text: String) -> String? {
        let isOrigin =
            text.wholeMatch(of: /https?:\/\/([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?/)
            != nil
        return isOrigin ? text.lowercased() : nil
    }

    /// Parses the URL that links begin with: that of a page over HTTP, with or without a slash after it; `nil` for anything
    /// else.
    package static func publicURL(_ text: String) -> String? {
        let url = text.hasSuffix("/") ? String(text.dropLast()) : text
        let isURL =
            url.wholeMatch(
                of: /https?:\/\/([A-Za-z0-9._-]+|\[[0-9a-fA-F:]+\])(:[0-9]{1,5})?(\/[^\s?#"<>]+)?/
            ) != nil
        return isURL ? url : nil
    }

    /// Parses a base path: `/a/b`, with or without a slash after; `/` and nothing are none; `nil` for anything else.
    package static func basePath(_ text: String) -> String? {
        let path = text.hasSuffix("/") ? String(text.dropLast()) : text
        if path.isEmpty { return "" }
        let isPath =
            path.hasPrefix("/") && !path.contains("//")
            && path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"?#%\"<>".utf8.contains($0) }
        return isPath ? path : nil
    }
}
