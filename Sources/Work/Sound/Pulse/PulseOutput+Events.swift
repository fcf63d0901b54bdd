internal import CPhonolithPulse

// Events of the sound server, on the mainloop's thread or with the mainloop locked.

extension PulseOutput {
    func contextStateChanged() {
        guard session.sink != nil, connection?.isLost == true else { return }
        tell(session.lost(.server))
    }

    func streamStateChanged() {
        connection?.wake()
        let state = stream.map { pa_stream_get_state($0) }
        guard session.sink != nil, state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED,
            connection?.isLost == false
        else { return }
        tell(session.lost(.stream))
    }

    func asked(_ name: String) {
        switch name {
        case PA_STREAM_EVENT_REQUEST_CORK:
            tell(.interruptionBegan)
            server.streams.tell(.interruptionBegan)
        case PA_STREAM_EVENT_REQUEST_UNCORK:
            tell(.interruptionEnded)
            server.streams.tell(.interruptionEnded)
        default: break
        }
    }

    /// Asks whether a call interrupts what begins to play; with the mainloop locked.
    func lookForCall() {
        streams = []
        let me = Unmanaged.passUnretained(self).toOpaque()
        release(pa_context_get_sink_input_info_list(connection?.context, streamDescribed, me))
    }

    /// - Parameter input: A stream on the server; `nil` after the last one.
    func described(_ input: pa_sink_input_info?) {
        guard let input else {
            guard let stream, isPlaying else { return }
            let index = pa_stream_get_index(stream)
            if PulseSession.isInterrupted(index, among: streams) {
                tell(.interruptionBegan)
                server.streams.tell(.interruptionBegan)
            }
            return
        }
        let role = pa_proplist_gets(input.proplist, PA_PROP_MEDIA_ROLE)
        streams.append(
            PulseSession.Stream(
                index: input.index, role: role.map { String(cString: $0) },
                isMuted: input.mute != 0))
    }

    func moved() {
        guard let stream else { return }
        session.move(to: pa_stream_get_device_index(stream), at: AudioClock.now)
        if let name = pa_stream_get_device_name(stream).map({ String(cString: $0) }) {
            if let streamNumber { server.streams.move(streamNumber, to: name) }
            // The session's choice is no choice of the player's.
            if !isAdopting { tell(.deviceChanged(name)) }
        }
        lookAtSink()
    }

    func changed(_ change: PulseChange) {
        guard change.kind == .sink else { return }
        if change.change == .removed {
            tell(session.removed(sink: change.index, at: AudioClock.now))
        } else if change.change == .changed, change.index == session.sink {
            lookAtSink()
        } else if change.change == .new {
            let me = Unmanaged.passUnretained(self).toOpaque()
            release(
                pa_context_get_sink_info_by_index(
                    connection?.context, change.index, sinkAppeared, me))
        }
    }

    func appeared(_ sink: pa_sink_info) { tell(.deviceAppeared(String(cString: sink.name))) }

    func lookAtSink() {
        guard let sink = session.sink else { return }
        let me = Unmanaged.passUnretained(self).toOpaque()
        release(pa_context_get_sink_info_by_index(connection?.context, sink, sinkDescribed, me))
    }

    func described(_ sink: pa_sink_info) {
        func name(_ port: pa_sink_port_info) -> String { String(cString: port.name) }
        let ports = (0..<Int(sink.n_ports)).compactMap { sink.ports[$0]?.pointee }
        let gone = ports.filter { $0.available == CInt(PA_PORT_AVAILABLE_NO.rawValue) }.map(name)
        let active = sink.active_port.map { name($0.pointee) }
        tell(session.described(sink: sink.index, activePort: active, unavailablePorts: gone))
    }

    private func tell(_ event: OutputEvent?) { if let event { source?.report(event) } }
}

extension PulseOutput {
    /// Has the server's library call the functions below until ``clearCallbacks()``.
    func setCallbacks(ofStream stream: OpaquePointer?) {
        let me = Unmanaged.passUnretained(self).toOpaque()
        pa_stream_set_state_callback(stream, streamChanged, me)
        pa_stream_set_write_callback(stream, samplesWanted, me)
        pa_stream_set_event_callback(stream, streamAsked, me)
        pa_stream_set_moved_callback(stream, streamMoved, me)
        pa_stream_set_started_callback(stream, streamStarted, me)
    }

    func clearCallbacks() {
        guard let stream else { return }
        pa_stream_set_state_callback(stream, nil, nil)
        pa_stream_set_write_callback(stream, nil, nil)
        pa_stream_set_event_callback(stream, nil, nil)
        pa_stream_set_moved_callback(stream, nil, nil)
        pa_stream_set_started_callback(stream, nil, nil)
    }
}

// MARK: - What the library calls

private func output(_ pointer: UnsafeMutableRawPointer?) -> PulseOutput? {
    pointer.map { Unmanaged<PulseOutput>.fromOpaque($0).takeUnretainedValue() }
}

private func streamChanged(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    output(pointer)?.streamStateChanged()
}

private func samplesWanted(_: OpaquePointer?, _ count: Int, _ pointer: UnsafeMutableRawPointer?) {
    output(pointer)?.write(count)
}

private func streamAsked(
    _: OpaquePointer?, _ name: UnsafePointer<CChar>?, _: OpaquePointer?,
    _ pointer: UnsafeMutableRawPointer?
) {
    if let name { output(pointer)?.asked(String(cString: name)) }
}

private func streamStarted(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    guard let output = output(pointer) else { return }
    output.hasStarted = true
    output.connection?.wake()
}

private func streamMoved(_: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    output(pointer)?.moved()
}

private func sinkDescribed(
    _: OpaquePointer?, _ sink: UnsafePointer<pa_sink_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    if isLast == 0, let sink { output(pointer)?.described(sink.pointee) }
}

private func sinkAppeared(
    _: OpaquePointer?, _ sink: UnsafePointer<pa_sink_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    if isLast == 0, let sink { output(pointer)?.appeared(sink.pointee) }
}

private func streamDescribed(
    _: OpaquePointer?, _ input: UnsafePointer<pa_sink_input_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    // Negative if the server could not answer.
    if isLast == 0, let input {
        output(pointer)?.described(input.pointee)
    } else if isLast > 0 {
        output(pointer)?.described(nil)
    }
}
