/// Formats that hold their media themselves. Playlists (`hls`, `concat`, `dash`, …) would open other
/// files, and subtitles, images and raw text would make media of anything.
enum SelfContainedFormats {
    /// FFmpeg's names of them.
    static let names = [
        "aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "dtshd", "dv",
        "eac3", "flac", "flv", "h264", "hevc", "iff", "ivf", "m4v", "matroska", "mlp", "mov", "mp3",
        "mpc", "mpc8", "mpeg", "mpegts", "mpegvideo", "mxf", "nut", "ogg", "oma", "rm", "shn",
        "tak", "truehd", "tta", "w64", "wav", "wtv", "wv",
    ]
}
