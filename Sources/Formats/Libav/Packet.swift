internal import CPhonolithFFmpeg

/// Some bytes of a stream, as a demuxer gives them: one encoded picture, as a rule.
///
/// Not for use by two threads at once.
package final class Packet {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let packet: UnsafeMutablePointer<AVPacket>

    /// Makes a packet without bytes.
    ///
    /// - Throws: ``AVError`` from `av_packet_alloc`, when memory runs out.
    init() throws(AVError) {
        packet = try allocated("av_packet_alloc") { av_packet_alloc() }
    }

    deinit { freeHandle(packet, by: av_packet_free) }

    /// When its picture is shown, in ticks of the stream; `nil` if the file does not state it.
    package var presentationTime: Int64? { Self.time(packet.pointee.pts) }

    /// When it is decoded, in ticks of the stream; not after it is shown, as a rule, and it never goes back from
    /// packet to packet. `nil` if the file does not state it.
    package var decodingTime: Int64? { Self.time(packet.pointee.dts) }

    /// By how much it is shown before it is decoded, in ticks; 0 for what makes sense. Offsets of composition in MP4 may be
    /// negative (ISO 14496-12, 8.6.1.3), and edit lists take more off.
    package var lead: Int64 {
        guard let shown = presentationTime, let decoded = decodingTime else { return 0 }
        return max(0, decoded.clampedSubtracting(shown))
    }

    /// The index of its stream.
    package var streamIndex: Int { Int(packet.pointee.stream_index) }

    /// Where it is in the file, in bytes; `nil` if the format does not say.
    package var position: Int64? { packet.pointee.pos >= 0 ? packet.pointee.pos : nil }

    // In bytes.
    package var size: Int { Int(packet.pointee.size) }

    /// A copy of its bytes.
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: packet.pointee.data, count: size))
    }

    /// How long its picture is shown, in ticks of the stream; 0 where unknown.
    package var duration: Int64 { max(0, packet.pointee.duration) }

    /// Whether decoding can begin here, as the container says until it is corrected. The C constant is
    /// `AV_PKT_FLAG_KEY`.
    package var isKey: Bool {
        get { packet.pointee.flags & AV_PKT_FLAG_KEY != 0 }
        set {
            if newValue {
                packet.pointee.flags |= AV_PKT_FLAG_KEY
            } else {
                packet.pointee.flags &= ~AV_PKT_FLAG_KEY
            }
        }
    }

    /// Whether the packet is encrypted (ISO 23001-7), and was not decrypted for want of a key. The C constant is
    /// `AV_PKT_DATA_ENCRYPTION_INFO`.
    package var isEncrypted: Bool {
        av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil
    }

    /// Whether its picture is decoded for the sake of others and never shown, as what an edit list cuts
    /// off. The C constant is `AV_PKT_FLAG_DISCARD`.
    package var isHidden: Bool { packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// Whether no other picture needs this one. The C constant is `AV_PKT_FLAG_DISPOSABLE`.
    package var isDisposable: Bool { packet.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 }

    /// Whether it says how it and the following ones are coded, in place of the file's header: MP4 may have several sample
    /// descriptions, AVI and QuickTime several palettes.
    package var describesOthers: Bool {
        Self.descriptions.contains { av_packet_get_side_data(packet, $0, nil) != nil }
    }

    /// Its size in memory, with its side data, in bytes.
    package var byteCount: Int {
        guard let data = packet.pointee.side_data else { return size }
        return (0..<Int(packet.pointee.side_data_elems)).reduce(size) { $0 + Int(data[$1].size) }
    }

    /// Says the same as another of how it is coded, for a decoder that was not given the other. Does nothing when memory
    /// runs out.
    package func takeDescription(of other: Packet) {
        for kind in Self.descriptions {
            var size = 0
            guard let data = av_packet_get_side_data(other.packet, kind, &size), size > 0,
                let copy = av_packet_new_side_data(packet, kind, size)
            else { continue }
            copy.update(from: data, count: size)
        }
    }

    private static let descriptions = [AV_PKT_DATA_NEW_EXTRADATA, AV_PKT_DATA_PALETTE]

    /// Gives the packets that an encoder has ready. Blocks its thread.
    static func receiveAll(
        from encoder: UnsafeMutablePointer<AVCodecContext>, _ take: (Packet) throws(AVError) -> Void
    ) throws(AVError) {
        while true {
            let packet = try Packet()
            do {
                try check("avcodec_receive_packet") {
                    avcodec_receive_packet(encoder, packet.packet)
                }
            } catch  where error.wantsMore || error.isEndOfFile {
                return
            }
            try take(packet)
        }
    }

    private static func time(_ ticks: Int64) -> Int64? {
        ticks == phonolith_av_nopts_value() ? nil : ticks
    }
}
