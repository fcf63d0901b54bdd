import PhonolithMediaModel

/// The address of a file on a network disk, as players have it that open such disks themselves: `smb://nas/music/a.mp3`.
enum NetworkPlace {
    /// Kinds of disks; other addresses lead to no file of a collection.
    private static let schemes = ["smb", "nfs", "afp", "sftp", "ftp", "ftps", "dav", "davs"]

    /// The address as a path, whose end is that of the file and whose beginning `--path-prefix` may name: without user,
    /// password and percent-encoding; `nil` for what is on no disk.
    static func path(_ text: String) -> MediaPath? {
        guard let colon = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        let rest = text[colon.upperBound...]
        if scheme == "stack" {
            // A film in several files: user data belong to the first.
            return rest.split(separator: " , ").first.map(String.init).flatMap { first in
                path(first) ?? (first.hasPrefix("/") ? MediaPath(first) : nil)
            }
        }
        guard schemes.contains(scheme), let slash = rest.firstIndex(of: "/") else { return nil }
        let host = rest[..<slash].split(separator: "@").last ?? ""
        let bytes = Array(rest[slash...].utf8)
        let isEncoded = scheme.hasPrefix("dav")
        return MediaPath(
            bytes: Array("\(scheme)://\(host)".utf8)
                + (isEncoded ? PercentEncoding.decoded(bytes) : bytes))
    }
}
