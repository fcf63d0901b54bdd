internal import CPhonolithFFmpeg
import PhonolithMediaModel

/// A format context until it is known to hold sound: it closes itself when a step in between fails.
struct OpenedInput: ~Copyable {
    private let context: UnsafeMutablePointer<AVFormatContext>
    /// In bytes; negative where a server does not announce it.
    let announcedSize: Int64

    init(
        _ location: AudioInput.Location, _ interruption: ReadInterruption,
        tap: StreamTap? = nil, ignoringEdits: Bool = false
    ) throws(AVError) {
        switch location {
        case .file(let path), .part(let path, _): try refusePipe(path, "avformat_open_input")
        case .url: break
        }
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        for (key, value) in AudioInput.options(location) { av_dict_set(&options, key, value, 0) }
        if ignoringEdits { av_dict_set(&options, "advanced_editlist", "0", 0) }
        var opened =
            try allocated("avformat_alloc_context") { avformat_alloc_context() }
            as UnsafeMutablePointer<AVFormatContext>?
        opened?.pointee.interrupt_callback = interruption.callback
        if case .url = location, let opened { NetworkSecurity.secure(opened) }
        if let opened { tap?.install(in: opened) }
        let name = AudioInput.name(of: location)
        do throws(AVError) {
            // On failure FFmpeg frees the context that it was given.
            try check("avformat_open_input") {
                name.withUnsafeBytes {
                    avformat_open_input(
                        &opened, $0.assumingMemoryBound(to: CChar.self).baseAddress, nil,
                        &options)
                }
            }
        } catch {
            tap?.remove()
            throw error
        }
        context = try allocated("avformat_open_input") { opened }
        announcedSize = context.pointee.pb.map { avio_size($0) } ?? -1
    }

    deinit { freeHandle(context, by: avformat_close_input) }

    /// Looks at the streams, and chooses the sound that is wanted, else the one that a player would.
    ///
    /// - Parameter choose: Gets the sounds in the order of the file, and gives the one that is wanted.
    func audioStream(
        _ choose: ([MediaStream]) -> MediaStream? = { _ in nil }
    ) throws(AVError) -> MediaStream {
        try check("avformat_find_stream_info") { avformat_find_stream_info(context, nil) }
        let streams = context.pointee.streams
        let sounds = (0..<Int(context.pointee.nb_streams)).compactMap { streams?[$0] }
            .map { MediaStream(reading: $0) }.filter { $0.kind == .audio }
        let wanted = choose(sounds).map { CInt($0.index) } ?? -1
        let best = try check("av_find_best_stream") {
            av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, wanted, -1, nil, 0)
        }
        for index in 0..<Int(context.pointee.nb_streams) where index != Int(best) {
            streams?[index]?.pointee.discard = AVDISCARD_ALL
        }
        let stream = try allocated("av_find_best_stream") { streams?[Int(best)] }
        return MediaStream(reading: stream)
    }

    consuming func release() -> UnsafeMutablePointer<AVFormatContext> {
        let context = context
        discard self
        return context
    }
}

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
