internal import CPhonolithPulse

// Requests of an audio session to the server; with the mainloop locked.

extension PulseConnection {
    /// Has ``deviceChanged`` called for devices and the server's defaults.
    func watchDevices() {
        watch(
            pa_subscription_mask_t(
                PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue
                    | PA_SUBSCRIPTION_MASK_SERVER.rawValue))
    }

    func serverState() throws(AudioDeviceError) -> ServerState {
        var state = ServerState(outputs: try devices(.output), inputs: try devices(.input))
        let answer = PulseStateAnswer()
        let pointer = Unmanaged.passUnretained(answer).toOpaque()
        try complete(pa_context_get_sink_input_info_list(context, inputListed, pointer))
        try complete(pa_context_get_module_info_list(context, moduleListed, pointer))
        (state.streams, state.modules) = (answer.streams, answer.modules)
        return state
    }

    func latency(of device: AudioDevice) throws(AudioDeviceError) -> Double {
        let answer = PulseStateAnswer()
        let pointer = Unmanaged.passUnretained(answer).toOpaque()
        switch device.direction {
        case .output:
            try complete(
                pa_context_get_sink_info_by_name(context, device.name, sinkLatency, pointer))
        case .input:
            try complete(
                pa_context_get_source_info_by_name(context, device.name, sourceLatency, pointer))
        }
        return answer.latency
    }

    func setPort(_ port: String, of output: String) throws(AudioDeviceError) {
        try change {
            pa_context_set_sink_port_by_name(context, output, port, changed, $0)
        }
    }

    func setVolume(_ volume: Double, of input: AudioDevice) throws(AudioDeviceError) {
        var values = pa_cvolume()
        pa_cvolume_set(
            &values, UInt32(input.format.channelCount),
            pa_volume_t(Int(bounded: max(0, volume) * AudioDevice.fullVolume)))
        try change {
            pa_context_set_source_volume_by_name(context, input.name, &values, changed, $0)
        }
    }

    /// Waits for a change, which the server may refuse.
    private func change(
        _ send: (UnsafeMutableRawPointer) -> OpaquePointer?
    ) throws(AudioDeviceError) {
        let answer = PulseStateAnswer()
        try complete(send(Unmanaged.passUnretained(answer).toOpaque()))
        guard answer.isDone else { throw failure() }
    }
}

/// The server's answers; touched while the mainloop is locked.
private final class PulseStateAnswer {
    var streams: [ServerState.Stream] = []
    var modules: [ServerState.Module] = []
    var latency = 0.0
    var isDone = false
}

private func answer(_ pointer: UnsafeMutableRawPointer?) -> PulseStateAnswer? {
    pointer.map { Unmanaged<PulseStateAnswer>.fromOpaque($0).takeUnretainedValue() }
}

private func inputListed(
    _: OpaquePointer?, _ input: UnsafePointer<pa_sink_input_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard isLast == 0, let input = input?.pointee else { return }
    func property(_ key: String) -> String? {
        pa_proplist_gets(input.proplist, key).map { String(cString: $0) }
    }
    answer(pointer)?.streams.append(
        ServerState.Stream(
            process: property(PA_PROP_APPLICATION_PROCESS_ID).flatMap { Int($0) },
            role: property(PA_PROP_MEDIA_ROLE), isSilent: input.corked != 0 || input.mute != 0))
}

private func moduleListed(
    _: OpaquePointer?, _ module: UnsafePointer<pa_module_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard isLast == 0, let module = module?.pointee else { return }
    answer(pointer)?.modules.append(
        ServerState.Module(
            name: String(cString: module.name),
            argument: module.argument.map { String(cString: $0) } ?? ""))
}

private func sinkLatency(
    _: OpaquePointer?, _ sink: UnsafePointer<pa_sink_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    if isLast == 0, let sink { answer(pointer)?.latency = Double(sink.pointee.latency) / 1e6 }
}

private func sourceLatency(
    _: OpaquePointer?, _ source: UnsafePointer<pa_source_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    if isLast == 0, let source { answer(pointer)?.latency = Double(source.pointee.latency) / 1e6 }
}

private func changed(_: OpaquePointer?, _ isDone: CInt, _ pointer: UnsafeMutableRawPointer?) {
    answer(pointer)?.isDone = isDone != 0
}
