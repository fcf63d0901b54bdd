/// Formats that hold their media themselves. Playlists (`hls`, `concat`, `dash`, …) would open other
/// files, and subtitles, images and raw text would make media of anything.
enum SelfContainedFormats {
    static let names = common + elementaryStreams + recorders + games

    private static let common = [
        "aac", "ac3", "aiff", "amr", "ape", "asf", "asf_o", "au", "avi", "caf", "dsf", "dts",
        "dtshd", "eac3", "flac", "flv", "iff", "ivf", "live_flv", "loas", "matroska", "mlp", "mov",
        "mp3", "mpc", "mpc8", "mpeg", "mpegts", "nsv", "nut", "ogg", "oma", "qcp", "rm", "shn",
        "spdif", "swf", "tak", "truehd", "tta", "vivo", "w64", "wav", "wv", "xwma",
    ]

    /// Packets of one codec, without a container.
    private static let elementaryStreams = [
        "avs2", "avs3", "cavsvideo", "dirac", "dnxhd", "h261", "h263", "h264", "hevc", "m4v",
        "mjpeg", "mpegvideo", "mpjpeg", "obu", "vc1", "vc1test", "yuv4mpegpipe",
    ]

    /// Of television, cameras, set-top boxes, telephones and other devices.
    private static let recorders = [
        "cine", "derf", "dhav", "dv", "gxf", "ifv", "kux", "lmlm4", "lvf", "lxf", "moflex",
        "mtv", "mxf", "mxg", "nc", "nuv", "pmp", "pva", "r3d", "sdr2", "ser", "simbiosis_imx",
        "smjpeg", "ty", "vividas", "wtv",
    ]

    /// Of games, consoles and home computers.
    private static let games = [
        "4xm", "anm", "argo_brp", "avs", "bethsoftvid", "bfi", "bink", "c93", "cdxl", "dfa",
        "dsicin", "dxa", "ea", "film_cpk", "filmstrip", "flic", "frm", "gdv", "hnm", "idcin",
        "ipmovie", "ipu", "iv8", "ivr", "jv", "luodat", "mm", "mods", "msnwctcp", "mv", "mvi",
        "paf",
        "psxstr", "rl2", "roq", "rpl", "sga", "siff", "smk", "thp", "tiertexseq", "tmv", "txd",
        "vmd",
        "wc3movie", "wsvqa", "xmv", "yop",
    ]
}
