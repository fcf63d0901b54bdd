/// Formats that hold their media themselves. Playlists (`hls`, `concat`, `dash`, …) would open other
/// files, and subtitles, images and raw text would make media of anything.
enum SelfContainedFormats {
    /// FFmpeg's names of them.
    static let names = [
        "aac", "ac3", "aiff", "amr", "ape", "asf", "asf_o", "au", "avi", "caf", "dirac", "dsf",
        "dts", "dtshd", "dv", "eac3", "flac", "flv", "gxf", "h264", "hevc", "iff", "ivf",
        "live_flv", "loas", "lxf", "m4v", "matroska", "mlp", "mov", "mp3", "mpc", "mpc8", "mpeg",
        "mpegts", "mpegvideo", "mxf", "nsv", "nut", "obu", "ogg", "oma", "qcp", "rm", "shn",
        "spdif", "tak", "truehd", "tta", "vc1", "w64", "wav", "wtv", "wv", "xwma",
    ]
}
