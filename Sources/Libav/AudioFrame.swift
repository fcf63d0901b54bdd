internal import CFFmpeg

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

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// How many samples of each channel.
    package var sampleCount: Int { Int(frame.pointee.nb_samples) }
    /// In Hz.
    package var sampleRate: Int { Int(frame.pointee.sample_rate) }
    /// How many channels.
    package var channelCount: Int { Int(frame.pointee.ch_layout.nb_channels) }

    /// When the first sample is heard, in ticks of its stream; `nil` where nobody knows.
    package var ticks: Int64? {
        let ticks = frame.pointee.best_effort_timestamp
        return ticks == phonolith_av_nopts_value() ? nil : ticks
    }

    /// Leaves out what lies behind the end that the packet told (ISO 14496-12, 8.6.1.2: `stts` gives the last
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
