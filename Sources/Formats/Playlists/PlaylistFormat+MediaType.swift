extension PlaylistFormat {
    /// The format of what a server sends as this media type; `nil` if it is not a playlist.
    ///
    /// - Parameter mediaType: As `Content-Type` has it, parameters included (RFC 9110, 8.3.1).
    public init?(mediaType: String) {
        let name = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        guard let format = Self.formats[name] else { return nil }
        self = format
    }

    private static let formats: [String: PlaylistFormat] = [
        "audio/x-mpegurl": .m3u, "audio/mpegurl": .m3u, "application/x-mpegurl": .m3u,
        "application/mpegurl": .m3u, "application/vnd.apple.mpegurl": .m3u,
        "audio/x-scpls": .pls, "audio/scpls": .pls, "application/pls+xml": .pls,
        "application/x-scpls": .pls, "application/xspf+xml": .xspf, "application/jspf+json": .jspf,
        "video/x-ms-asx": .asx, "video/x-ms-wax": .asx, "audio/x-ms-wax": .asx,
        "video/x-ms-wvx": .asx, "application/vnd.ms-wpl": .wpl,
    ]
}
