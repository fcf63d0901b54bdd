/// The devices that a session plays on and records from; the counterpart of `AVAudioSessionRouteDescription`.
public struct AudioRoute: Hashable, Sendable {
    /// Outputs in use; several if players play on several.
    public var outputs: [AudioDevice] = []
    /// Inputs in use.
    public var inputs: [AudioDevice] = []

    /// Makes a route.
    public init(outputs: [AudioDevice] = [], inputs: [AudioDevice] = []) {
        (self.outputs, self.inputs) = (outputs, inputs)
    }

    /// Why a route has changed; the counterpart of `AVAudioSession.RouteChangeReason`.
    ///
    /// A computer that wakes from sleep keeps its devices, so that there is no reason for that.
    public enum ChangeReason: String, Hashable, Sendable, CaseIterable {
        /// A device came, or something was plugged into a port.
        case newDeviceAvailable
        /// A device went, or something was unplugged from a port.
        case oldDeviceUnavailable
        /// The category, its options or the mode changed.
        case categoryChange
        /// The session, the user or the server chose another device or port.
        case override
        /// No device is left for the category.
        case noSuitableRoute
        /// The devices are the same, but a port or the format is another.
        case routeConfigurationChange
    }
}

extension AudioRoute {
    /// The route of a category on a server.
    ///
    /// - Parameters:
    ///   - streams: The open streams of this program.
    ///   - wishes: The session's preferences where nothing is open.
    init(
        of category: AudioSession.Category, on server: ServerState,
        streams: [ProgramStreams.Stream], _ wishes: ProgramStreams.Wishes
    ) {
        func used(
            _ direction: AudioDevice.Direction, _ devices: [AudioDevice], _ preferred: String?
        ) -> [AudioDevice] {
            let names = streams.filter { $0.direction == direction }.map(\.device)
            let open = devices.filter { names.contains($0.name) }
            guard open.isEmpty else { return open }
            let device =
                devices.first { $0.name == preferred } ?? devices.first { $0.isDefault }
            return device.map { [$0] } ?? []
        }
        outputs = category.usesOutput ? used(.output, server.outputs, wishes.output) : []
        inputs = category.usesInput ? used(.input, server.inputs, wishes.input) : []
    }

    /// The volume of the first output, 0...1; 0 if it is muted, or there is none.
    var outputVolume: Double { outputs.first?.level ?? 0 }

    /// The volume of the first output, if it is another than before, and the output the same.
    func changedVolume(since old: AudioRoute) -> Double? {
        let isSame = outputs.first?.name == old.outputs.first?.name
        return isSame && outputVolume != old.outputVolume ? outputVolume : nil
    }

    /// Why a route has changed, in the order in which it is to be reported; none if it has not.
    ///
    /// - Parameter overrides: Whether the session itself has just chosen another port.
    static func changes(
        from old: RouteLook, to new: RouteLook, overrides: Bool = false
    ) -> [ChangeReason] {
        let (before, after) = (places(of: old.server), places(of: new.server))
        var reasons: [ChangeReason] = []
        if !before.isSubset(of: after) { reasons.append(.oldDeviceUnavailable) }
        if !after.isSubset(of: before) { reasons.append(.newDeviceAvailable) }
        if old.purpose != new.purpose { reasons.append(.categoryChange) }
        if reasons.isEmpty {
            if old.route.names != new.route.names {
                reasons.append(.override)
            } else if old.route.configuration != new.route.configuration {
                reasons.append(overrides ? .override : .routeConfigurationChange)
            }
        }
        if new.isUnsuitable, !old.isUnsuitable { reasons.append(.noSuitableRoute) }
        return reasons
    }

    /// Where something can be plugged in and is, or need not be: each device, and each port that is not known to be empty.
    private static func places(of server: ServerState) -> Set<[String]> {
        // The monitor of an output comes and goes with it.
        let devices = server.outputs + server.inputs.filter { !$0.isMonitor }
        return Set(
            devices.flatMap { device in
                [[device.name]]
                    + device.ports.filter { $0.isAvailable != false }.map {
                        [device.name, $0.name]
                    }
            })
    }

    private var names: [String] { (outputs + inputs).map(\.name) }

    private var configuration: [[String]] {
        (outputs + inputs).map {
            [$0.activePort ?? "", "\($0.format.sampleRate)", "\($0.format.channelCount)"]
        }
    }
}

/// The state that a session saw at a look at the server.
struct RouteLook: Sendable {
    var route: AudioRoute
    var server: ServerState
    var purpose: AudioSessionPurpose

    /// Whether something that the category needs is not there.
    fileprivate var isUnsuitable: Bool {
        purpose.category.usesOutput && route.outputs.isEmpty
            || purpose.category.usesInput && route.inputs.isEmpty
    }
}

extension AudioDevice {
    /// The volume, 0...1; 0 if it is muted.
    var level: Double { isMuted ? 0 : min(1, volume) }

    /// The port of a loudspeaker that can be used; `nil` if there is none.
    var speakerPort: AudioPort? { ports.first { $0.kind == .speaker && $0.isAvailable != false } }
}
