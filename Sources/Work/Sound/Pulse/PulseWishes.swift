internal import CPhonolithPulse

extension PulseConnection {
    /// Gives a stream another role; with the mainloop locked.
    func setRole(_ role: String, of stream: OpaquePointer) {
        let properties = pa_proplist_new()
        defer { pa_proplist_free(properties) }
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, role)
        if let operation = pa_stream_proplist_update(
            stream, PA_UPDATE_REPLACE, properties, nil, nil)
        {
            pa_operation_unref(operation)
        }
    }

    /// How much the server holds of a stream that is ready, in seconds; with the mainloop locked.
    func bufferDuration(of stream: OpaquePointer, _ direction: AudioDevice.Direction) -> Double {
        guard let attributes = pa_stream_get_buffer_attr(stream)?.pointee,
            let form = pa_stream_get_sample_spec(stream)
        else { return 0 }
        let bytes = direction == .output ? attributes.tlength : attributes.fragsize
        return Double(pa_bytes_to_usec(UInt64(bytes), form)) / 1e6
    }

    /// The name of the device that a stream is on; with the mainloop locked.
    func deviceName(of stream: OpaquePointer) -> String {
        pa_stream_get_device_name(stream).map { String(cString: $0) } ?? ""
    }
}

extension PulseOutput {
    /// Does with an open stream what the program's audio session wishes.
    func adoptWishes() {
        let wishes = server.streams.wishes
        locked { stream in
            connection?.setRole(wishes.outputRole ?? role, of: stream)
            guard device == nil, wishes.output != adoptedOutput else { return }
            (adoptedOutput, isAdopting) = (wishes.output, true)
            let me = Unmanaged.passUnretained(self).toOpaque()
            release(
                pa_context_move_sink_input_by_name(
                    connection?.context, pa_stream_get_index(stream),
                    wishes.output ?? "@DEFAULT_SINK@", wishAdopted, me))
        }
    }
}

private func wishAdopted(
    _: OpaquePointer?, _ isDone: CInt, _ pointer: UnsafeMutableRawPointer?
) {
    guard let pointer else { return }
    Unmanaged<PulseOutput>.fromOpaque(pointer).takeUnretainedValue().isAdopting = false
}
