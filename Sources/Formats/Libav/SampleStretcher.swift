internal import CPhonolithFFmpeg

/// Makes interleaved sound a little longer or shorter, inaudibly, as a clock that runs at another speed requires.
///
/// Not for use by two threads at once.
package struct SampleStretcher: ~Copyable {
    /// Freed by `deinit`; never `NULL` and never changed in between.
    private let context: OpaquePointer
    private let channelCount: Int

    /// Makes a stretcher that changes nothing yet.
    package static func open(
        sampleRate: Int, channelCount: Int
    ) throws(AVError) -> SampleStretcher {
        let stretcher = try SampleStretcher(sampleRate, channelCount)
        let context = stretcher.context
        // Without it, samples of an equal rate are only copied.
        av_opt_set_int(UnsafeMutableRawPointer(context), "flags", Int64(SWR_FLAG_RESAMPLE), 0)
        try check("swr_init") { swr_init(context) }
        return stretcher
    }

    private init(_ sampleRate: Int, _ channelCount: Int) throws(AVError) {
        var (layout, source) = (AVChannelLayout(), AVChannelLayout())
        av_channel_layout_default(&layout, CInt(channelCount))
        av_channel_layout_default(&source, CInt(channelCount))
        var made: OpaquePointer?
        try check("swr_alloc_set_opts2") {
            swr_alloc_set_opts2(
                &made, &layout, AV_SAMPLE_FMT_FLT, CInt(sampleRate), &source, AV_SAMPLE_FMT_FLT,
                CInt(sampleRate), 0, nil)
        }
        context = try allocated("swr_alloc_set_opts2") { made }
        self.channelCount = channelCount
    }

    deinit { freeHandle(context, by: swr_free) }

    /// Spreads a number of additional frames over the next ones.
    ///
    /// - Parameters:
    ///   - frames: Fewer than 0 make the sound shorter.
    ///   - distance: Over how many frames; at least twenty times as many.
    package func add(_ frames: Int, over distance: Int) throws(AVError) {
        let context = context
        try check("swr_set_compensation") {
            swr_set_compensation(context, CInt(clamping: frames), CInt(clamping: distance))
        }
    }

    /// Stretches samples, all channels of one moment together; a few come with the next call.
    package func stretched(_ samples: ArraySlice<Float>) throws(AVError) -> [Float] {
        let count = samples.count / channelCount
        let bound = swr_get_out_samples(context, CInt(count))
        guard bound > 0 else { return [] }
        var converted: CInt = 0
        let result = [Float](unsafeUninitializedCapacity: Int(bound) * channelCount) {
            buffer, filled in
            samples.withUnsafeBytes { source in
                var source = source.baseAddress?.assumingMemoryBound(to: UInt8.self)
                var target = UnsafeMutableRawPointer(buffer.baseAddress)?
                    .assumingMemoryBound(to: UInt8.self)
                converted = withUnsafeMutablePointer(to: &source) {
                    swr_convert(
                        context, &target, bound,
                        UnsafeMutableRawPointer($0)
                            .assumingMemoryBound(to: UnsafePointer<UInt8>?.self), CInt(count))
                }
            }
            filled = max(0, Int(converted)) * channelCount
        }
        try check("swr_convert") { converted }
        return result
    }
}
