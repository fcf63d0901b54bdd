internal import CPhonolithPulse
import Glibc
internal import Synchronization

/// Plays by the sound server: PulseAudio, or PipeWire, which speaks its language.
///
/// The server's library has a thread of its own (`pa_threaded_mainloop`); there samples are taken from the
/// ring when the server asks for them. The rules of a session are those of AVAudioSession: see
/// ``PulseSession``.
final class PulseOutput: AudioOutput, @unchecked Sendable {
    // Sendable by proof: the handles are touched on the mainloop's thread, or by the player's thread while
    // it has locked the mainloop; state that both read without the lock is atomic.

    private(set) var connection: PulseConnection?
    private(set) var stream: OpaquePointer?
    private(set) var source: OutputSource?
    var session = PulseSession()
    /// The streams on the server that were described since they were asked for.
    var streams: [PulseSession.Stream] = []
    private let isRunning = Atomic<Bool>(false)
    /// Whether the device has begun to play the stream.
    var hasStarted = false
    /// Whether the output is to play.
    var isPlaying: Bool { isRunning.load(ordering: .relaxed) }
    /// How much silence was written after the last sound, in frames.
    private let trailingSilence = Atomic<Int>(0)
    /// How much was written since the server's memory was emptied, in frames.
    private let written = Atomic<Int>(0)
    /// The samples that the server may have to be given again.
    private var history = SampleHistory(capacity: 0, channels: 1)

    let server: SoundServer
    /// The name of the sink that was chosen, on which the stream stays; `nil` for the choice of a mixer, the session or the
    /// server.
    private(set) var device: String?
    /// The sink on which a stream without a chosen one begins.
    private let place: String?
    let role: String
    /// The session's choice that the stream follows.
    var adoptedOutput: String?
    /// Whether the stream is being moved because of that.
    var isAdopting = false
    /// The number of the stream among those of the program.
    private(set) var streamNumber: Int?

    /// - Parameters:
    ///   - device: The name of a sink; `nil` for the server's choice, also where the sink is gone.
    ///   - place: The name of the sink on which the stream begins where none is chosen; a mixer may move it.
    ///   - role: The value of `media.role`.
    init(server: SoundServer, device: String?, beginningAt place: String? = nil, role: String) {
        (self.server, self.device, self.place, self.role) = (server, device, place, role)
    }

    /// How much the server holds, in seconds.
    private static let buffer = 0.1

    func format(for source: SourceForm) -> AudioFormat {
        let (format, wishes) = (source.format, server.streams.wishes)
        let rate = min(wishes.sampleRate ?? format.sampleRate, Int(PA_RATE_MAX))
        if let count = wishes.outputChannelCount, count != format.channelCount {
            return AudioFormat(sampleRate: rate, channelCount: count)
        }
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
        try reporting { () throws(AudioDeviceError) in
            let wishes = server.streams.wishes
            let connection = try PulseConnection.open(server, role: wishes.outputRole ?? role)
            self.connection = connection
            let begin = device ?? place ?? wishes.output
            adoptedOutput = wishes.output
            try connection.locked { () throws(AudioDeviceError) in
                connection.stateChanged = { [unowned self] in contextStateChanged() }
                connection.deviceChanged = { [unowned self] in changed($0) }
                do throws(AudioDeviceError) {
                    try openStream(source, on: connection, begin, stays: device != nil)
                } catch {
                    // Also a sink that is gone fails; the server chooses another.
                    guard begin != nil, !connection.isLost else { throw error }
                    closeStream()
                    device = nil
                    try openStream(source, on: connection, nil, stays: false)
                }
            }
        }
    }

    private func reporting(
        _ body: () throws(AudioDeviceError) -> Void
    ) throws(AudioOutputError) {
        do throws(AudioDeviceError) {
            try body()
        } catch {
            throw AudioOutputError(
                AudioOutputError.Code(error.code), error.subject,
                "\(error), or play with --output null or --output wav:FILE", cause: error)
        }
    }

