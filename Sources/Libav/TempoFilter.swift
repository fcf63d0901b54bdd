internal import CFFmpeg

/// Makes sound faster or slower without changing its pitch (FFmpeg's filter `atempo`).
///
/// Not for use by two threads at once.
package struct TempoFilter: ~Copyable {
    /// Freed by `deinit`, and with it the filters; never `NULL`.
    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private var source: UnsafeMutablePointer<AVFilterContext>?
    private var sink: UnsafeMutablePointer<AVFilterContext>?
    private let sampleRate: Int
    private let channelCount: Int
    private var position: Int64 = 0
    private let frame: AudioFrame

    /// Makes a filter for interleaved 32-bit samples.
    ///
    /// - Parameter tempo: How many times as fast; 0.5...2.
    package static func open(
        sampleRate: Int, channelCount: Int, tempo: Double
    ) throws(AVError) -> TempoFilter {
        var filter = try TempoFilter(sampleRate, channelCount)
        try filter.connect(tempo)
        return filter
    }

    private init(_ sampleRate: Int, _ channelCount: Int) throws(AVError) {
        let frame = try AudioFrame()
        graph = try allocated("avfilter_graph_alloc") { avfilter_graph_alloc() }
        graph.pointee.nb_threads = 1
        self.frame = frame
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    deinit {
        var graph: UnsafeMutablePointer<AVFilterGraph>? = graph
        avfilter_graph_free(&graph)
    }

    private mutating func connect(_ tempo: Double) throws(AVError) {
        let form =
            "sample_rate=\(sampleRate):sample_fmt=flt:channel_layout=\(layoutName)"
            + ":time_base=1/\(sampleRate)"
        source = try add("abuffer", form)
        let middle = try add("atempo", "tempo=\(tempo)")
        let flat = try add("aformat", "sample_fmts=flt")
        sink = try add("abuffersink", nil)
        let (source, sink, graph) = (source, sink, graph)
        for (from, to) in [(source, middle), (middle, flat), (flat, sink)] {
            try check("avfilter_link") { avfilter_link(from, 0, to, 0) }
        }
        try check("avfilter_graph_config") { avfilter_graph_config(graph, nil) }
    }

    /// FFmpeg's name of the usual speakers: `mono`, `stereo`, `5.1`, …
    private var layoutName: String {
        var layout = AVChannelLayout()
        av_channel_layout_default(&layout, CInt(channelCount))
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) {
            guard let words = $0.baseAddress, av_channel_layout_describe(&layout, words, 64) > 0
            else { return "" }
            return String(cString: words)
        }
    }

    private func add(
        _ name: String, _ arguments: String?
    ) throws(AVError) -> UnsafeMutablePointer<AVFilterContext>? {
        var made: UnsafeMutablePointer<AVFilterContext>?
        let filter = try allocated("avfilter_get_by_name") { avfilter_get_by_name(name) }
        try check("avfilter_graph_create_filter") {
            avfilter_graph_create_filter(&made, filter, name, arguments, nil, graph)
        }
        return made
    }

    /// Passes samples through.
    ///
    /// - Parameters:
    ///   - samples: All channels of one moment together.
    ///   - result: Takes what comes out, which may be later than what went in.
    package mutating func convert(
        _ samples: ArraySlice<Float>, appendingTo result: inout [Float]
    ) throws(AVError) {
        let count = samples.count / channelCount
        guard count > 0 else { return try receive(&result) }
        let target = frame.frame
        av_frame_unref(target)
        target.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        target.pointee.sample_rate = CInt(sampleRate)
        target.pointee.nb_samples = CInt(count)
        target.pointee.pts = position
        av_channel_layout_default(&target.pointee.ch_layout, CInt(channelCount))
        try check("av_frame_get_buffer") { av_frame_get_buffer(target, 0) }
        samples.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let data = target.pointee.data.0 else { return }
            UnsafeMutableRawPointer(data).copyMemory(
                from: start, byteCount: count * channelCount * MemoryLayout<Float>.stride)
        }
        position += Int64(count)
        let source = source
        try check("av_buffersrc_add_frame") { av_buffersrc_add_frame(source, target) }
        try receive(&result)
    }

    /// Gives what is held back, after the last sample. Nothing may be passed through afterwards.
    package mutating func drain(appendingTo result: inout [Float]) throws(AVError) {
        let source = source
        try check("av_buffersrc_add_frame") { av_buffersrc_add_frame(source, nil) }
        try receive(&result)
    }

    private func receive(_ result: inout [Float]) throws(AVError) {
        let (sink, target) = (sink, frame.frame)
        while true {
            av_frame_unref(target)
            let answer = av_buffersink_get_frame(sink, target)
            let error = AVError(code: answer, function: "av_buffersink_get_frame")
            if answer < 0 {
                if error.wantsMore || error.isEndOfFile { return }
                throw error
            }
            guard let data = target.pointee.data.0 else { continue }
            let count = Int(target.pointee.nb_samples) * channelCount
            data.withMemoryRebound(to: Float.self, capacity: count) {
                result.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
            }
        }
    }
}
