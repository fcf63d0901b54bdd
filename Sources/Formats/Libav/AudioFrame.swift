internal import CPhonolithFFmpeg

/// A stretch of decoded sound, in whatever form its decoder gave it.
///
/// Not for use by two threads at once.
package struct AudioFrame: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    let frame: UnsafeMutablePointer<AVFrame>

    /// Makes a frame without sound.
    ///
    /// - Throws: ``AVError`` from `av_frame_alloc`, when memory runs out.
    package init() throws(AVError) {
        frame = try allocated("av_frame_alloc") { av_frame_alloc() }
    }

    deinit { freeHandle(frame, by: av_frame_free) }

    /// How many samples of each channel.
    package var sampleCount: Int { Int(frame.pointee.nb_samples) }
    // In Hz.
    package var sampleRate: Int { Int(frame.pointee.sample_rate) }
    package var channelCount: Int { Int(frame.pointee.ch_layout.nb_channels) }

    /// When the first sample is heard, in ticks of its stream; `nil` if unknown.
    package var ticks: Int64? {
        let ticks = frame.pointee.best_effort_timestamp
        return ticks == phonolith_av_nopts_value() ? nil : ticks
    }

    /// Where the sound ends, in ticks of one sample each, when the packet marks it as the last and says how
    /// much of it is too much (`AV_FRAME_DATA_SKIP_SAMPLES`); `nil` for all other frames.
    package var endTicks: Int64? {
        guard let ticks, let surplus = skippedCount(at: 4), surplus > 0 else { return nil }
        // Times are what files say: beyond all measure they wrap, which is no trap.
        return ticks &+ Int64(sampleCount) &- surplus
    }

    /// Leaves out the beginning that is marked as no sound: FFmpeg 7 gives the first packet of Vorbis as such a frame,
    /// earlier ones give none.
    func dropMarkedBeginning() {
        dropFirst(min(sampleCount, Int(clamping: skippedCount(at: 0) ?? 0)))
    }

    /// A number of the frame's side data: at offset 0 how many samples of the beginning are to be left out, at 4 of the end.
    private func skippedCount(at offset: Int) -> Int64? {
        guard let data = av_frame_get_side_data(frame, AV_FRAME_DATA_SKIP_SAMPLES),
            data.pointee.size >= 8, let bytes = data.pointee.data
        else { return nil }
        return (0..<4).reduce(0) { $0 | Int64(bytes[offset + $1]) << (8 * $1) }
    }

    /// Leaves out what is after the end that the packet told (ISO 14496-12, 8.6.1.2: `stts` gives the last
    /// packet the time that is left).
    func trimToDuration(timeBase: AVRational) {
        let duration = phonolith_frame_duration(frame)
        guard duration > 0, frame.pointee.sample_rate > 0 else { return }
        let samples = av_rescale_q_rnd(
            duration, timeBase, AVRational(num: 1, den: frame.pointee.sample_rate),
            AVRounding(rawValue: 5))
        if samples < Int64(frame.pointee.nb_samples) { frame.pointee.nb_samples = CInt(samples) }
    }
}

extension AudioFrame {
    /// Leaves out samples at the beginning.
    ///
    /// - Parameter count: 0...``sampleCount``.
    package func dropFirst(_ count: Int) {
        guard count > 0 else { return }
        let format = AVSampleFormat(frame.pointee.format)
        let isPlanar = av_sample_fmt_is_planar(format) != 0
        let stride = Int(av_get_bytes_per_sample(format)) * (isPlanar ? 1 : channelCount)
        let planes = isPlanar ? channelCount : 1
        // The first eight planes are in both lists, which are one where there are no more than eight.
        withUnsafeMutablePointer(to: &frame.pointee.data) { data in
            data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
                if frame.pointee.extended_data != data {
                    for plane in 0..<planes {
                        frame.pointee.extended_data[plane]? += count * stride
                    }
                }
                for plane in 0..<min(planes, 8) { data[plane]? += count * stride }
            }
        }
        frame.pointee.nb_samples -= CInt(count)
    }

    /// Leaves out samples at the end.
    package func keepFirst(_ count: Int) {
        frame.pointee.nb_samples = min(frame.pointee.nb_samples, CInt(clamping: max(0, count)))
    }
}

/// Which speakers the channels of a sound are for, in the order of the channels.
package struct ChannelLayout: Hashable, Sendable {
    /// FFmpeg's numbers of the speakers (`enum AVChannel`), the first 18 of which are the bits of
    /// `WAVEFORMATEXTENSIBLE`; empty if unknown.
    package let speakers: [Int]

    package init(_ speakers: [Int]) { self.speakers = speakers }

    /// The layout that FFmpeg assumes for a number of channels where a file states none
    /// (`av_channel_layout_default`); beyond 8, unknown.
    package static func usual(_ count: Int) -> ChannelLayout {
        ChannelLayout(usualSpeakers[count] ?? [])
    }

    private static let usualSpeakers = [
        1: [2], 2: [0, 1], 3: [0, 1, 3], 4: [0, 1, 2, 8], 5: [0, 1, 2, 4, 5],
        6: [0, 1, 2, 3, 4, 5], 7: [0, 1, 2, 3, 8, 9, 10], 8: [0, 1, 2, 3, 4, 5, 9, 10],
    ]

    /// The layout of a frame; the usual one for what is in no order, or made for no speakers (Ambisonics).
    init(_ layout: AVChannelLayout) {
        let count = Int(layout.nb_channels)
        var layout = layout
        let known =
            layout.order == AV_CHANNEL_ORDER_NATIVE || layout.order == AV_CHANNEL_ORDER_CUSTOM
        let speakers = (0..<count).map { index in
            known ? Int(av_channel_layout_channel_from_index(&layout, UInt32(index)).rawValue) : -1
        }
        let areSpeakers = speakers.allSatisfy { (0..<64).contains($0) }
        self = areSpeakers && count > 0 ? ChannelLayout(speakers) : .usual(count)
    }

    /// The same as bits; `nil` if the channels are in another order than that of the bits.
    package var mask: UInt64? {
        guard !speakers.isEmpty, zip(speakers, speakers.dropFirst()).allSatisfy(<) else {
            return nil
        }
        return speakers.reduce(0) { $0 | 1 << UInt64($1) }
    }
}

extension AudioFrame {
    /// Which speakers its channels are for.
    package var channelLayout: ChannelLayout { ChannelLayout(frame.pointee.ch_layout) }
}
