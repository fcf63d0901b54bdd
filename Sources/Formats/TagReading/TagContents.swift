internal import CPhonolithTagReader
internal import Glibc
import PhonolithMediaModel

/// The C++ reader's results for one file; owns its memory.
struct TagContents: ~Copyable {
    private let contents: UnsafeMutablePointer<tr_contents>

    /// Reads a file. Blocks its thread.
    init(_ path: MediaPath) throws(MediaFileError) {
        guard !path.bytes.contains(0) else { throw .system(path, EINVAL) }
        var contents: UnsafeMutablePointer<tr_contents>?
        var cause: UnsafePointer<CChar>?
        let code = (path.bytes + [0]).withUnsafeBytes { bytes -> CInt in
            guard let name = bytes.assumingMemoryBound(to: CChar.self).baseAddress else {
                return EINVAL
            }
            return tr_read(name, path.pathExtension, &contents, &cause)
        }
        guard code == 0, let contents else {
            switch Int(code) {
            case TR_NOT_A_FILE:
                throw MediaFileError(path: path, code: .notAFile, reason: "is not a file")
            case TR_FAILED, 0:
                let words = cause.map { String(cString: $0) } ?? "the cause is unknown"
                throw MediaFileError(
                    path: path, code: .damaged,
                    reason: "is damaged: its tags cannot be read: \(words)")
            default: throw .system(path, code)
            }
        }
        self.contents = contents
    }

    deinit { tr_close(contents) }

    /// The numbers, for reading only; their pointers are for this type alone.
    private var raw: tr_contents { contents.pointee }

    var container: String? { raw.container.map { String(cString: $0) } }
    var codec: String? { raw.codec.map { String(cString: $0) } }
    var isTagOnly: Bool { raw.is_tag_only }
    var asksForStreams: Bool { raw.ask_for_streams }
    var asksForChapters: Bool { raw.ask_for_chapters }
    var hasVideo: Bool { raw.has_video }
    var isProtected: Bool { raw.is_protected }
    /// FFmpeg's name of the format that it has to take the file for; `nil` lets it guess.
    var demuxer: String? { raw.demuxer.map { String(cString: $0) } }
    var isCutOff: Bool { raw.is_cut_off }
    /// Whether streams follow each other in the file; known for Ogg only.
    var isChained: Bool { raw.is_chained }
    /// Whether there are bytes that are no chunk before the end; known for WAV and AIFF only.
    var hasStrayBytes: Bool { raw.has_stray_bytes }
    /// Whether there is a picture that cannot be taken out of its tag.
    var hasUnreadablePicture: Bool { raw.has_unreadable_picture }
    /// The frame, item or field of a tag of which something may be lost; `nil` if there is none.
    var damagedPart: (tag: TagKind, name: String)? {
        let name = withUnsafeBytes(of: raw.damaged_part) { Array($0.prefix { $0 != 0 }) }
        guard !name.isEmpty, let tag = TagKind(rawValue: raw.damaged_tag.rawValue) else {
            return nil
        }
        return (tag, String(decoding: name, as: UTF8.self))
    }
    /// Whether the number of Vorbis comments or the length of one is wrong.
    var hasDamagedComments: Bool { raw.has_damaged_vorbis }
    /// Whether an APE tag has another size or number of items than it states.
    var hasDamagedAPE: Bool { raw.has_damaged_ape }
    /// Whether a track says of what kind it is.
    var isDescribed: Bool { raw.is_described }
    /// Whether tracks are described that have nothing in them.
    var holdsNoMedia: Bool { raw.holds_no_media }
    var videoCodec: String? { raw.video_codec.map { String(cString: $0) } }
    // In pixels as coded.
    var videoSize: (width: Int, height: Int)? {
        raw.width > 0 && raw.height > 0 ? (Int(raw.width), Int(raw.height)) : nil
    }
    var fileSize: Int { Int(raw.file_size) }
    var signature: AudioSignature? {
        raw.signature == 0 ? nil : AudioSignature(rawValue: raw.signature)
    }
    // In seconds.
    var duration: Double? { raw.duration > 0 ? Double(raw.duration) / 1000 : nil }
    /// Whether the duration is that of the sound alone; known for MP4 only.
    var statesDuration: Bool { raw.states_duration }
    // In kbit/s.
    var bitRate: Int? { raw.bit_rate > 0 ? Int(raw.bit_rate) : nil }
    /// Whether the bit rate is that of the sound alone.
    var statesBitRate: Bool { raw.states_bit_rate }
    var sampleRate: Int? { raw.sample_rate > 0 ? Int(raw.sample_rate) : nil }
    var channelCount: Int? { raw.channels > 0 ? Int(raw.channels) : nil }
    var bitDepth: Int? { raw.bits_per_sample > 0 ? Int(raw.bits_per_sample) : nil }
    // At most 512.
    var firstBytes: [UInt8] { Array(UnsafeBufferPointer(start: raw.head, count: raw.head_count)) }

