import PhonolithLibav
import PhonolithMediaModel

/// Everything read from one file, before it is decided what it means.
struct Reading {
    let pathExtension: String
    let signature: AudioSignature?
    private(set) var fields: [RawField]
    private(set) var streams: StreamFacts
    private(set) var chapters: [Chapter]
    private var embedded: EmbeddedPictures
    /// The damage of the file; `nil` if none is known.
    private(set) var damage: String?
    private var isConfirmed = false
    /// Whether FFmpeg was asked and could not open the file.
    private var isRefusedByFFmpeg = false

    /// The pictures that can be shown.
    var pictures: [Picture] { embedded.shown }

    /// Asks TagLib, then FFmpeg for what TagLib does not know. Blocks its thread.
    init(_ path: MediaPath, pictures cache: PictureCache) throws(MediaFileError) {
        let contents = try TagContents(path)
        if contents.fileSize == 0 {
            throw MediaFileError(path: path, code: .empty, reason: "is empty")
        }
        pathExtension = path.pathExtension
        signature = contents.signature
        fields = contents.fields()
        streams = StreamFacts(contents)
        chapters = contents.chapters()
        embedded = EmbeddedPictures(contents, cache)
        let asksFFmpeg =
            contents.asksForStreams || contents.hasVideo || contents.asksForChapters
        // Only of films: most files are songs.
        let episode = asksFFmpeg ? EpisodeName(path) : nil
        if asksFFmpeg {
            add(path, contents, cache, episode)
        }
        if contents.isChained, let chain = OggChain(of: path) { streams.take(chain) }
        if streams.video != nil, let episode {
            fields += Television.fields(episode, beside: fields)
        }
        try refuse(path, contents)
        damage = damage(contents)
    }

    private mutating func add(
        _ path: MediaPath, _ contents: borrowing TagContents, _ cache: PictureCache,
        _ episode: EpisodeName?
    ) {
        do {
            do {
                add(try Demuxer.open(path, as: contents.demuxer), contents, cache, episode)
            } catch {
                guard contents.demuxer != nil else { throw error }
                add(try Demuxer.open(path), contents, cache, episode)
            }
        } catch {
            // TagLib's data may be enough; `refuse` decides.
            isRefusedByFFmpeg = true
        }
    }

    /// The damage of a file that is not refused.
    private func damage(_ contents: borrowing TagContents) -> String? {
        if contents.holdsNoMedia { return "is damaged: it describes tracks, but contains no media" }
        if contents.isCutOff { return "is cut off: its end is missing" }
        if isRefusedByFFmpeg {
            return "is damaged: its headers can be read, but it cannot be played"
        }
        if contents.hasStrayBytes {
            return
                "is damaged: it contains bytes that are no chunk, and what is after them is not read"
        }
        if let (tag, name) = contents.damagedPart {
            return switch tag.family {
            case .mp4: "has a damaged MP4 tag: the size of its item \(name) is wrong"
            case .riffInfo: "has a damaged RIFF INFO list: the size of its field \(name) is wrong"
            default: "has a damaged ID3v2 tag: its frame \(name) is not whole"
            }
        }
        if contents.hasDamagedComments {
            return "has damaged Vorbis comments: their number, or the length of one, is wrong"
        }
        if contents.hasDamagedAPE {
            return "has a damaged APE tag: its size, or the number or length of its items, is wrong"
        }
        return embedded.problem
    }

    private mutating func add(
        _ demuxer: consuming Demuxer, _ contents: borrowing TagContents, _ cache: PictureCache,
        _ episode: EpisodeName?
    ) {
        isConfirmed = demuxer.bestAudioStream?.sampleRate != nil
        if contents.asksForStreams || contents.hasVideo { streams.take(demuxer) }
        if contents.container == nil || contents.hasVideo || contents.asksForChapters,
            chapters.isEmpty
        {
            chapters = Self.chapters(of: demuxer)
        }
        if fields.isEmpty {
            fields = Self.fields(of: demuxer)
        } else if fields.contains(where: { $0.kind == .matroska }) {
            fields = Television.fields(fields, besides: Self.fields(of: demuxer), episode)
        }
        if contents.container == nil, pictures.isEmpty {
            embedded = EmbeddedPictures(demuxer, cache)
        }
    }

