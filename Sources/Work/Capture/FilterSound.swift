internal import CPhonolithVideoDevices
internal import PhonolithLibav
internal import PhonolithRecording

/// The sound of a graph of filters.
final class FilterSound: @unchecked Sendable {
    // Sendable by proof: opened on one thread and then given to the one that reads it.

    let name: String
    /// Of what it gives, in Hz; one that AAC has.
    let sampleRate: Int
    let channelCount: Int
    private let demuxer: Demuxer
    private let decoder: AudioDecoder
    private let stream: MediaStream
    private var resampler: Resampler?

    /// Opens a graph. Blocks its thread.
    ///
    /// - Throws: ``MediaCaptureError``.
    static func open(_ graph: String) throws(MediaCaptureError) -> FilterSound {
        cvd_register_devices()
        do throws(AVError) {
            return try FilterSound(graph)
        } catch {
            throw MediaCaptureError(
                .deviceFailed, "lavfi:\(graph)",
                "lavfi:\(graph): cannot be captured: \(error); check the graph", cause: error)
        }
    }

    private init(_ graph: String) throws(AVError) {
        let demuxer = try Demuxer.open(device: graph, of: "lavfi", options: [], waits: true)
        guard let stream = demuxer.streams.first(where: { $0.kind == .audio }) else {
            throw .nothingToDecode
        }
        decoder = try AudioDecoder.open(stream, of: demuxer)
        self.demuxer = demuxer
        self.stream = stream
        name = "lavfi:\(graph)"
        sampleRate = RecordingPlan.rate(.aac, nearest: stream.sampleRate ?? 48_000)
        channelCount = min(stream.channelCount ?? 2, AudioFileFormat.aac.maximumChannelCount)
    }

    /// The next stretch. Blocks its thread.
    ///
    /// - Returns: With times on the graph's clock; `nil` when the graph has ended.
    func next() throws(MediaCaptureError) -> CapturedSound? {
        do throws(AVError) {
            guard let packet = try demuxer.nextPacket(of: stream) else { return nil }
            let time = packet.presentationTime.map(stream.timeBase.seconds) ?? 0
            var samples: [Float] = []
            try decoder.decode(packet) { (frame) throws(AVError) in
                try convert(frame, &samples)
            }
            return CapturedSound(samples: samples, time: time)
        } catch {
            throw MediaCaptureError(
                .deviceLost, name, "\(name): gives no more sound (\(error)); check the graph",
                cause: error)
        }
    }

    private func convert(
        _ frame: borrowing AudioFrame, _ samples: inout [Float]
    ) throws(AVError) {
        if resampler == nil {
            resampler = try Resampler.open(
                for: frame, sampleRate: sampleRate, channelCount: channelCount)
        }
        try resampler?.convert(frame, appendingTo: &samples)
    }
}
