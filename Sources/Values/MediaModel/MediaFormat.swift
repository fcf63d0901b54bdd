/// A kind of media file: how its files are called, and its name in HTTP.
package struct MediaFormat: Hashable, Sendable {
    /// As ``MediaFacts/container`` names it.
    package let container: String
    /// In lower case, without dots; the usual one first.
    package let extensions: [String]
    /// Media types (IANA, "Media Types"; where nothing is registered, what players know); the one to send first.
    package let types: [String]
    /// Whether files of these names hold video, as a rule.
    package let isVideo: Bool

    private init(
        _ container: String, _ extensions: [String], _ types: String..., isVideo: Bool? = nil
    ) {
        (self.container, self.extensions, self.types) = (container, extensions, types)
        self.isVideo = isVideo ?? types[0].hasPrefix("video/")
    }

    /// Of a container the first one of sound and the first of video are those of files that are called otherwise.
    package static let all = [
        Self("mp3", ["mp3", "mp2"], "audio/mpeg", "audio/mp3"), Self("aac", ["aac"], "audio/aac"),
        Self("flac", ["flac"], "audio/flac", "audio/x-flac"),
        Self("ogg", ["ogg", "oga", "spx"], "audio/ogg"),
        Self("ogg", ["opus"], "audio/ogg", "audio/opus"), Self("ogg", ["ogv"], "video/ogg"),
        Self("mp4", ["m4a", "m4b", "m4p", "m4r"], "audio/mp4", "audio/x-m4a", "audio/m4a"),
        Self("mp4", ["mp4"], "video/mp4"), Self("mp4", ["m4v"], "video/mp4", "video/x-m4v"),
        Self("mp4", ["mov"], "video/quicktime"), Self("mp4", ["3gp"], "video/3gpp"),
        Self("mp4", ["3g2"], "video/3gpp2"), Self("asf", ["wma"], "audio/x-ms-wma"),
        Self("asf", ["wmv"], "video/x-ms-wmv"),
        Self("asf", ["asf"], "video/x-ms-asf", isVideo: false),
        Self("aiff", ["aif", "aiff", "aifc"], "audio/aiff", "audio/x-aiff"),
        Self("wav", ["wav"], "audio/wav", "audio/x-wav"), Self("w64", ["w64"], "audio/x-w64"),
        Self("ape", ["ape"], "audio/x-ape"), Self("mpc", ["mpc"], "audio/x-musepack"),
        Self("wv", ["wv"], "audio/x-wavpack"), Self("tta", ["tta"], "audio/x-tta"),
        Self("dsf", ["dsf"], "audio/x-dsf"), Self("dff", ["dff"], "audio/x-dff"),
        Self("module", ["mod"], "audio/x-mod"), Self("module", ["it"], "audio/x-it"),
        Self("module", ["s3m"], "audio/x-s3m"), Self("module", ["xm"], "audio/x-xm"),
        Self("matroska", ["mka"], "audio/x-matroska"),
        Self("matroska", ["mkv"], "video/x-matroska"),
        Self("matroska", ["webm"], "video/webm", "audio/webm"), Self("ac3", ["ac3"], "audio/ac3"),
        Self("eac3", ["eac3", "ec3"], "audio/eac3"), Self("dts", ["dts"], "audio/vnd.dts"),
        Self("au", ["au"], "audio/basic"), Self("caf", ["caf"], "audio/x-caf"),
        Self("avi", ["avi"], "video/x-msvideo"), Self("flv", ["flv"], "video/x-flv"),
        Self("mpegps", ["mpg", "mpeg", "vob"], "video/mpeg"),
        Self("mpegts", ["ts", "m2ts", "mts"], "video/mp2t"),
    ]

    private static let byExtension = Dictionary(
        all.flatMap { format in format.extensions.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first })

    /// The format that a file has by its name; `nil` if it is called like no media file.
    ///
    /// - Parameter suffix: The extension in lower case, without the dot.
    package init?(extension suffix: String) {
        guard let format = Self.byExtension[suffix] else { return nil }
        self = format
    }

    /// The format of a media type, in lower case and without parameters.
    package init?(type: String) {
        guard let format = Self.all.first(where: { $0.types.contains(type) }) else { return nil }
        self = format
    }

    /// Subtypes that exist for both audio and video.
    private static let pairs: Set<String> = ["ogg", "mp4", "webm", "3gpp", "x-matroska"]

    /// The media type of a file's bytes, whatever the file is called.
    ///
    /// - Parameters:
    ///   - container: The file's format, as far as it is known.
    ///   - suffix: The file name extension, which distinguishes types with the same container; in lower case, without the dot.
    ///   - isVideo: Whether there are moving pictures in it: some kinds hold either.
    package static func type(
        of container: String?, extension suffix: String, isVideo: Bool
    ) -> String {
        let own = all.filter { $0.container == container }
        let wanted = isVideo ? "video/" : "audio/"
        let named = (own.isEmpty ? all : own).first { $0.extensions.contains(suffix) }
        guard
            let type = (named ?? own.first { $0.types[0].hasPrefix(wanted) } ?? own.first)?.types[0]
        else { return "application/octet-stream" }
        let subtype = type.drop { $0 != "/" }.dropFirst()
        return pairs.contains(String(subtype)) ? wanted + subtype : type
    }
}

extension MediaPath {
    /// Whether the name is that of sound or a video.
    package var isNamedAsMedia: Bool { MediaFormat(extension: pathExtension) != nil }

    /// Whether the name is that of a video.
    package var isNamedAsVideo: Bool { MediaFormat(extension: pathExtension)?.isVideo == true }
}
