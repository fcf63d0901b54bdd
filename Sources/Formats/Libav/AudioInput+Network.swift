internal import CPhonolithFFmpeg
internal import Glibc
import PhonolithMediaModel

// Streams of servers: their description, and the handling of a connection that ends.

extension AudioInput {
    /// Whether the server is a radio station, whose stream has no end (ICY).
    package var isStation: Bool {
        Self.option("icy_metadata_headers", of: context.pointee.pb) != nil
    }

    /// Calls a station again when its connection breaks off. Anything else is only requested again where it
    /// can continue where it was: a stream of unknown length may simply have ended.
    mutating func chooseReconnecting() {
        guard let source = context.pointee.pb else { return }
        if isStation {
            av_opt_set(source, "reconnect_streamed", "1", AV_OPT_SEARCH_CHILDREN)
        } else if announcedSize < 0 {
            av_opt_set(source, "reconnect", "0", AV_OPT_SEARCH_CHILDREN)
            endsWithConnection = true
        }
    }

    /// Whether the stream is an MP4 file whose index comes after its sound, where one cannot go back to the sound.
    var hasIndexAtEnd: Bool { !hasReadFirst && !isSeekable && formatName.hasPrefix("mov") }

    static let indexIsLate =
        "its index is at its end, and the server sends it only from the beginning; download the file and play that, "
        + "or have the index moved to the beginning: ffmpeg -i FILE -c copy -movflags +faststart NEW"

    /// An option of a connection, as the server sent it; `nil` if FFmpeg has none.
    static func option(_ name: String, of source: UnsafeMutablePointer<AVIOContext>?) -> [UInt8]? {
        guard let source else { return nil }
        var value: UnsafeMutablePointer<UInt8>?
        guard av_opt_get(source, name, AV_OPT_SEARCH_CHILDREN, &value) >= 0, let value
        else { return nil }
        defer { av_free(value) }
        let bytes = Self.bytes(UnsafeRawPointer(value))
        return bytes.isEmpty ? nil : bytes
    }

    /// The bytes of a text of C.
    private static func bytes(_ text: UnsafeRawPointer) -> [UInt8] {
        let text = text.assumingMemoryBound(to: UInt8.self)
        return Array(
            UnsafeBufferPointer(
                start: text,
                count: strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))))
    }

    /// The title that a radio station reports as playing (ICY); `nil` if it reports none.
    package var streamTitle: String? {
        context.pointee.pb.flatMap(Self.stationTitle) ?? songTitle
    }

    /// Notes the metadata of a stream that has just begun behind another: radio in Ogg has one for each song. The
    /// metadata of the first are those of the file, unless it is a station's.
    mutating func noteSong() {
        guard isOgg, let stream = context.pointee.streams[stream.index] else { return }
        let update = AVPacketSideDataType(AV_PKT_DATA_METADATA_UPDATE.rawValue)
        var (size, entries) = (0, [MetadataEntry]())
        if let data = av_packet_get_side_data(packet, update, &size) {
            var dictionary: OpaquePointer?
            av_packet_unpack_dictionary(data, size, &dictionary)
            entries = MetadataEntry.all(in: dictionary)
            av_dict_free(&dictionary)
        } else if stream.pointee.event_flags & CInt(AVSTREAM_EVENT_FLAG_METADATA_UPDATED) != 0 {
            entries = MetadataEntry.all(in: stream.pointee.metadata)
        }
        stream.pointee.event_flags &= ~CInt(AVSTREAM_EVENT_FLAG_METADATA_UPDATED)
        guard !entries.isEmpty, hasReadFirst || isStation else { return }
        let texts = ["artist", "title"].compactMap { key in
            entries.first { $0.key.lowercased() == key }?.value
        }
        songTitle = texts.isEmpty ? nil : texts.joined(separator: " - ")
    }

    /// The name that a radio station gives itself (`icy-name`); `nil` if it gives none.
    package var stationName: String? {
        guard let entry = av_dict_get(context.pointee.metadata, "icy-name", nil, 0),
            let value = entry.pointee.value
        else { return nil }
        let name = LegacyEncoding.text(Self.bytes(UnsafeRawPointer(value)))
        return name.isEmpty ? nil : name
    }

    /// `Song` of `StreamTitle='Song';StreamUrl='';`, in UTF-8 or in an older encoding.
    ///
    /// Quotation marks and semicolons in a title are not marked in any way: it ends where the next key begins.
    package static func title(inICY packet: [UInt8]) -> String? {
        // Each byte is a character here: keys would hide in which encoding the title is.
        let text = String(
            String.UnicodeScalarView(packet.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
        guard let start = text.firstRange(of: "StreamTitle=") else { return nil }
        let value = text[start.upperBound...]
        let end = value.firstRange(of: /;\s*[A-Za-z_]+=/)?.lowerBound ?? value.endIndex
        var title = value[..<end]
        while let last = title.last, last == ";" || last.isWhitespace { title.removeLast() }
        if title.first == "'" { title.removeFirst() }
        if title.last == "'" { title.removeLast() }
        let bytes = title.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return bytes.isEmpty ? nil : LegacyEncoding.text(bytes)
    }
}

extension AVError {
    /// Whether nothing came for as long as one may wait.
    package var isTimeOut: Bool { code == phonolith_averror(ETIMEDOUT) }

    /// There is no stream of the kind that is wanted, or nothing in it.
    package static var nothingToDecode: AVError {
        AVError(code: phonolith_averror_stream_not_found(), function: "avcodec_receive_frame")
    }

    /// The error of input that comes only once, in its order.
    package static var cannotSeek: AVError {
        AVError(code: phonolith_averror(ESPIPE), function: "avformat_seek_file")
    }

    /// Nothing came for as long as one may wait.
    static func timedOut(_ function: String) -> AVError {
        AVError(code: phonolith_averror(ETIMEDOUT), function: function)
    }
}
