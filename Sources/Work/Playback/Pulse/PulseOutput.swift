internal import CPulse
import Foundation
internal import Synchronization

/// Plays by the sound server: PulseAudio, or PipeWire, which speaks its language.
///
/// The server's library has a thread of its own (`pa_threaded_mainloop`); there samples are taken from the
/// ring when the server asks for them. The rules of a session are those of AVAudioSession: see
/// ``PulseSession``.
final class PulseOutput: AudioOutput, @unchecked Sendable {
    // Sendable by proof: the handles are touched on the mainloop's thread, or by the player's thread while
    // it has locked the mainloop; what both read without the lock is atomic.

    private(set) var mainloop: OpaquePointer?
    private(set) var context: OpaquePointer?
    private(set) var stream: OpaquePointer?
    private(set) var source: OutputSource?
    var session = PulseSession()
    /// The streams on the server that were described since they were asked for.
    var streams: [PulseSession.Stream] = []
    private let isRunning = Atomic<Bool>(false)
    /// Whether it is to play.
    var isPlaying: Bool { isRunning.load(ordering: .relaxed) }
    /// How much silence was written after the last sound, in frames.
    private let trailingSilence = Atomic<Int>(0)
    /// How much was written since the server's memory was emptied, in frames.
    private let written = Atomic<Int>(0)
    /// What the server may have to be given again.
    private var history = SampleHistory(capacity: 0, channels: 1)

    private let server: String?
    private let answerLimit: Duration

    /// - Parameters:
    ///   - server: Its address; `nil` for the user's own.
    ///   - answerLimit: A server that takes longer to answer is not used.
    init(server: String?, answerLimit: Duration = .seconds(10)) {
        self.server = server
        self.answerLimit = answerLimit
    }

    /// How much the server holds, in seconds.
    private static let buffer = 0.1

    func format(for source: ItemSound.SourceForm) -> AudioFormat {
        let (format, rate) = (source.format, min(source.format.sampleRate, Int(PA_RATE_MAX)))
        let isKnown = PulseChannels.map(of: format.layout) != nil
        guard format.channelCount > 8, !isKnown else {
            return AudioFormat(
                sampleRate: rate, channelCount: format.channelCount, layout: format.layout)
        }
        return AudioFormat(sampleRate: rate, channelCount: 8)
    }

    func open(_ source: OutputSource) throws {
        self.source = source
        history = SampleHistory(
            capacity: source.format.sampleRate, channels: source.format.channelCount)
        guard let mainloop = pa_threaded_mainloop_new() else { throw failure() }
        self.mainloop = mainloop
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        for (key, value) in Self.properties { pa_proplist_sets(properties, key, value) }
        context = pa_context_new_with_proplist(
            pa_threaded_mainloop_get_api(mainloop), "Phonolith", properties)
        setCallbacks(ofContext: context)
        guard pa_context_connect(context, server, PA_CONTEXT_NOFLAGS, nil) >= 0,
            pa_threaded_mainloop_start(mainloop) >= 0
        else { throw failure() }
        pa_threaded_mainloop_lock(mainloop)
        defer { pa_threaded_mainloop_unlock(mainloop) }
        try wait { pa_context_get_state(context) == PA_CONTEXT_READY }
        try openStream(source)
    }

    private static let properties = [
        ("application.name", "Phonolith"), ("application.id", "phonolith"),
        ("application.icon_name", "multimedia-audio-player"), ("media.role", "music"),
    ]

