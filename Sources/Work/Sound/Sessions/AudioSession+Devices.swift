internal import PhonolithFiles

extension AudioSession {
    /// The outputs of the sound server, with their ports.
    ///
    /// - Throws: ``AudioSessionError``.
    public var outputs: [AudioDevice] { get async throws { try await state().outputs } }

    /// The inputs of the sound server, with their ports; the monitors of outputs, too.
    ///
    /// - Throws: ``AudioSessionError``.
    public var inputs: [AudioDevice] { get async throws { try await state().inputs } }

    /// The devices in use: those of open streams, else those that would be.
    ///
    /// A category that does not play has no outputs, one that does not record no inputs.
    ///
    /// - Throws: ``AudioSessionError``.
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
        do {
            return try await threads.perform {
                try question(known ?? ServerWatch.open(server) { _ in })
            }
        } catch let error as AudioDeviceError {
            throw AudioSessionError(error)
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
    /// - Throws: ``AudioSessionError`` if there is no such output.
    public func setPreferredOutput(_ name: String?) async throws {
        server.streams.wishes.output = try await serverName(
            of: name, among: { try await $0.outputs })
        await look()
    }

    /// Prefers an input for recorders that choose none themselves, for the next recordings.
    ///
    /// - Parameter name: Its name, number or description; `nil` for the server's choice.
    /// - Throws: ``AudioSessionError`` if there is no such input.
    public func setPreferredInput(_ name: String?) async throws {
        server.streams.wishes.input = try await serverName(of: name, among: { try await $0.inputs })
        await look()
    }

    /// The server's name of a device that a program means.
    private func serverName(
        of name: String?, among devices: (isolated AudioSession) async throws -> [AudioDevice]
    ) async throws -> String? {
        guard let name else { return nil }
        let devices = try await devices(self)
        do throws(AudioDeviceError) {
            return try AudioDevice.named(name, among: devices).name
        } catch {
            throw AudioSessionError(error)
        }
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
    /// - Throws: ``AudioSessionError`` if the category is not `playAndRecord`, or the output has no loudspeaker.
    public func overrideOutput(_ override: PortOverride) async throws {
        guard category == .playAndRecord else {
            throw AudioSessionError(
                .wrongCategory, category.rawValue,
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
                throw AudioSessionError(
                    .noOutput, "", "the sound server has no outputs; plug one in")
            }
            guard let port = output.speakerPort else {
                throw AudioSessionError(
                    .noLoudspeaker, output.name, "\(output.name) has no loudspeaker")
            }
            guard port.name != output.activePort else { return }
            try await ask { try $0.setPort(port.name, of: output.name) }
            overridden = output.activePort.map { (output.name, $0) }
        }
        await look()
    }

    // MARK: - Levels, rates and times

    /// The volume of the output, 0...1; 0 if it is muted, or there is none. Mixers change it, which is an event.
    ///
    /// - Throws: ``AudioSessionError``.
    public var outputVolume: Double {
        get async throws { try await currentRoute.outputVolume }
    }

    /// The gain of the input, 0...1; 0 if it is muted, or the category has none.
    ///
    /// - Throws: ``AudioSessionError``.
    public var inputGain: Double {
        get async throws { try await currentRoute.inputs.first?.level ?? 0 }
    }

    /// Sets the gain of the input, for all programs.
    ///
    /// - Parameter gain: 0...1; values beyond are taken for the nearest.
    /// - Throws: ``AudioSessionError`` if the category has no input.
    public func setInputGain(_ gain: Double) async throws {
        guard let input = try await currentRoute.inputs.first else {
            throw AudioSessionError(
                .wrongCategory, category.rawValue,
                "the category \(category.rawValue) has no input; choose record or playAndRecord")
        }
        let gain = max(0, min(1, gain.isNaN ? 0 : gain))
        try await ask { try $0.setVolume(gain, of: input) }
    }

    /// The sample rate of the output, else of the input, in Hz; 0 if there is neither. The server chooses it.
    ///
    /// - Throws: ``AudioSessionError``.
    public var sampleRate: Int {
        get async throws {
            let route = try await currentRoute
            return (route.outputs.first ?? route.inputs.first)?.format.sampleRate ?? 0
        }
    }

    /// The number of channels of the output; 0 if there is none.
    ///
    /// - Throws: ``AudioSessionError``.
    public var outputNumberOfChannels: Int {
        get async throws { try await currentRoute.outputs.first?.format.channelCount ?? 0 }
    }

    /// The number of channels of the input; 0 if the category has none.
    ///
    /// - Throws: ``AudioSessionError``.
    public var inputNumberOfChannels: Int {
        get async throws { try await currentRoute.inputs.first?.format.channelCount ?? 0 }
    }

    /// The sample rate that was preferred, in Hz; `nil` for that of each item and device.
    public var preferredSampleRate: Int? { server.streams.wishes.sampleRate }

    /// The number of channels that was preferred for players; `nil` for that of each item.
    public var preferredOutputNumberOfChannels: Int? { server.streams.wishes.outputChannelCount }

    /// The number of channels that was preferred for recorders; `nil` for that of the device.
    public var preferredInputNumberOfChannels: Int? { server.streams.wishes.inputChannelCount }

    /// Prefers a sample rate for streams that are opened from then on: sound is converted to it once, in this program.
    ///
    /// The device keeps its own rate, unless the server lets it follow its streams (`avoid-resampling`). Recorders whose
    /// settings have a rate use that.
    ///
    /// - Parameter rate: In Hz, 1000...384000; `nil` for that of each item and device.
    /// - Throws: ``AudioSessionError`` for a rate that is none.
    public func setPreferredSampleRate(_ rate: Int?) throws(AudioSessionError) {
        server.streams.wishes.sampleRate = try Self.checked(rate, 1000...384_000, "Hz")
    }

    /// Prefers a number of channels for what is played from then on, to which sound is mixed.
    ///
    /// - Parameter count: 1...8; `nil` for that of each item.
    /// - Throws: ``AudioSessionError`` for a number that is none.
    public func setPreferredOutputNumberOfChannels(_ count: Int?) throws(AudioSessionError) {
        server.streams.wishes.outputChannelCount = try Self.checked(count, 1...8, "channels")
    }

    /// Prefers a number of channels for recorders whose settings have none, for the next recordings.
    ///
    /// - Parameter count: 1...32; `nil` for that of the device.
    /// - Throws: ``AudioSessionError`` for a number that is none.
    public func setPreferredInputNumberOfChannels(_ count: Int?) throws(AudioSessionError) {
        server.streams.wishes.inputChannelCount = try Self.checked(count, 1...32, "channels")
    }

    private static func checked(
        _ number: Int?, _ range: ClosedRange<Int>, _ unit: String
    ) throws(AudioSessionError) -> Int? {
        guard let number, !range.contains(number) else { return number }
        throw AudioSessionError(
            .outOfRange, String(number),
            "there is no sound of \(number) \(unit); use \(range.lowerBound) to \(range.upperBound)"
        )
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
    /// - Throws: ``AudioSessionError``.
    public var outputLatency: Double {
        get async throws { try await latency(of: currentRoute.outputs.first) }
    }

    /// How late sound comes from the input, in seconds; 0 if the category has none.
    ///
    /// - Throws: ``AudioSessionError``.
    public var inputLatency: Double {
        get async throws { try await latency(of: currentRoute.inputs.first) }
    }

    private func latency(of device: AudioDevice?) async throws -> Double {
        guard let device else { return 0 }
        return try await ask { try $0.latency(of: device) }
    }
}
