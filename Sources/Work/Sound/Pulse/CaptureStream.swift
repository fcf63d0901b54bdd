internal import CPhonolithPulse

/// A stream from an input of the sound server into a ring.
package final class CaptureStream: @unchecked Sendable {
    // Sendable by proof: the handles are touched on the mainloop's thread, or with the mainloop locked; the ring has one
    // writer, the mainloop's thread.

    /// Filled by the server's thread; read by one thread of the owner's.
    package let ring: AudioRing
    private let connection: PulseConnection
    private let server: SoundServer
    /// The number of the stream among those of the program.
    private var streamNumber: Int?
    private var stream: OpaquePointer?
    private var session = PulseSession()
    private let notify: @Sendable (CaptureEvent) -> Void
    /// Frames that found no room in the ring.
    private var lostFrames = 0

    /// How much the ring holds, in seconds: a disk may take its time.
    private static let capacity = 10.0
    /// How much the server sends at once, in seconds.
    private static let fragment = 0.02
    private static let role = "production"

    /// Begins to capture. Blocks its thread.
    ///
    /// - Parameters:
    ///   - device: The name of a source.
    ///   - stays: Whether the stream ends with the device rather than go on from another, as PulseAudio moves streams to a new
    ///     default source: for a device that the user named.
    ///   - format: The format that the server converts to where the device has another.
    ///   - title: The name of the stream in mixers.
    ///   - notify: Called on the server's thread.
    /// - Throws: ``AudioDeviceError``.
    package static func open(
        _ device: String, stays: Bool, as format: AudioFormat, titled title: String,
        on server: SoundServer, notify: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(AudioDeviceError) -> CaptureStream {
        let connection = try PulseConnection.open(
            server, role: server.streams.wishes.inputRole ?? role)
        let capture = CaptureStream(connection, server, format, notify)
        do throws(AudioDeviceError) {
            try connection.locked { () throws(AudioDeviceError) in
                try capture.connect(to: device, stays: stays, titled: title)
            }
        } catch {
            capture.close()
            throw error
        }
        return capture
    }

    private init(
        _ connection: PulseConnection, _ server: SoundServer, _ format: AudioFormat,
        _ notify: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        (self.connection, self.server, self.notify) = (connection, server, notify)
        ring = AudioRing(format: format, duration: Self.capacity)
    }

    private func connect(
        to device: String, stays: Bool, titled title: String
    ) throws(AudioDeviceError) {
        let format = ring.format
        var (sample, map) = PulseChannels.form(of: format, otherwise: PA_CHANNEL_MAP_AUX)
        stream = pa_stream_new(connection.context, title, &sample, &map)
        guard let stream else { throw connection.failure() }
        connection.stateChanged = { [unowned self] in stateChanged() }
        connection.deviceChanged = { [unowned self] in changed($0) }
        let me = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, captureChanged, me)
        pa_stream_set_read_callback(stream, captureArrived, me)
        pa_stream_set_moved_callback(stream, captureMoved, me)
        let fragment = server.streams.wishes.bufferDuration ?? Self.fragment
        var attributes = pa_buffer_attr(
            maxlength: .max, tlength: .max, prebuf: .max, minreq: .max,
            fragsize: UInt32(pa_usec_to_bytes(UInt64(fragment * 1e6), &sample)))
        let flags = pa_stream_flags_t(
            PA_STREAM_INTERPOLATE_TIMING.rawValue | PA_STREAM_AUTO_TIMING_UPDATE.rawValue
                | PA_STREAM_ADJUST_LATENCY.rawValue
                | (stays ? PA_STREAM_DONT_MOVE.rawValue : 0))
        guard pa_stream_connect_record(stream, device, &attributes, flags) >= 0 else {
            throw connection.failure()
        }
        try connection.wait(for: stream) { pa_stream_get_state(stream) == PA_STREAM_READY }
        session.sink = pa_stream_get_device_index(stream)
        connection.watch(PA_SUBSCRIPTION_MASK_SOURCE)
        streamNumber = server.streams.add(
            ProgramStreams.Stream(
                .input, on: connection.deviceName(of: stream),
                bufferDuration: connection.bufferDuration(of: stream, .input))
        ) { [notify] in notify(.wishesChanged) }
    }

    /// Gives the stream the role that the program's audio session wishes.
    package func adoptWishes() {
        connection.locked {
            guard let stream else { return }
            connection.setRole(server.streams.wishes.inputRole ?? Self.role, of: stream)
        }
    }

    /// How late sound arrives, in seconds; `nil` if unknown.
    package var latency: Double? {
        connection.locked {
            guard let stream else { return nil }
            var (latency, isNegative) = (pa_usec_t(0), CInt(0))
            guard pa_stream_get_latency(stream, &latency, &isNegative) >= 0, isNegative == 0
            else { return nil }
            return Double(latency) / 1e6
        }
    }

    /// How many frames have been written to the ring, and when the next one is heard, on ``AudioClock``; `nil` if unknown.
    package var position: (frames: Int, time: Double)? {
        connection.locked {
            guard let stream else { return nil }
            var (latency, isNegative) = (pa_usec_t(0), CInt(0))
            guard pa_stream_get_latency(stream, &latency, &isNegative) >= 0 else { return nil }
            let age = Double(latency) / 1e6
            return (ring.writtenFrames, AudioClock.now - (isNegative == 0 ? age : -age))
        }
    }

    /// Ends the stream; must be called once. The ring keeps what arrived.
    package func close() {
        connection.locked {
            guard let stream else { return }
            if let streamNumber { server.streams.remove(streamNumber) }
            pa_stream_set_state_callback(stream, nil, nil)
            pa_stream_set_read_callback(stream, nil, nil)
            pa_stream_set_moved_callback(stream, nil, nil)
            pa_stream_disconnect(stream)
            pa_stream_unref(stream)
            self.stream = nil
        }
        connection.close()
    }

    // MARK: - The mainloop's thread

    fileprivate func stateChanged() {
        connection.wake()
        guard session.sink != nil else { return }
        let state = stream.map { pa_stream_get_state($0) }
        if connection.isLost {
            if session.lost(.server) != nil { notify(.serverLost) }
        } else if state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED {
            if session.lost(.stream) != nil { notify(.deviceLost) }
        }
    }

    fileprivate func moved() {
        guard let stream else { return }
        session.move(to: pa_stream_get_device_index(stream), at: AudioClock.now)
        if let streamNumber {
            server.streams.move(streamNumber, to: connection.deviceName(of: stream))
        }
    }

    private func changed(_ change: PulseChange) {
        guard change.kind == .source, change.change == .removed else { return }
        if session.removed(sink: change.index, at: AudioClock.now) != nil { notify(.deviceLost) }
    }

    fileprivate func arrived() {
        guard let stream else { return }
        let frameSize = ring.format.channelCount * MemoryLayout<Float>.stride
        while pa_stream_readable_size(stream) > 0 {
            var (memory, size) = (UnsafeRawPointer(bitPattern: 0), 0)
            guard pa_stream_peek(stream, &memory, &size) >= 0, size > 0 else { return }
            let frames = size / frameSize
            let taken = min(frames, ring.space)
            if let memory {
                ring.write(memory.assumingMemoryBound(to: Float.self), frames: taken)
            } else {
                // A hole: the server had no data for this time.
                ring.writeSilence(frames: taken)
            }
            lostFrames += frames - taken
            pa_stream_drop(stream)
        }
        notify(.arrived(lostFrames: lostFrames))
    }
}

/// An event of a stream that is captured.
package enum CaptureEvent: Hashable, Sendable {
    /// There is more in the ring; the number of all frames that found no room.
    case arrived(lostFrames: Int)
    /// The device is gone; further sound is from another.
    case deviceLost
    /// The sound server is gone.
    case serverLost
    /// The program's audio session wishes something else for the stream.
    case wishesChanged
}

// MARK: - What the library calls

private func capture(_ pointer: UnsafeMutableRawPointer?) -> CaptureStream? {
    pointer.map { Unmanaged<CaptureStream>.fromOpaque($0).takeUnretainedValue() }
}

private func captureChanged(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    capture(pointer)?.stateChanged()
}

private func captureMoved(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    capture(pointer)?.moved()
}

private func captureArrived(_: OpaquePointer?, _: Int, _ pointer: UnsafeMutableRawPointer?) {
    capture(pointer)?.arrived()
}
