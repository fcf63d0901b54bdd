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