    /// TagLib opens many a file that is not media: something must be there to play, or to read.
    private func refuse(
        _ path: MediaPath, _ contents: borrowing TagContents
    ) throws(MediaFileError) {
        if contents.isTagOnly, streams.container == nil {
            throw MediaFileError(
                path: path, code: .notMedia, reason: "contains a tag, but no audio")
        }
        if streams.container == nil {
            throw MediaFileError(
                path: path, code: .notMedia, reason: NotMedia.reason(contents.firstBytes))
        }
        if streams.container == "module" || streams.video != nil || contents.isDescribed { return }
        if streams.codec != nil, !fields.isEmpty { return }
        // FFmpeg has seen sound even where it is unknown how long it lasts, as in FLAC from a pipe.
        let isLong = streams.duration != nil && streams.fit(in: contents.fileSize)
        if streams.sampleRate != nil, isLong || isConfirmed { return }
        throw MediaFileError(
            path: path, code: .damaged,
            reason: "is damaged or cut off: it contains no audio or video")
    }

    private static func fields(of demuxer: borrowing Demuxer) -> [RawField] {
        // Ogg has its comments in the stream; elsewhere a stream's title is the name of a sound track.
        let ofStream =
            demuxer.formatName == "ogg"
            ? demuxer.streams.filter { !$0.isAttachedPicture }.flatMap(\.metadata) : []
        return (demuxer.metadata + ofStream).compactMap { entry in
            // FFmpeg joins the values of a key that occurs several times in an Ogg file.
            let isList = demuxer.formatName == "ogg" && listKeys.contains(entry.key.lowercased())
            let values = isList ? entry.value.split(separator: ";").map(String.init) : [entry.value]
            let clean = values.compactMap { CleanText.text($0) }
            // The sort key of a tag of Matroska is inside of that tag.
            let key =
                entry.key.hasSuffix(sortKey)
                ? entry.key.dropLast(sortKey.count) + "SORT" : entry.key
            return clean.isEmpty ? nil : RawField(kind: .ffmpeg, key: key, values: clean)
        }
    }

    private static let sortKey = "/SORT_WITH"

    private static let listKeys: Set = ["artist", "artists", "album_artist", "composer", "genre"]

    private static func chapters(of demuxer: borrowing Demuxer) -> [Chapter] {
        // Vorbis comments only state where a chapter begins; FFmpeg makes up the rest.
        let knowsEnds = demuxer.formatName != "ogg"
        return demuxer.chapters.map { chapter in
            Chapter(
                startTime: max(0, chapter.startTime), endTime: knowsEnds ? chapter.endTime : nil,
                title: chapter.title.flatMap { CleanText.text($0) })
        }.sorted { $0.startTime < $1.startTime }
    }
}

/// The kind of a file that is not media.
enum NotMedia {
    /// By its first bytes, in words.
    static func reason(_ bytes: [UInt8]) -> String {
        let known: [(mark: [UInt8], name: String)] = [
            (Array("%PDF".utf8), "is a PDF document"),
            (Array("PK\u{3}\u{4}".utf8), "is a ZIP archive"),
            ([0x1F, 0x8B], "is a gzip archive"), ([0x7F] + Array("ELF".utf8), "is a program"),
            (Array("Rar!".utf8), "is a RAR archive"),
            (Array("SQLite format".utf8), "is a database"),
        ]
        if let known = known.first(where: { bytes.starts(with: $0.mark) }) {
            return known.name + ", not audio or video"
        }
        if bytes.allSatisfy({ $0 == 0 }) { return "starts with zeros only: no audio or video" }
        if PictureHeader(reading: bytes).mimeType.hasPrefix("image/") {
            return "is a picture, not audio or video"
        }
        if isText(bytes) { return "is text, not audio or video" }
        return "is not in a known audio or video format"
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D) ~= $0 }
    }
}
