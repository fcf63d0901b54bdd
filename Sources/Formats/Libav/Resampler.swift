internal import CPhonolithFFmpeg

/// Turns frames of any form into interleaved 32-bit samples of one rate and channel count.
///
/// Where rate and channels are those of the frames, samples stay what they are: up to 24 bits exactly.
/// Not for use by two threads at once.
package struct Resampler: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: OpaquePointer
    private let sampleRate: Int
    private let channelCount: Int
    private let source: SourceForm

    /// Makes a resampler for frames of this one's form.
    ///
    /// - Parameters:
    ///   - sampleRate: Of the result, in Hz.
    ///   - channelCount: Of the result.
    ///   - layout: Which speakers the channels of the result are for; `nil` for the usual ones.
    package static func open(
        for frame: borrowing AudioFrame, sampleRate: Int, channelCount: Int,
        layout: ChannelLayout? = nil
    ) throws(AVError) -> Resampler {
        do throws(AVError) {
            return try initialized(
                Resampler(for: frame, sampleRate, channelCount, layout ?? .usual(channelCount)))
        } catch {
            // FFmpeg cannot mix everything; sound of as many channels is better heard elsewhere than never.
            guard frame.channelCount == channelCount else { throw error }
            return try initialized(
                Resampler(for: frame, sampleRate, channelCount, frame.channelLayout))
        }
    }

    private static func initialized(
        _ resampler: consuming Resampler
    ) throws(AVError) -> Resampler {
        let context = resampler.context
        guard resampler.source.sampleRate != resampler.sampleRate else {
            try check("swr_init") { swr_init(context) }
            return resampler
        }
        // FFmpeg may be built without the first one.
        for (name, value) in soxr { av_opt_set(UnsafeMutableRawPointer(context), name, value, 0) }
        if swr_init(context) >= 0 { return resampler }
        for (name, value) in ownFilter {
            av_opt_set(UnsafeMutableRawPointer(context), name, value, 0)
        }
        try check("swr_init") { swr_init(context) }
        return resampler
    }

    /// The filter that `sox` has by default: aliases and other traces of a tone are 137 dB below it, and 20 kHz are whole. FFmpeg's
    /// usual filter leaves an alias of 20 kHz 25 dB below it at 48 kHz.
    private static let soxr = [("resampler", "soxr"), ("precision", "20")]

    /// FFmpeg's own, as long as it has to be for traces 120 dB below a tone.
    private static let ownFilter = [
        ("resampler", "swr"), ("filter_size", "128"), ("phase_shift", "10"),
        ("filter_type", "kaiser"), ("kaiser_beta", "12"), ("cutoff", "0.95"),
    ]

    private init(
        for frame: borrowing AudioFrame, _ sampleRate: Int, _ channelCount: Int,
        _ layout: ChannelLayout
    ) throws(AVError) {
        guard (1...768_000).contains(frame.sampleRate), (1...64).contains(frame.channelCount)
        else { throw AVError(code: phonolith_averror_invaliddata(), function: "swr_init") }
        var input = Self.layout(of: frame)
        var output = AVChannelLayout()
        av_channel_layout_default(&output, CInt(channelCount))
        if input.nb_channels == output.nb_channels, layout == frame.channelLayout {
            output = input
        } else if let mask = layout.mask, layout.speakers.count == channelCount {
            try check("av_channel_layout_from_mask") { av_channel_layout_from_mask(&output, mask) }
        }
        var made: OpaquePointer?
        let format = AVSampleFormat(frame.frame.pointee.format)
        try check("swr_alloc_set_opts2") {
            swr_alloc_set_opts2(
                &made, &output, AV_SAMPLE_FMT_FLT, CInt(sampleRate), &input, format,
                CInt(frame.sampleRate), 0, nil)
        }
        context = try allocated("swr_alloc_set_opts2") { made }
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        source = SourceForm(frame)
    }

    deinit { freeHandle(context, by: swr_free) }

    /// Whether a frame is of the form that the resampler was made for.
    package func takes(_ frame: borrowing AudioFrame) -> Bool { source == SourceForm(frame) }

    /// Converts a frame.
    ///
    /// - Parameter samples: Takes the result at its end, all channels of one moment together.
    package func convert(
        _ frame: borrowing AudioFrame, appendingTo samples: inout [Float]
    ) throws(AVError) {
        let count = frame.frame.pointee.nb_samples
        let data = UnsafePointer<UnsafePointer<UInt8>?>(
            OpaquePointer(frame.frame.pointee.extended_data))
        try convert(data, count, &samples)
    }

    /// Gives what is held back, after the last frame.
    package func drain(appendingTo samples: inout [Float]) throws(AVError) {
        guard source.sampleRate != sampleRate else { return }
        try convert(nil, 0, &samples)
    }

    private func convert(
        _ data: UnsafePointer<UnsafePointer<UInt8>?>?, _ count: CInt, _ samples: inout [Float]
    ) throws(AVError) {
        let bound = swr_get_out_samples(context, count)
        guard bound > 0 else { return }
        let (context, channelCount) = (context, channelCount)
        let source = UnsafeMutablePointer(mutating: data)
        var converted: CInt = 0
        samples += [Float](unsafeUninitializedCapacity: Int(bound) * channelCount) {
            buffer, filled in
            var target = UnsafeMutableRawPointer(buffer.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            converted = swr_convert(context, &target, bound, source, count)
            filled = max(0, Int(converted)) * channelCount
        }
        try check("swr_convert") { converted }
    }

    /// Layouts without an order, as raw files have them, are taken for the usual ones.
    private static func layout(of frame: borrowing AudioFrame) -> AVChannelLayout {
        var layout = frame.frame.pointee.ch_layout
        if layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&layout, layout.nb_channels)
        }
        return layout
    }

    private struct SourceForm: Equatable {
        let layout: ChannelLayout
        let format: CInt
        let sampleRate: Int
        let channelCount: Int

        init(_ frame: borrowing AudioFrame) {
            layout = frame.channelLayout
            format = frame.frame.pointee.format
            sampleRate = frame.sampleRate
            channelCount = frame.channelCount
        }
    }
}
