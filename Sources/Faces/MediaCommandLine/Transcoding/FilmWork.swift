import PhonolithLibav
import PhonolithMediaModel
import PhonolithThumbnails
import PhonolithWorker

/// Makes a film, or a part of one: H.264 and AAC in fragments of MP4 (ISO 14496-12, 8.8).
struct FilmWork {
    private let path: MediaPath
    private let span: FilmSpan
    private let film: TranscodeJob.Film
    // In bit/s.
    private let soundBitRate: Int
    private let send: ([UInt8]) -> Void

    init(_ job: TranscodeJob, _ film: TranscodeJob.Film, send: @escaping ([UInt8]) -> Void) {
        path = MediaPath(bytes: Array(job.file))
        // The header says what the streams are, whatever their times.
        let end = film.part == .header ? film.origin : job.end
        let start = film.part == .header ? film.origin : job.start
        span = FilmSpan(start: start, end: end, origin: film.origin)
        self.film = film
        soundBitRate = min(max(job.bitRate ?? 128, 32), 320) * 1000
        self.send = send
    }

    // Blocks its thread.
    func run() throws(AVError) {
        let demuxer = try Demuxer.open(path)
        let delay = Self.delay(of: demuxer)
        var (pictures, sound): ((any PictureSource)?, FilmSound?) = (nil, nil)
        let video = film.height == nil ? nil : demuxer.bestVideoStream
        if demuxer.bestAudioStream != nil {
            do throws(AVError) {
                sound = try FilmSound(path, span, delay: delay, bitRate: soundBitRate)
            } catch {
                // A film without its sound is more than none.
                if video == nil { throw error }
            }
        }
        if let height = film.height, let video {
            let limit = PixelSize(
                width: min(film.width ?? Self.mostColumns, Self.mostColumns), height: height)
            pictures = try copied(video, within: limit)
            if pictures == nil {
                pictures = try FilmPictures(
                    path, demuxer, video, span, within: limit,
                    bitRate: film.pictureBitRate.map { $0 * 1000 }, isSegment: film.part != .whole)
            }
        }
        try write(pictures, sound)
    }

    /// The limit of common decoders of H.264.
    private static let mostColumns = 4096

    /// The pictures as they are, of a whole file without a limit; what begins elsewhere has to begin with a picture that
    /// stands alone.
    private func copied(
        _ video: MediaStream, within limit: PixelSize
    ) throws(AVError) -> CopiedPictures? {
        guard film.part == .whole, film.pictureBitRate == nil, span.start == 0, span.end == nil
        else { return nil }
        return try CopiedPictures(path, try Demuxer.open(path), video, within: limit)
    }

    /// How much later the sound begins than the file.
    private static func delay(of demuxer: borrowing Demuxer) -> Double {
        guard let stream = demuxer.bestAudioStream, let start = stream.startTicks else { return 0 }
        return min(max(stream.timeBase.seconds(start) - demuxer.startTime, 0), 60)
    }

    private func write(_ pictures: (any PictureSource)?, _ sound: FilmSound?) throws(AVError) {
        var muxer = try Muxer.open(.mp4)
        if let pictures { try pictures.add(to: &muxer) }
        if let sound { try muxer.add(sound.encoder) }
        // Pictures that are copied may be decoded before the film begins: then all of it comes so much later. FFmpeg shows
        // the first picture and the first sound of a film at once, and all others where they belong.
        try muxer.begin(
            options: [("movflags", movflags)], keepsTimes: !(pictures is CopiedPictures))
        let header = muxer.takeBytes()
        if film.part != .segment { send(header) }
        if film.part == .header { return }
        let soundIndex = pictures == nil ? 0 : 1
        var (hasPictures, hasSound) = (pictures != nil, sound != nil)
        while hasPictures || hasSound {
            let isPictureNext =
                hasPictures && (!hasSound || (pictures?.time ?? 0) <= (sound?.time ?? 0))
            if isPictureNext {
                hasPictures =
                    try pictures?.next { (packet) throws(AVError) in
                        try muxer.write(packet, of: 0)
                    } ?? false
            } else {
                hasSound =
                    try sound?.next { (packet) throws(AVError) in
                        try muxer.write(packet, of: soundIndex)
                    } ?? false
            }
            if film.part == .whole { flush(muxer) }
        }
        try muxer.finish()
        flush(muxer)
    }

    private func flush(_ muxer: borrowing Muxer) {
        let bytes = muxer.takeBytes()
        if !bytes.isEmpty { send(bytes) }
    }

    /// A whole film has a fragment for each picture that stands alone; a segment is one, and keeps its place.
    private var movflags: String {
        film.part == .whole
            ? "frag_keyframe+empty_moov+default_base_moof"
            : "frag_custom+empty_moov+default_base_moof+frag_discont+skip_trailer"
    }
}
