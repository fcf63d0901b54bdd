import PhonolithAccess
import Testing

@Suite("The type of a file in HTTP") struct MediaTypeNamesTests {
    @Test(
        "is that of what it is, whatever it is called",
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
            MediaTypeNames.mimeType(of: container, extension: suffix, isVideo: isVideo) == name)
    }
}
