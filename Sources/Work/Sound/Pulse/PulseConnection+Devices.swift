internal import CPhonolithPulse
internal import PhonolithLibav

extension PulseConnection {
    /// Lists the devices of a direction; with the mainloop locked.
    func devices(_ direction: AudioDevice.Direction) throws(AudioDeviceError) -> [AudioDevice] {
        let answer = PulseAnswer()
        let pointer = Unmanaged.passUnretained(answer).toOpaque()
        try complete(pa_context_get_server_info(context, serverDescribed, pointer))
        switch direction {
        case .output: try complete(pa_context_get_sink_info_list(context, sinkListed, pointer))
        case .input: try complete(pa_context_get_source_info_list(context, sourceListed, pointer))
        }
        return answer.devices
    }
}

/// The server's answer to a question about its devices; touched while the mainloop is locked.
private final class PulseAnswer {
    var devices: [AudioDevice] = []
    var defaultSink: String?
    var defaultSource: String?
}

private func answer(_ pointer: UnsafeMutableRawPointer?) -> PulseAnswer? {
    pointer.map { Unmanaged<PulseAnswer>.fromOpaque($0).takeUnretainedValue() }
}

private func serverDescribed(
    _: OpaquePointer?, _ server: UnsafePointer<pa_server_info>?,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard let server = server?.pointee, let answer = answer(pointer) else { return }
    answer.defaultSink = server.default_sink_name.map { String(cString: $0) }
    answer.defaultSource = server.default_source_name.map { String(cString: $0) }
}

private func sinkListed(
    _: OpaquePointer?, _ sink: UnsafePointer<pa_sink_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard isLast == 0, let sink = sink?.pointee, let answer = answer(pointer) else { return }
    answer.devices.append(AudioDevice(sink, default: answer.defaultSink))
}

private func sourceListed(
    _: OpaquePointer?, _ source: UnsafePointer<pa_source_info>?, _ isLast: CInt,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard isLast == 0, let source = source?.pointee, let answer = answer(pointer) else { return }
    answer.devices.append(AudioDevice(source, default: answer.defaultSource))
}

extension AudioDevice {
    fileprivate init(_ sink: pa_sink_info, default name: String?) {
        let own = String(cString: sink.name)
        self.init(
            direction: .output, id: Int(sink.index), name: own,
            description: String(cString: sink.description),
            ports: (0..<Int(sink.n_ports)).compactMap { sink.ports[$0]?.pointee }
                .map { AudioPort($0.name, $0.description, $0.available, $0.type) },
            activePort: sink.active_port.map { String(cString: $0.pointee.name) },
            isDefault: own == name, format: AudioFormat(sink.sample_spec, sink.channel_map),
            bitDepth: sink.sample_spec.bitDepth, isMonitor: false,
            state: State(sink.state == PA_SINK_RUNNING, sink.state == PA_SINK_IDLE),
            volume: Self.volume(sink.volume), isMuted: sink.mute != 0)
    }

    fileprivate init(_ source: pa_source_info, default name: String?) {
        let own = String(cString: source.name)
        self.init(
            direction: .input, id: Int(source.index), name: own,
            description: String(cString: source.description),
            ports: (0..<Int(source.n_ports)).compactMap { source.ports[$0]?.pointee }
                .map { AudioPort($0.name, $0.description, $0.available, $0.type) },
            activePort: source.active_port.map { String(cString: $0.pointee.name) },
            isDefault: own == name, format: AudioFormat(source.sample_spec, source.channel_map),
            bitDepth: source.sample_spec.bitDepth,
            isMonitor: source.monitor_of_sink != UInt32.max,
            state: State(source.state == PA_SOURCE_RUNNING, source.state == PA_SOURCE_IDLE),
            volume: Self.volume(source.volume), isMuted: source.mute != 0)
    }

    private static func volume(_ volume: pa_cvolume) -> Double {
        var volume = volume
        return (Double(pa_cvolume_avg(&volume)) / fullVolume * 1000).rounded() / 1000
    }

    /// `PA_VOLUME_NORM`, which is 100 %.
    static let fullVolume = 65_536.0
}

extension AudioDevice.State {
    fileprivate init(_ isRunning: Bool, _ isIdle: Bool) {
        self = isRunning ? .running : isIdle ? .idle : .suspended
    }
}

extension AudioPort {
    fileprivate init(
        _ name: UnsafePointer<CChar>, _ description: UnsafePointer<CChar>, _ available: CInt,
        _ type: UInt32
    ) {
        self.init(
            name: String(cString: name), description: String(cString: description),
            kind: Kind(pa_device_port_type_t(type), name: String(cString: name)),
            isAvailable: available == CInt(PA_PORT_AVAILABLE_UNKNOWN.rawValue)
                ? nil : available == CInt(PA_PORT_AVAILABLE_YES.rawValue))
    }
}

extension AudioPort.Kind {
    /// - Parameter name: Of the port, for servers that do not know its type, which are those before version 14.
    fileprivate init(_ type: pa_device_port_type_t, name: String) {
        self = Self.kinds[type.rawValue] ?? AudioPort.Kind(nameOfPort: name)
    }

    private static let kinds: [UInt32: AudioPort.Kind] = [
        PA_DEVICE_PORT_TYPE_SPEAKER.rawValue: .speaker,
        PA_DEVICE_PORT_TYPE_HEADPHONES.rawValue: .headphones,
        PA_DEVICE_PORT_TYPE_HEADSET.rawValue: .headset,
        PA_DEVICE_PORT_TYPE_HANDSFREE.rawValue: .headset,
        PA_DEVICE_PORT_TYPE_MIC.rawValue: .microphone,
        PA_DEVICE_PORT_TYPE_LINE.rawValue: .line, PA_DEVICE_PORT_TYPE_AUX.rawValue: .line,
        PA_DEVICE_PORT_TYPE_ANALOG.rawValue: .line, PA_DEVICE_PORT_TYPE_HDMI.rawValue: .hdmi,
        PA_DEVICE_PORT_TYPE_TV.rawValue: .hdmi, PA_DEVICE_PORT_TYPE_SPDIF.rawValue: .digital,
        PA_DEVICE_PORT_TYPE_BLUETOOTH.rawValue: .bluetooth,
        PA_DEVICE_PORT_TYPE_USB.rawValue: .usb, PA_DEVICE_PORT_TYPE_CAR.rawValue: .car,
        PA_DEVICE_PORT_TYPE_NETWORK.rawValue: .network,
    ]
}

extension AudioFormat {
    /// The format of a device.
    fileprivate init(_ form: pa_sample_spec, _ map: pa_channel_map) {
        self.init(
            sampleRate: Int(form.rate), channelCount: Int(form.channels),
            layout: PulseChannels.layout(of: map) ?? .usual(Int(form.channels)))
    }
}

extension pa_sample_spec {
    // Bits per sample.
    fileprivate var bitDepth: Int {
        switch format {
        case PA_SAMPLE_U8, PA_SAMPLE_ALAW, PA_SAMPLE_ULAW: 8
        case PA_SAMPLE_S16LE, PA_SAMPLE_S16BE: 16
        case PA_SAMPLE_S24LE, PA_SAMPLE_S24BE, PA_SAMPLE_S24_32LE, PA_SAMPLE_S24_32BE: 24
        default: 32
        }
    }
}