    private func openStream(_ source: OutputSource) throws {
        var sample = pa_sample_spec(
            format: PA_SAMPLE_FLOAT32LE, rate: UInt32(source.format.sampleRate),
            channels: UInt8(source.format.channelCount))
        var map = pa_channel_map()
        if let known = PulseChannels.map(of: source.format.layout) {
            map = known
        } else {
            pa_channel_map_init_extend(
                &map, UInt32(source.format.channelCount), PA_CHANNEL_MAP_WAVEEX)
        }
        stream = pa_stream_new(context, "Music", &sample, &map)
        guard stream != nil else { throw failure() }
        setCallbacks(ofStream: stream)
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(pa_usec_to_bytes(UInt64(Self.buffer * 1e6), &sample)),
            prebuf: .max, minreq: .max, fragsize: .max)
        let flags = pa_stream_flags_t(
            PA_STREAM_START_CORKED.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
                | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue)
        guard pa_stream_connect_playback(stream, nil, &attributes, flags, nil, nil) >= 0 else {
            throw failure()
        }
        try wait { pa_stream_get_state(stream) == PA_STREAM_READY }
        session.sink = pa_stream_get_device_index(stream)
        release(pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK, nil, nil))
        lookAtSink()
    }

    /// Waits, with the mainloop locked, until the server has answered.
    private func wait(until isDone: () -> Bool) throws {
        let begin = ContinuousClock.now
        let alarm = alarm(after: answerLimit)
        defer {
            if let alarm { pa_threaded_mainloop_get_api(mainloop).pointee.time_free(alarm) }
        }
        while !isDone() {
            let state = pa_context_get_state(context)
            let streamState = stream.map { pa_stream_get_state($0) }
            guard state != PA_CONTEXT_FAILED, state != PA_CONTEXT_TERMINATED,
                streamState != PA_STREAM_FAILED, streamState != PA_STREAM_TERMINATED
            else { throw failure() }
            guard begin.duration(to: .now) < answerLimit else {
                throw failure("it does not answer")
            }
            pa_threaded_mainloop_wait(mainloop)
        }
    }

    /// An event of the mainloop that ends a wait.
    private func alarm(after time: Duration) -> OpaquePointer? {
        // A little later than the limit, which has passed then.
        let moment = pa_rtclock_now() + pa_usec_t(time / .microseconds(1)) + 1000
        let mainloop = mainloop.map(UnsafeMutableRawPointer.init)
        return pa_context_rttime_new(
            context, moment,
            { _, _, _, mainloop in
                pa_threaded_mainloop_signal(mainloop.map(OpaquePointer.init), 0)
            }, mainloop)
    }

    private func failure(_ reason: String? = nil) -> AudioOutputError {
        let known = String(cString: pa_strerror(context.map { pa_context_errno($0) } ?? 0))
        return AudioOutputError(
            "cannot use the sound server: \(reason ?? known); start PulseAudio or PipeWire, or play "
                + "with --output null or --output wav:FILE")
    }

    func close() throws {
        isRunning.store(false, ordering: .relaxed)
        if let mainloop {
            pa_threaded_mainloop_lock(mainloop)
            clearCallbacks()
            if let stream {
                pa_stream_disconnect(stream)
                pa_stream_unref(stream)
            }
            if let context {
                pa_context_disconnect(context)
                pa_context_unref(context)
            }
            pa_threaded_mainloop_unlock(mainloop)
            pa_threaded_mainloop_stop(mainloop)
            pa_threaded_mainloop_free(mainloop)
        }
        (stream, context, mainloop) = (nil, nil, nil)
    }

    // MARK: - The player's thread

    func resume() {
        locked { stream in
            isRunning.store(true, ordering: .relaxed)
            if source?.stage.hasNewVolume == true { takeBack(stream) }
            write(pa_stream_writable_size(stream))
            release(pa_stream_cork(stream, 0, nil, nil))
            lookForCall()
        }
    }

    func pause() {
        locked { stream in
            isRunning.store(false, ordering: .relaxed)
            release(pa_stream_cork(stream, 1, nil, nil))
        }
    }

    func flush() {
        locked { stream in
            release(pa_stream_flush(stream, nil, nil))
            written.store(0, ordering: .relaxed)
            history.forgetPending()
            if isRunning.load(ordering: .relaxed) { write(pa_stream_writable_size(stream)) }
        }
    }

    /// Has what the server was given at another volume, and has not played, given again.
    private func takeBack(_ stream: OpaquePointer) {
        history.giveAgain(heldFrames(stream))
        release(pa_stream_flush(stream, nil, nil))
        written.store(0, ordering: .relaxed)
    }

    func show(title: String) {
        locked { stream in release(pa_stream_set_name(stream, title, nil, nil)) }
    }

    func pump() -> Bool { false }

    var pendingFrames: Int {
        var pending = 0
        locked { stream in pending = heldFrames(stream) + history.pending }
        return pending
    }

    /// How much sound the server has that is not heard yet.
    private func heldFrames(_ stream: OpaquePointer) -> Int {
        guard let source else { return 0 }
        var (latency, isNegative) = (pa_usec_t(0), CInt(0))
        let isKnown = pa_stream_get_latency(stream, &latency, &isNegative) >= 0
        let frames = source.format.frames(in: Double(latency) / 1e6)
        let real =
            (isKnown && isNegative == 0 ? frames : 0) - trailingSilence.load(ordering: .relaxed)
        return max(0, min(real, written.load(ordering: .relaxed)))
    }

    // Silence follows meanwhile; the server estimates its delay.
    var tail: Double { 0.2 }
    var waits: Bool { false }
    var rest: Double { 0.03 }

    private func locked(_ body: (OpaquePointer) -> Void) {
        guard let mainloop, let stream else { return }
        pa_threaded_mainloop_lock(mainloop)
        defer { pa_threaded_mainloop_unlock(mainloop) }
        guard pa_stream_get_state(stream) == PA_STREAM_READY else { return }
        body(stream)
    }

    func release(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }

    // MARK: - The mainloop's thread, or with the mainloop locked

    /// Gives the server so many bytes: sound as far as there is some, then silence.
    func write(_ count: Int) {
        guard isRunning.load(ordering: .relaxed), let source, let stream, count != -1 else {
            return
        }
        let frameSize = source.format.channelCount * MemoryLayout<Float>.stride
        var left = count
        while left >= frameSize {
            var (memory, size) = (UnsafeMutableRawPointer(bitPattern: 0), left)
            guard pa_stream_begin_write(stream, &memory, &size) >= 0, let memory else { return }
            let frames = min(size, left) / frameSize
            guard frames > 0 else {
                pa_stream_cancel_write(stream)
                return
            }
            let sound = source.fill(
                memory.assumingMemoryBound(to: Float.self), frames: frames, remembering: &history)
            note(sound, of: frames)
            pa_stream_write(stream, memory, frames * frameSize, nil, 0, PA_SEEK_RELATIVE)
            left -= frames * frameSize
        }
    }

    private func note(_ sound: Int, of frames: Int) {
        if sound > 0 {
            written.wrappingAdd(sound, ordering: .relaxed)
            trailingSilence.store(frames - sound, ordering: .relaxed)
        } else {
            trailingSilence.wrappingAdd(frames, ordering: .relaxed)
        }
    }
}
