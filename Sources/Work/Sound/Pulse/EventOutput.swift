internal import CPhonolithPulse
internal import PhonolithFiles
internal import Synchronization

/// Plays short sounds over everything else, any number at once, with the role `event`.
///
/// One connection serves all sounds; each has a stream of its own, which is fed from memory.
package final class EventOutput: @unchecked Sendable {
    // Sendable by proof: the reference is only touched while the mutex is locked, and it is made and closed on the one
    // thread.
    private let server: SoundServer
    private let connection = Mutex<PulseConnection?>(nil)
    private static let threads = BlockingThreads(name: "event-output", count: 1)

    package init(on server: SoundServer) { self.server = server }

    deinit { connection.withLock { $0?.close() } }

    /// Connects, if it is not connected. Blocks its thread.
    ///
    /// - Throws: ``AudioDeviceError``.
    package func open() throws(AudioDeviceError) {
        let known = connection.withLock(\.self)
        if let known, !known.locked({ known.isLost }) { return }
        // Sounds of others play on while it waits for the server.
        let new = try PulseConnection.open(server, role: "event")
        connection.withLock { $0 = new }
        known?.close()
    }

    /// Plays samples; returns when the last one was heard, or when the task is cancelled.
    ///
    /// - Parameters:
    ///   - samples: All channels of one moment together.
    ///   - device: The name of an output; `nil` for the server's choice.
    /// - Throws: ``AudioDeviceError``.
    package func play(
        _ samples: [Float], as format: AudioFormat, titled title: String, on device: String?
    ) async throws {
        try await Self.threads.perform { try self.open() }
        let wishes = server.streams.wishes
        let stream = EventStream(samples, format, role: wishes.eventRole)
        let device = device ?? wishes.output
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer in
                connection.withLock { connection in
                    guard let connection else { return answer.resume() }
                    connection.locked {
                        stream.play(on: connection, titled: title, device, answer)
                    }
                }
            }
        } onCancel: {
            connection.withLock { $0?.locked { stream.end() } }
        }
    }
}

/// A short sound that plays. All is touched with the mainloop locked.
private final class EventStream: @unchecked Sendable {
    // Sendable by proof: touched with the mainloop locked.
    private let samples: [Float]
    private let format: AudioFormat
    /// Another role than that of the connection.
    private let role: String?
    private var stream: OpaquePointer?
    private var connection: PulseConnection?
    /// The wait for the last sample.
    private var drain: OpaquePointer?
    private var answer: CheckedContinuation<Void, any Error>?
    /// How many bytes were written.
    private var written = 0
    private var isCancelled = false

    /// How much the server holds, in seconds.
    private static let buffer = 0.04

    init(_ samples: [Float], _ format: AudioFormat, role: String?) {
        (self.samples, self.format, self.role) = (samples, format, role)
    }

    func play(
        on connection: PulseConnection, titled title: String, _ device: String?,
        _ answer: CheckedContinuation<Void, any Error>
    ) {
        guard !isCancelled else { return answer.resume() }
        (self.connection, self.answer) = (connection, answer)
        var (sample, map) = PulseChannels.form(of: format, otherwise: PA_CHANNEL_MAP_WAVEEX)
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        if let role { pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role) }
        stream = pa_stream_new_with_proplist(
            connection.context, title, &sample, &map, properties)
        // Released when it ends.
        let me = Unmanaged.passRetained(self).toOpaque()
        guard let stream else { return finish(throwing: connection.failure()) }
        pa_stream_set_state_callback(stream, eventChanged, me)
        pa_stream_set_write_callback(stream, eventWanted, me)
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: UInt32(pa_usec_to_bytes(UInt64(Self.buffer * 1e6), &sample)),
            // Not 0: then the server plays silence after the last sample, and the stream never drains.
            prebuf: UInt32(pa_frame_size(&sample)), minreq: .max, fragsize: .max)
        guard
            pa_stream_connect_playback(
                stream, device, &attributes, PA_STREAM_ADJUST_LATENCY, nil, nil) >= 0
        else { return finish(throwing: connection.failure()) }
    }

    func stateChanged() {
        guard let stream else { return }
        switch pa_stream_get_state(stream) {
        case PA_STREAM_FAILED, PA_STREAM_TERMINATED: finish(throwing: connection?.failure())
        default: break
        }
    }

    func write(_ count: Int) {
        guard let stream else { return }
        samples.withUnsafeBytes { bytes in
            let frame = format.channelCount * MemoryLayout<Float>.stride
            let size = min(count / frame * frame, bytes.count - written)
            guard size > 0, let start = bytes.baseAddress else { return }
            pa_stream_write(stream, start + written, size, nil, 0, PA_SEEK_RELATIVE)
            written += size
            guard written == bytes.count else { return }
            pa_stream_set_write_callback(stream, nil, nil)
            drain = pa_stream_drain(
                stream, eventHeard, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    func drained(_ isDone: Bool) { finish(throwing: isDone ? nil : connection?.failure()) }

    /// Ends before the last sample, because its task was cancelled.
    func end() {
        isCancelled = true
        if answer != nil { finish(throwing: nil) }
    }

    func finish(throwing error: AudioDeviceError?) {
        guard let answer else { return }
        self.answer = nil
        if let drain {
            // The server answers also for a stream that is gone, when this value may be.
            pa_operation_cancel(drain)
            pa_operation_unref(drain)
        }
        if let stream {
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_write_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
        }
        (stream, connection, drain) = (nil, nil, nil)
        if let error { answer.resume(throwing: error) } else { answer.resume() }
        Unmanaged.passUnretained(self).release()
    }
}

// MARK: - What the library calls

private func sound(_ pointer: UnsafeMutableRawPointer?) -> EventStream? {
    pointer.map { Unmanaged<EventStream>.fromOpaque($0).takeUnretainedValue() }
}

private func eventChanged(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    sound(pointer)?.stateChanged()
}

private func eventWanted(_: OpaquePointer?, _ count: Int, _ pointer: UnsafeMutableRawPointer?) {
    sound(pointer)?.write(count)
}

private func eventHeard(
    _: OpaquePointer?, _ isDone: CInt, _ pointer: UnsafeMutableRawPointer?
) {
    sound(pointer)?.drained(isDone != 0)
}
