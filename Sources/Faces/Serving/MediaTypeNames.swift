/// The types of media files in HTTP, by the extensions of their names (IANA, "Media Types"; where nothing is
/// registered, what players know).
enum MediaTypeNames {
    private static let names: [String: String] = [
        "mp3": "audio/mpeg", "mp2": "audio/mpeg", "aac": "audio/aac", "flac": "audio/flac",
        "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "spx": "audio/ogg",
        "m4a": "audio/mp4", "m4b": "audio/mp4", "m4p": "audio/mp4", "m4r": "audio/mp4",
        "wma": "audio/x-ms-wma", "asf": "video/x-ms-asf", "aif": "audio/aiff",
        "aiff": "audio/aiff", "aifc": "audio/aiff", "wav": "audio/wav", "w64": "audio/x-w64",
        "ape": "audio/x-ape", "mpc": "audio/x-musepack", "wv": "audio/x-wavpack",
        "tta": "audio/x-tta", "dsf": "audio/x-dsf", "dff": "audio/x-dff", "mod": "audio/x-mod",
        "it": "audio/x-it", "s3m": "audio/x-s3m", "xm": "audio/x-xm", "mka": "audio/x-matroska",
        "ac3": "audio/ac3", "dts": "audio/vnd.dts", "au": "audio/basic", "caf": "audio/x-caf",
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime",
        "mkv": "video/x-matroska", "webm": "video/webm", "avi": "video/x-msvideo",
        "ogv": "video/ogg", "wmv": "video/x-ms-wmv", "flv": "video/x-flv", "mpg": "video/mpeg",
        "mpeg": "video/mpeg", "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t",
        "vob": "video/mpeg", "3gp": "video/3gpp", "3g2": "video/3gpp2",
    ]

    /// - Parameters:
    ///   - suffix: In lower case, without the dot.
    ///   - isVideo: Whether there are moving pictures in the file: some kinds hold either.
    static func mimeType(ofExtension suffix: String, isVideo: Bool) -> String {
        guard let name = names[suffix] else { return "application/octet-stream" }
        let (from, to) = isVideo ? ("audio/", "video/") : ("video/", "audio/")
        return ["ogg", "mp4", "m4a", "webm", "3gp"].contains(suffix) && name.hasPrefix(from)
            ? to + name.dropFirst(6) : name
    }
}
