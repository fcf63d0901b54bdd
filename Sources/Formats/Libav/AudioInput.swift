internal import CPhonolithFFmpeg
internal import Glibc
import PhonolithMediaModel

/// A file or a server's stream that sound is read from, packet by packet.
///
/// Not for use by two threads at once.
package struct AudioInput: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let context: UnsafeMutablePointer<AVFormatContext>
    /// The packet that was read last; freed by `deinit`.
    let packet: UnsafeMutablePointer<AVPacket>
    // Kept alive for FFmpeg.
    let interruption: ReadInterruption
    private let tap: StreamTap?
    /// The stream that is read; the others are skipped.
    package let stream: MediaStream
    /// The time of the first packet, in ticks; `nil` before it is read, and where it has none.
    private var firstTicks: Int64?
    private(set) var hasReadFirst = false
    /// The title of the stream that was begun last in an Ogg file.
    var songTitle: String?
    /// Whether nothing but the end of the connection tells where the end is (RFC 9112, 6.3, 8).
    var endsWithConnection = false
    /// How many bytes a server has announced; negative if it did not. FFmpeg forgets it when it cannot call the server again.
    let announcedSize: Int64
    /// Whether it comes from a server.
    private(set) var isFromServer = false
    /// The packets from a server, and the time spent waiting for them.
    var traffic = NetworkTraffic()
    /// For how long a server may send nothing, in seconds.
    package static let patience = 15.0

    /// Opens a file or an address and looks for its sound. Blocks its thread.
    ///
    /// - Parameter choice: Which of its sounds; where it has none of those, the one that a player would choose.
    /// - Parameter observer: Sees what comes from a server; not the files of which an HLS stream consists.
    /// - Throws: ``AVError``; from `av_find_best_stream` where there is no sound. Of a server that sends
    ///   nothing for ``patience``, the code is that of a time-out.
    package static func open(
        _ location: Location, choice: SoundChoice = SoundChoice(), interruption: ReadInterruption,
        observer: (any StreamObserver)? = nil
    ) throws(AVError) -> AudioInput {
        guard case .url = location else { return try opened(location, choice, interruption, nil) }
        return try NetworkFailure.explained { () throws(AVError) in
            try opened(location, choice, interruption, observer.map(StreamTap.init))
        }
    }

    private static func opened(
        _ location: Location, _ choice: SoundChoice, _ interruption: ReadInterruption,
        _ tap: StreamTap?
    ) throws(AVError) -> AudioInput {
        let start = ContinuousClock.now
        do {
            return try interruption.allowing(seconds: patience) { () throws(AVError) in
                let opening = try OpenedInput(location, interruption, tap: tap)
                var input = try AudioInput(taking: opening, choice, interruption, tap)
                if case .url = location {
                    input.isFromServer = true
                    input.chooseReconnecting()
                    input.traffic.waitingTime = start.duration(to: .now) / .seconds(1)
                }
                return input
            }
        } catch {
            throw interruption.isOverdue ? .timedOut(error.function) : error
        }
    }

    private init(
        taking opening: consuming OpenedInput, _ choice: SoundChoice,
        _ interruption: ReadInterruption,
        _ tap: StreamTap?
    ) throws(AVError) {
        let stream = try opening.audioStream(choice.stream)
        packet = try allocated("av_packet_alloc") { av_packet_alloc() }
        announcedSize = opening.announcedSize
        context = opening.release()
        self.interruption = interruption
        self.tap = tap
        self.stream = stream
    }

    deinit {
        freeHandle(packet, by: av_packet_free)
        tap?.remove()
        StreamParts.forget(context)
        freeHandle(context, by: avformat_close_input)
        withExtendedLifetime(interruption) {}
    }

    /// In seconds; `nil` if unknown, as of a radio station.
    package var duration: Double? {
        if let duration = stream.duration { return duration }
        let duration = context.pointee.duration
        guard duration != phonolith_av_nopts_value(), duration > 0 else { return nil }
        return Double(duration) / Double(AV_TIME_BASE)
    }

    /// How fast the clock of the stream's packets ticks.
    package var ticksPerSecond: Double {
        let base = context.pointee.streams[stream.index]?.pointee.time_base
        guard let base, base.num > 0, base.den > 0 else { return Double(AV_TIME_BASE) }
        return Double(base.den) / Double(base.num)
    }

    /// Whether one can go elsewhere in it: not in what is sent only once, in its order, nor in what is sent
    /// live. The parts of HLS are files of their own.
    package var isSeekable: Bool { context.pointee.isSeekable }

    /// How many samples of an MP4 file's stream are heard, by the lengths of its packets and without the
    /// encoder's delay; `nil` for other formats, and where the packets are told of in many places.
    ///
    /// Edit lists say it, too, but many programs write them in milliseconds, which is too coarse to join
    /// files by. Their value is used if it is not just a rounded length.
    package func heardSamples(of location: Location, sampleRate: Int) -> Int? {
        guard formatName.hasPrefix("mov"), let edited = stream.duration,
            context.pointee.streams[stream.index].map({ $0.pointee.nb_frames > 0 }) ?? false
        else { return nil }
        guard let count = Int(exactly: (edited * Double(sampleRate)).rounded()) else { return nil }
        let milliseconds = (edited * 1000).rounded()
        let rounded = milliseconds / 1000 * Double(sampleRate)
        // A file without its edits that cannot be read tells nothing more than with them.
        guard case .file = location, abs(rounded - Double(count)) <= 1,
            let unedited = try? OpenedInput(location, interruption, ignoringEdits: true),
            let whole = try? unedited.audioStream({ $0.first { $0.index == stream.index } }),
            let duration = whole.duration
        else { return count }
        let delay = Double(firstTicks ?? 0) / ticksPerSecond
        let packets = ((duration + delay) * Double(sampleRate)).rounded()
        // Both are of one length, except for the rounding.
        return abs(packets - Double(count)) <= Double(sampleRate / 1000 + 1) ? Int(packets) : count
    }

    /// The metadata of the file as a whole.
    package var metadata: [MetadataEntry] {
        MetadataEntry.all(in: context.pointee.metadata) + stream.metadata
    }

    /// The first packet of Ogg Vorbis gives no sound, but FFmpeg gives it a time where all of a stream is on
    /// one page (Vorbis I, A.2): so many ticks is the first sound late then.
    package func lead(ofFirstSound ticks: Int64) -> Int64 {
        isOggVorbis && firstTicks == 0 && (1...8192).contains(ticks) ? ticks : 0
    }

    /// Whether streams may follow each other in it.
    package var isOgg: Bool { formatName == "ogg" }

    /// Whether the end is given by the granule position of the last page, and has to be worked out from it.
    package var isOggVorbis: Bool { formatName == "ogg" && stream.codecName == "vorbis" }

    /// Whether times after a seek are those of where pages end.
    package var isOggFLAC: Bool { formatName == "ogg" && stream.codecName == "flac" }

    /// Whether times after a seek are worked out from the bit rate, so that they are some samples off.
    package var guessesTimes: Bool { ["ac3", "eac3"].contains(formatName) }

    /// FFmpeg's name of the format.
    var formatName: String {
        context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    }

    /// Reads the next packet of the stream. Blocks its thread.
    ///
    /// - Returns: Whether there was one.
    mutating func readPacket() throws(AVError) -> Bool {
        let (context, packet, index) = (context, packet, stream.index)
        let start = ContinuousClock.now
        do {
            try interruption.allowing(seconds: Self.patience) { () throws(AVError) in
                repeat {
                    av_packet_unref(packet)
                    try check("av_read_frame") { av_read_frame(context, packet) }
                } while Int(packet.pointee.stream_index) != index
            }
            if !hasReadFirst, packet.pointee.pts != phonolith_av_nopts_value() {
                firstTicks = packet.pointee.pts
            }
            noteSong()
            hasReadFirst = true
            traffic.note(packet.pointee.size, in: start.duration(to: .now) / .seconds(1))
            return true
        } catch {
            if interruption.isOverdue { throw .timedOut("av_read_frame") }
            if error.isEndOfFile {
                if isFromServer, let brokenOff { throw brokenOff }
                return false
            }
            if endsWithConnection, error.code == phonolith_averror(EIO) { return false }
            // The read before gave what it had when its time was over.
            if interruption.hasExpired { throw .timedOut("av_read_frame") }
            let isLost = error.isOfData || error.code == phonolith_averror(EIO)
            if isLost, hasIndexAtEnd { throw error.explained(by: Self.indexIsLate) }
            throw isFromServer ? error.ofLostConnection : error
        }
    }

    /// Why what FFmpeg takes for the end of a server's stream is none: fewer bytes came than the server announced, or of a list of
    /// files, which FFmpeg skips where it cannot get them, the last ones are missing; `nil` at the end.
    private var brokenOff: AVError? {
        if let source = context.pointee.pb, source.pointee.eof_reached != 0,
            source.pointee.pos < announcedSize
        {
            return AVError(code: phonolith_averror(EIO), function: "av_read_frame").ofLostConnection
        }
        guard formatName.hasPrefix("hls"), StreamParts.isLastMissing(of: context) else {
            return nil
        }
        return AVError(code: phonolith_averror(EIO), function: "av_read_frame").ofLostConnection
    }

    /// Goes to the first packet. Blocks its thread.
    package func seekToBeginning(isFast: Bool) throws(AVError) {
        try seek(toTicks: firstTicks ?? stream.startTicks ?? 0, isFast: isFast)
    }

    /// Goes to the last packet that begins at or before a time. Blocks its thread.
    ///
    /// - Parameters:
    ///   - ticks: In the stream's time base.
    ///   - isFast: Whether near is good enough: FLAC and MP3 need not be read from their beginning then.
    package func seek(toTicks ticks: Int64, isFast: Bool) throws(AVError) {
        if isFast {
            context.pointee.flags |= AVFMT_FLAG_FAST_SEEK
        } else {
            context.pointee.flags &= ~AVFMT_FLAG_FAST_SEEK
        }
        av_packet_unref(packet)
        do {
            try interruption.allowing(seconds: Self.patience) { () throws(AVError) in
                _ = try check("avformat_seek_file") {
                    avformat_seek_file(
                        context, CInt(stream.index), Int64.min, ticks, ticks, 0)
                }
            }
        } catch {
            throw interruption.isOverdue ? .timedOut(error.function) : error
        }
    }
}

extension AVFormatContext {
    /// Whether one can go elsewhere in it (``AudioInput/isSeekable``).
    var isSeekable: Bool {
        guard ctx_flags & AVFMTCTX_UNSEEKABLE == 0 else { return false }
        let format = iformat?.pointee.name.map { String(cString: $0) } ?? ""
        return format.hasPrefix("hls") || pb.map { $0.pointee.seekable != 0 } ?? false
    }
}
