internal import PhonolithFiles

extension AudioSession {
    /// The outputs of the sound server, with their ports.
    ///
    /// - Throws: `AudioDeviceError`.
    public var outputs: [AudioDevice] { get async throws { try await state().outputs } }

    /// The inputs of the sound server, with their ports; the monitors of outputs, too.
    ///
    /// - Throws: `AudioDeviceError`.
    public var inputs: [AudioDevice] { get async throws { try await state().inputs } }

    /// The devices in use: those of open streams, else those that would be.
    ///
    /// A category that does not play has no outputs, one that does not record no inputs.
    ///
    /// - Throws: `AudioDeviceError`.
    public var currentRoute: AudioRoute { get async throws { route(on: try await state()) } }

    func route(on state: ServerState) -> AudioRoute {
        AudioRoute(
            of: purpose.category, on: state, streams: server.streams.open, server.streams.wishes)
    }

    func state() async throws -> ServerState { try await ask { try $0.state() } }

    /// Asks by the connection that is open, else by one of its own.
    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (ServerWatch) throws -> Answer
    ) async throws -> Answer {
        let (server, known) = (server, watch)
        return try await threads.perform {
            try question(known ?? ServerWatch.open(server) { _ in })
        }
    }

    // MARK: - Choosing devices

    /// The output that was preferred; `nil` for the server's choice.
    public var preferredOutput: String? { server.streams.wishes.output }

    /// The input that was preferred; `nil` for the server's choice.
    public var preferredInput: String? { server.streams.wishes.input }

    /// Prefers an output for players that choose none themselves; playing streams move there without a gap.
    ///
    /// - Parameter name: Its name, number or description; `nil` for the server's choice.
    /// - Throws: `AudioDeviceError` if there is no such output.
    public func setPreferredOutput(_ name: String?) async throws {
        let outputs = name == nil ? [] : try await outputs
        server.streams.wishes.output = try name.map { try AudioDevice.named($0, among: outputs) }?
            .name
        await look()
    }

    /// Prefers an input for recorders that choose none themselves, for the next recordings.
    ///
    /// - Parameter name: Its name, number or description; `nil` for the server's choice.
    /// - Throws: `AudioDeviceError` if there is no such input.
    public func setPreferredInput(_ name: String?) async throws {
        let inputs = name == nil ? [] : try await inputs
        server.streams.wishes.input = try name.map { try AudioDevice.named($0, among: inputs) }?
            .name
        await look()
    }

    /// The target of sound instead of the port in use; the counterpart of `AVAudioSession.PortOverride`.
    public enum PortOverride: String, Hashable, Sendable, CaseIterable {
        /// The port that was in use before.
        case none
        /// The loudspeaker, though headphones are plugged in.
        case speaker
    }

    /// Has the output of the route use its loudspeaker, or the port before that again.
    ///
    /// - Throws: ``AudioSessionError`` if the category is not `playAndRecord`, or the output has no loudspeaker;
    ///   `AudioDeviceError`.
    public func overrideOutput(_ override: PortOverride) async throws {
        guard category == .playAndRecord else {
            throw AudioSessionError(
                "the output is overridden in the category playAndRecord only, not in \(category.rawValue)"
            )
        }
        isOverriding = true
        defer { isOverriding = false }
        switch override {
        case .none:
            guard let (output, port) = overridden else { return }
            try await ask { try $0.setPort(port, of: output) }
            overridden = nil
        case .speaker:
            guard let output = try await currentRoute.outputs.first else {
                throw AudioSessionError("the sound server has no outputs; plug one in")
            }
            guard let port = output.speakerPort else {
                throw AudioSessionError("\(output.name) has no loudspeaker")
            }
            guard port.name != output.activePort else { return }
            try await ask { try $0.setPort(port.name, of: output.name) }
            overridden = output.activePort.map { (output.name, $0) }
        }
        await look()
    }

    // MARK: - Levels, rates and times

    /// The volume of the output, 0...1; 0 if it is muted, or there is none. Mixers change it.
    ///
    /// - Throws: `AudioDeviceError`.
    public var outputVolume: Double {
        get async throws {
            let output = try await currentRoute.outputs.first
            return output.map { $0.isMuted ? 0 : min(1, $0.volume) } ?? 0
        }
    }

    /// The gain of the input, 0...1; 0 if it is muted, or the category has none.
    ///
    /// - Throws: `AudioDeviceError`.
    public var inputGain: Double {
        get async throws {
            let input = try await currentRoute.inputs.first
            return input.map { $0.isMuted ? 0 : min(1, $0.volume) } ?? 0
        }
    }

    /// Sets the gain of the input, for all programs.
    ///
    /// - Parameter gain: 0...1; values beyond are taken for the nearest.
    /// - Throws: ``AudioSessionError`` if the category has no input; `AudioDeviceError`.
    public func setInputGain(_ gain: Double) async throws {
        guard let input = try await currentRoute.inputs.first else {
            throw AudioSessionError(
                "the category \(category.rawValue) has no input; choose record or playAndRecord")
        }
        let gain = max(0, min(1, gain.isNaN ? 0 : gain))
        try await ask { try $0.setVolume(gain, of: input) }
    }

    /// The sample rate of the output, else of the input, in Hz; 0 if there is neither. The server chooses it.
    ///
    /// - Throws: `AudioDeviceError`.
    public var sampleRate: Int {
        get async throws {
            let route = try await currentRoute
            return (route.outputs.first ?? route.inputs.first)?.format.sampleRate ?? 0
        }
    }

    /// How much sound the server holds of a stream, in seconds: of the first player that is open, else of the first recorder.
    ///
    /// The server takes from it what the device holds, so that it is less than what was preferred. If nothing is open, it is
    /// what was preferred; 0 if nothing was.
    public var ioBufferDuration: Double {
        let open = server.streams.open
        let stream = open.first { $0.direction == .output } ?? open.first
        return stream?.bufferDuration ?? server.streams.wishes.bufferDuration ?? 0
    }

    /// Prefers how much sound the server holds of a stream, for streams that are opened from then on.
    ///
    /// - Parameter duration: In seconds, 0.005...0.93; values beyond are taken for the nearest. `nil` for what players and
    ///   recorders choose themselves: 0.1 and 0.02.
    public func setPreferredIOBufferDuration(_ duration: Double?) {
        server.streams.wishes.bufferDuration = duration.map {
            max(0.005, min(0.93, $0.isNaN ? 0.1 : $0))
        }
    }

    /// How late sound is heard once the server has it, in seconds; 0 if there is no output.
    ///
    /// - Throws: `AudioDeviceError`.
    public var outputLatency: Double {
        get async throws { try await latency(of: currentRoute.outputs.first) }
    }

    /// How late sound comes from the input, in seconds; 0 if the category has none.
    ///
    /// - Throws: `AudioDeviceError`.
    public var inputLatency: Double {
        get async throws { try await latency(of: currentRoute.inputs.first) }
    }

    private func latency(of device: AudioDevice?) async throws -> Double {
        guard let device else { return 0 }
        return try await ask { try $0.latency(of: device) }
    }
}
