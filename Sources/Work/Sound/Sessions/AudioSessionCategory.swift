extension AudioSession {
    /// The role of sound in a program; the counterpart of `AVAudioSession.Category`.
    public enum Category: String, Hashable, Sendable, CaseIterable {
        /// Sound in the background, which mixes with that of others.
        case ambient
        /// Sound in the background, alone.
        case soloAmbient
        /// Music, films and the like, alone unless an option says otherwise.
        case playback
        /// Recording, while others are silent.
        case record
        /// Both at once, as in a call.
        case playAndRecord
        /// Several outputs at once.
        case multiRoute

        /// Whether sound is played.
        public var usesOutput: Bool { self != .record }

        /// Whether sound is recorded.
        public var usesInput: Bool {
            switch self {
            case .record, .playAndRecord, .multiRoute: true
            case .ambient, .soloAmbient, .playback: false
            }
        }
    }

    /// Details of a category; the counterpart of `AVAudioSession.CategoryOptions`.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Makes options of bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Other players play on.
        public static let mixWithOthers = Options(rawValue: 1 << 0)
        /// Other players play on, and the sound server lowers them.
        ///
        /// It needs PulseAudio's `module-role-ducking`, see ``AudioSession/setActive(_:notifyingOthers:)``.
        public static let duckOthers = Options(rawValue: 1 << 1)
        /// Only players of speech pause: podcasts and audiobooks.
        public static let interruptSpokenAudioAndMixWithOthers = Options(rawValue: 1 << 2)
        /// Accepted, without effect: headsets of Bluetooth are inputs and outputs as any other.
        public static let allowBluetooth = Options(rawValue: 1 << 3)
        /// Accepted, without effect: headphones of Bluetooth are outputs as any other.
        public static let allowBluetoothA2DP = Options(rawValue: 1 << 4)
        /// Accepted, without effect: there is no AirPlay. Loudspeakers in the network are outputs of the sound server.
        public static let allowAirPlay = Options(rawValue: 1 << 5)
        /// Accepted, without effect: there is no receiver that sound would go to instead.
        public static let defaultToSpeaker = Options(rawValue: 1 << 6)

        /// The options with their names, in order.
        static let named: [(option: Options, name: String)] = [
            (.mixWithOthers, "mixWithOthers"), (.duckOthers, "duckOthers"),
            (.interruptSpokenAudioAndMixWithOthers, "interruptSpokenAudioAndMixWithOthers"),
            (.allowBluetooth, "allowBluetooth"), (.allowBluetoothA2DP, "allowBluetoothA2DP"),
            (.allowAirPlay, "allowAirPlay"), (.defaultToSpeaker, "defaultToSpeaker"),
        ]
    }

    /// A program's use of the sound of its category; the counterpart of `AVAudioSession.Mode`.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Anything.
        case `default`
        /// A call.
        case voiceChat
        /// Talk during a game.
        case gameChat
        /// The sound of a film that is being recorded.
        case videoRecording
        /// Measurements; the project's effects are the player's own, and off unless they are asked for.
        case measurement
        /// The sound of films.
        case moviePlayback
        /// A call with pictures.
        case videoChat
        /// Speech. The roles of a sound server do not know it, so that the server treats it as music.
        case spokenAudio
    }
}

/// The purpose of a session: a category, with its options and mode.
struct AudioSessionPurpose: Hashable, Sendable {
    var category = AudioSession.Category.soloAmbient
    var options: AudioSession.Options = []
    var mode = AudioSession.Mode.default

    /// The treatment of other players while a session is active.
    enum Others: Hashable, Sendable {
        case pause
        case pauseSpeech
        case leave
    }

    var others: Others {
        if category == .ambient { return .leave }
        if options.contains(.interruptSpokenAudioAndMixWithOthers) { return .pauseSpeech }
        return options.isDisjoint(with: [.mixWithOthers, .duckOthers]) ? .pause : .leave
    }

    var ducksOthers: Bool { options.contains(.duckOthers) }

    /// Checks that the options and the mode are for the category.
    ///
    /// The rules are those of `AVAudioSessionTypes.h`.
    ///
    /// - Throws: ``AudioSessionError`` with the reason.
    func validate() throws(AudioSessionError) {
        for (option, name) in AudioSession.Options.named where options.contains(option) {
            let known = Self.categories(of: option)
            if !known.contains(category) { throw Self.error("the option", name, known, category) }
        }
        let known = Self.categories(of: mode)
        if !known.contains(category) {
            throw Self.error("the mode", mode.rawValue, known, category)
        }
    }

    private static func error(
        _ kind: String, _ name: String, _ known: [AudioSession.Category],
        _ category: AudioSession.Category
    ) -> AudioSessionError {
        let names = known.map(\.rawValue).joined(separator: ", ")
        return AudioSessionError(
            .notForCategory, name,
            "\(kind) \(name) is not for the category \(category.rawValue); it is for \(names)")
    }

    private static func categories(of option: AudioSession.Options) -> [AudioSession.Category] {
        switch option {
        case .duckOthers: [.ambient, .playback, .playAndRecord, .multiRoute]
        case .mixWithOthers, .interruptSpokenAudioAndMixWithOthers:
            [.playback, .playAndRecord, .multiRoute]
        case .allowBluetooth: [.record, .playAndRecord]
        case .defaultToSpeaker: [.playAndRecord]
        default: [.ambient, .soloAmbient, .playback, .playAndRecord]
        }
    }

    private static func categories(of mode: AudioSession.Mode) -> [AudioSession.Category] {
        switch mode {
        case .default, .spokenAudio: AudioSession.Category.allCases
        case .voiceChat, .gameChat, .videoChat: [.playAndRecord]
        case .videoRecording: [.record, .playAndRecord]
        case .measurement: [.playback, .record, .playAndRecord]
        case .moviePlayback: [.playback]
        }
    }
}

/// The roles (`media.role`) by which a sound server knows what streams are for.
enum AudioSessionRoles {
    /// The role of what is played.
    static func output(of purpose: AudioSessionPurpose) -> String {
        switch purpose.mode {
        case .voiceChat, .gameChat, .videoChat: "phone"
        case .moviePlayback: "video"
        case .videoRecording, .measurement: "production"
        case .default, .spokenAudio:
            switch purpose.category {
            case .ambient, .soloAmbient: "game"
            case .playback, .multiRoute: "music"
            case .record, .playAndRecord: "production"
            }
        }
    }

    /// The role of what is recorded.
    static func input(of purpose: AudioSessionPurpose) -> String {
        switch purpose.mode {
        case .voiceChat, .gameChat, .videoChat: "phone"
        default: "production"
        }
    }

    /// The role for which a server lowers other streams, and does not pause them; `nil` if it has none.
    ///
    /// - Parameter modules: The server's loaded modules. `module-role-ducking` lowers streams, `module-role-cork` pauses them.
    static func ducking(by modules: [ServerState.Module]) -> String? {
        let pausing = triggers("module-role-cork", among: modules)
        let roles = triggers("module-role-ducking", among: modules).filter {
            !pausing.contains($0)
        }
        return preferred.first(where: roles.contains) ?? roles.first
    }

    /// Spoken messages first: they are what others are lowered for.
    private static let preferred = ["a11y", "event"]

    /// The roles that have a module of this name change other streams.
    private static func triggers(_ name: String, among modules: [ServerState.Module]) -> [String] {
        modules.filter { $0.name == name }.flatMap { module in
            // Both modules have calls by default; groups of roles are separated by slashes.
            (module.value("trigger_roles") ?? "phone").split { $0 == "," || $0 == "/" }
                .map(String.init)
        }
    }
}
