import PhonolithMediaModel
import Testing

@Suite struct MediaFormatTests {
    @Test("an extension is that of one format, and a type that is sent is known")
    func table() {
        let extensions = MediaFormat.all.flatMap(\.extensions)
        #expect(Set(extensions).count == extensions.count)
        for format in MediaFormat.all {
            for suffix in format.extensions { #expect(MediaFormat(extension: suffix) == format) }
            for type in format.types {
                #expect(MediaFormat(type: type)?.container == format.container)
            }
        }
    }

    @Test(
        "names of media are told from others",
        arguments: [
            ("a.MP3", true, false), ("a.asf", true, false), ("a.mkv", true, true),
            ("a.txt", false, false),
            ("mp3", false, false), ("a.", false, false), ("a.m4b", true, false),
        ] as [(MediaPath, Bool, Bool)])
    func names(path: MediaPath, isMedia: Bool, isVideo: Bool) {
        #expect((path.isNamedAsMedia, path.isNamedAsVideo) == (isMedia, isVideo))
    }

    @Test(
        "the type is that of what a file is, whatever it is called",
        arguments: [
            ("mp3", "flac", false, "audio/mpeg"), ("flac", "mp3", false, "audio/flac"),
            ("mp4", "avi", true, "video/mp4"), ("mp4", "", false, "audio/mp4"),
            ("asf", "mp3", false, "audio/x-ms-wma"), ("mpegps", "mp3", false, "video/mpeg"),
            // Kinds of one container.
            ("mp4", "m4b", false, "audio/mp4"), ("mp4", "mov", true, "video/quicktime"),
            ("matroska", "webm", true, "video/webm"), ("matroska", "mkv", true, "video/x-matroska"),
            // Either may be in a file of any of its names.
            ("mp4", "mp4", false, "audio/mp4"), ("mp4", "m4a", true, "video/mp4"),
            ("ogg", "ogg", true, "video/ogg"), ("matroska", "mkv", false, "audio/x-matroska"),
            // An unknown container has the type of its suffix.
            (nil, "flac", false, "audio/flac"), ("tak", "mp3", false, "audio/mpeg"),
            (nil, "tak", false, "application/octet-stream"), (nil, "ac3", false, "audio/ac3"),
            (nil, "eac3", false, "audio/eac3"), (nil, "ec3", false, "audio/eac3"),
            ("eac3", "ac3", false, "audio/eac3"),
        ] as [(String?, String, Bool, String)])
    func types(container: String?, suffix: String, isVideo: Bool, name: String) {
        #expect(
            MediaFormat.type(of: container, extension: suffix, isVideo: isVideo) == name)
    }
}
