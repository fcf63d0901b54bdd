internal import CFFmpeg

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

    /// When it is decoded, in ticks of the stream; never after it is shown, and it never goes back from
    /// packet to packet. `nil` if the file does not state it.
    package var decodingTime: Int64? { Self.time(packet.pointee.dts) }

    /// The index of its stream.
    package var streamIndex: Int { Int(packet.pointee.stream_index) }

    /// Where it is in the file, in bytes; `nil` if the format does not say.
    package var position: Int64? { packet.pointee.pos >= 0 ? packet.pointee.pos : nil }

    /// In bytes.
    package var size: Int { Int(packet.pointee.size) }

    /// A copy of its bytes.
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: packet.pointee.data, count: size))
    }

    /// How long its picture is shown, in ticks of the stream; 0 where unknown.
    package var duration: Int64 { max(0, packet.pointee.duration) }

    /// Whether decoding can begin here. The C constant is `AV_PKT_FLAG_KEY`.
    package var isKey: Bool { packet.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    /// Whether its picture is decoded for the sake of others and never shown, as what an edit list cuts
    /// off. The C constant is `AV_PKT_FLAG_DISCARD`.
    package var isHidden: Bool { packet.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }

    /// Whether no other picture needs this one. The C constant is `AV_PKT_FLAG_DISPOSABLE`.
    package var isDisposable: Bool { packet.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0 }

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