    /// - Parameter stays: Whether neither the server nor a mixer may move the stream. PulseAudio moves others to a new default
    ///   sink, such as headphones that are plugged in.
    private func openStream(
        _ source: OutputSource, on connection: PulseConnection, _ device: String?, stays: Bool
    ) throws(AudioDeviceError) {
        var (sample, map) = PulseChannels.form(of: source.format, otherwise: PA_CHANNEL_MAP_WAVEEX)
        let buffer = server.streams.wishes.bufferDuration ?? Self.buffer
        stream = pa_stream_new(connection.context, "Music", &sample, &map)
        guard let stream else { throw connection.failure() }
        setCallbacks(ofStream: stream)
        hasStarted = false
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(pa_usec_to_bytes(UInt64(buffer * 1e6), &sample)),
            prebuf: .max, minreq: .max, fragsize: .max)
        let flags = pa_stream_flags_t(
            PA_STREAM_START_CORKED.rawValue | PA_STREAM_INTERPOLATE_TIMING.rawValue
                | PA_STREAM_AUTO_TIMING_UPDATE.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue
                | (stays ? PA_STREAM_DONT_MOVE.rawValue : 0))
        guard pa_stream_connect_playback(stream, device, &attributes, flags, nil, nil) >= 0 else {
            throw connection.failure()
        }
        try connection.wait(for: stream) { pa_stream_get_state(stream) == PA_STREAM_READY }
        session.sink = pa_stream_get_device_index(stream)
        connection.watch(PA_SUBSCRIPTION_MASK_SINK)
        lookAtSink()
        streamNumber = server.streams.add(
            ProgramStreams.Stream(
                .output, on: connection.deviceName(of: stream),
                bufferDuration: connection.bufferDuration(of: stream, .output))
        ) { source.report(.wishesChanged) }
    }

    func close() throws {
        isRunning.store(false, ordering: .relaxed)
        if let connection {
            connection.locked { closeStream() }
            connection.close()
        }
        connection = nil
    }

    private func closeStream() {
        guard let stream else { return }
        if let streamNumber { server.streams.remove(streamNumber) }
        streamNumber = nil
        clearCallbacks()
        pa_stream_disconnect(stream)
        pa_stream_unref(stream)
        self.stream = nil
    }

    func move(to devices: [String]) -> Bool {
        guard devices.count == 1, let device = devices.first else { return false }
        locked { replaceStream($0, by: device) }
        return true
    }

    /// Plays on another sink, on which the stream cannot be moved. The stream there begins with the sound that is not heard
    /// yet here, and the one here ends when that is heard.
    private func replaceStream(_ old: OpaquePointer, by name: String) {
        guard let connection, let source else { return }
        let (number, isPlaying) = (streamNumber, isPlaying)
        clearCallbacks()
        (stream, streamNumber) = (nil, nil)
        // Nothing is to be given to the new one before it is known what the old one has.
        isRunning.store(false, ordering: .relaxed)
        do throws(AudioDeviceError) {
            try openStream(source, on: connection, name, stays: true)
        } catch {
            // There is no such sink: the sound stays where it is, as with a mixer.
            closeStream()
            (stream, streamNumber) = (old, number)
            setCallbacks(ofStream: old)
            session.sink = pa_stream_get_device_index(old)
            isRunning.store(isPlaying, ordering: .relaxed)
            return
        }
        guard let stream else { return }
        device = name
        history.giveAgain(heldFrames(old))
        written.store(0, ordering: .relaxed)
        isRunning.store(isPlaying, ordering: .relaxed)
        if isPlaying { start(stream, on: connection) }
        if let number { server.streams.remove(number) }
        pa_stream_disconnect(old)
        pa_stream_unref(old)
    }

    /// Plays a stream, and waits until it is heard.
    private func start(_ stream: OpaquePointer, on connection: PulseConnection) {
        write(pa_stream_writable_size(stream))
        release(pa_stream_cork(stream, 0, nil, nil))
        lookForCall()
        // On a device that is slower the sound begins a moment after it has ended on the other one.
        try? connection.wait(for: stream, atMost: .milliseconds(500)) { hasStarted }
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

    func locked(_ body: (OpaquePointer) -> Void) {
        guard let connection, let stream else { return }
        connection.locked {
            if pa_stream_get_state(stream) == PA_STREAM_READY { body(stream) }
        }
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