    /// All fields in the order of the file, in clean text.
    func fields() -> [RawField] {
        let raw = raw
        let decoding = Latin1Decoding(texts(of: raw))
        var fields: [RawField] = []
        fields.reserveCapacity(raw.field_count)
        for field in UnsafeBufferPointer(start: raw.fields, count: raw.field_count) {
            guard let kind = TagKind(rawValue: field.tag.rawValue),
                let key = CleanText.text(bytes(field.key, in: raw))
            else { continue }
            var values: [String] = []
            values.reserveCapacity(Int(field.value_count))
            for value in self.values(of: field, in: raw) {
                let text = bytes(value, in: raw)
                let value = field.is_latin1 ? decoding.text(text, kind) : CleanText.text(text)
                if let value { values.append(value) }
            }
            if !values.isEmpty { fields.append(RawField(kind: kind, key: key, values: values)) }
        }
        return fields
    }

    /// The chapters in the order of their start times.
    func chapters() -> [Chapter] {
        let raw = raw
        if raw.chapter_count == 0 { return [] }
        return UnsafeBufferPointer(start: raw.chapters, count: raw.chapter_count).map { chapter in
            let text = bytes(chapter.title, in: raw)
            let title =
                chapter.is_latin1
                ? Latin1Decoding([(.id3v23, text)]).text(text, .id3v23) : CleanText.text(text)
            return Chapter(
                startTime: Double(chapter.start) / 1000,
                endTime: chapter.end > chapter.start && chapter.end < .max
                    ? Double(chapter.end) / 1000 : nil,
                title: title)
        }.sorted { $0.startTime < $1.startTime }
    }

    /// The pictures in the order of the file.
    func pictures(by cache: PictureCache) -> [Picture] {
        let raw = raw
        var pictures: [Picture] = []
        for picture in UnsafeBufferPointer(start: raw.pictures, count: raw.picture_count) {
            let made = cache.picture(
                kind: MediaArtwork.Kind(rawValue: Int(picture.kind)) ?? .other, source: .embedded,
                bytes: UnsafeBufferPointer(start: picture.bytes, count: picture.count))
            pictures.append(made)
        }
        return pictures
    }

    private func values(
        of field: tr_field, in raw: tr_contents
    ) -> Slice<UnsafeBufferPointer<tr_text>> {
        let first = Int(field.first_value)
        return UnsafeBufferPointer(start: raw.values, count: raw.value_count)[
            first..<first + Int(field.value_count)]
    }

    private func bytes(_ text: tr_text, in raw: tr_contents) -> UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(start: raw.text, count: raw.text_count).bindMemory(to: UInt8.self)
            .extracting(Int(text.offset)..<Int(text.offset + text.count))
    }

    /// The texts called Latin-1 that are not plain ASCII, by the kind of tag they are in.
    private func texts(of raw: tr_contents) -> [(TagKind, UnsafeBufferPointer<UInt8>)] {
        var texts: [(TagKind, UnsafeBufferPointer<UInt8>)] = []
        for field in UnsafeBufferPointer(start: raw.fields, count: raw.field_count)
        where field.is_latin1 {
            guard let kind = TagKind(rawValue: field.tag.rawValue) else { continue }
            for value in values(of: field, in: raw) {
                let text = bytes(value, in: raw)
                if text.contains(where: { $0 >= 0x80 }) { texts.append((kind, text)) }
            }
        }
        return texts
    }
}

/// The real encodings of texts called Latin-1, one for each kind of tag.
private struct Latin1Decoding {
    private var encodings: [TagKind: LegacyEncoding] = [:]

    init(_ texts: [(TagKind, UnsafeBufferPointer<UInt8>)]) {
        if texts.isEmpty { return }
        for (kind, texts) in Dictionary(grouping: texts, by: \.0) {
            encodings[kind] = LegacyEncoding.guess(texts.map { Self.original($0.1) })
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: TagKind) -> String? {
        guard let encoding = encodings[kind], bytes.contains(where: { $0 >= 0x80 }) else {
            return CleanText.text(bytes)
        }
        let original = Self.original(bytes)
        return CleanText.text(
            encoding.decode(original) ?? LegacyEncoding.windows1252.decode(original) ?? "")
    }

    /// The bytes that was in the file: each is a character here, encoded in UTF-8.
    private static func original(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        String(decoding: utf8, as: UTF8.self).unicodeScalars.map {
            UInt8(truncatingIfNeeded: $0.value)
        }
    }
}
