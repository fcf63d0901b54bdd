/// The types of media files in HTTP (IANA, "Media Types"; where nothing is registered, what players know).
package enum MediaTypeNames {
    private struct Row {
        // As ``MediaFacts/container`` names it.
        var container: String
        /// In lower case, without dots.
        var extensions: [String]
        var name: String

        init(_ container: String, _ extensions: [String], _ name: String) {
            (self.container, self.extensions, self.name) = (container, extensions, name)
        }
    }

    /// Of a container the first row of sound and the first of video are those of files that are called otherwise.
    private static let rows = [
        Row("mp3", ["mp3", "mp2"], "audio/mpeg"), Row("aac", ["aac"], "audio/aac"),
        Row("flac", ["flac"], "audio/flac"),
        Row("ogg", ["ogg", "oga", "opus", "spx"], "audio/ogg"),
        Row("ogg", ["ogv"], "video/ogg"), Row("mp4", ["m4a", "m4b", "m4p", "m4r"], "audio/mp4"),
        Row("mp4", ["mp4", "m4v"], "video/mp4"), Row("mp4", ["mov"], "video/quicktime"),
        Row("mp4", ["3gp"], "video/3gpp"), Row("mp4", ["3g2"], "video/3gpp2"),
        Row("asf", ["wma"], "audio/x-ms-wma"), Row("asf", ["wmv"], "video/x-ms-wmv"),
        Row("asf", ["asf"], "video/x-ms-asf"), Row("aiff", ["aif", "aiff", "aifc"], "audio/aiff"),
        Row("wav", ["wav"], "audio/wav"), Row("w64", ["w64"], "audio/x-w64"),
        Row("ape", ["ape"], "audio/x-ape"), Row("mpc", ["mpc"], "audio/x-musepack"),
        Row("wv", ["wv"], "audio/x-wavpack"), Row("tta", ["tta"], "audio/x-tta"),
        Row("dsf", ["dsf"], "audio/x-dsf"), Row("dff", ["dff"], "audio/x-dff"),
        Row("module", ["mod"], "audio/x-mod"), Row("module", ["it"], "audio/x-it"),
        Row("module", ["s3m"], "audio/x-s3m"), Row("module", ["xm"], "audio/x-xm"),
        Row("matroska", ["mka"], "audio/x-matroska"), Row("matroska", ["mkv"], "video/x-matroska"),
        Row("matroska", ["webm"], "video/webm"), Row("ac3", ["ac3"], "audio/ac3"),
        Row("eac3", ["eac3", "ec3"], "audio/eac3"),
        Row("dts", ["dts"], "audio/vnd.dts"), Row("au", ["au"], "audio/basic"),
        Row("caf", ["caf"], "audio/x-caf"), Row("avi", ["avi"], "video/x-msvideo"),
        Row("flv", ["flv"], "video/x-flv"), Row("mpegps", ["mpg", "mpeg", "vob"], "video/mpeg"),
        Row("mpegts", ["ts", "m2ts", "mts"], "video/mp2t"),
    ]
    /// Subtypes that exist for both audio and video.
    private static let pairs: Set<String> = ["ogg", "mp4", "webm", "3gpp", "x-matroska"]

    /// The type of a file's bytes, whatever the file is called.
    ///
    /// - Parameters:
    ///   - container: The file's format, as far as it is known.
    ///   - suffix: The file name extension, which distinguishes types with the same container; in lower case, without the dot.
    ///   - isVideo: Whether there are moving pictures in it: some kinds hold either.
    package static func mimeType(
        of container: String?, extension suffix: String, isVideo: Bool
    ) -> String {
        let own = rows.filter { $0.container == container }
        let wanted = isVideo ? "video/" : "audio/"
        let named = (own.isEmpty ? rows : own).first { $0.extensions.contains(suffix) }
        guard let name = (named ?? own.first { $0.name.hasPrefix(wanted) } ?? own.first)?.name
        else {
            return "application/octet-stream"
        }
        let kind = name.drop { $0 != "/" }.dropFirst()
        return pairs.contains(String(kind)) ? wanted + kind : name
    }
}
