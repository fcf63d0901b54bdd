import Testing

@testable import PhonolithSound

@Suite("What a session is for")
struct PurposeTests {
    typealias Category = AudioSession.Category

    /// The categories that an option is for, by `AVAudioSessionTypes.h`.
    private static let options: [(AudioSession.Options, Set<Category>)] = [
        (.mixWithOthers, [.playback, .playAndRecord, .multiRoute]),
        (.duckOthers, [.ambient, .playback, .playAndRecord, .multiRoute]),
        (.interruptSpokenAudioAndMixWithOthers, [.playback, .playAndRecord, .multiRoute]),
        (.allowBluetooth, [.record, .playAndRecord]), (.defaultToSpeaker, [.playAndRecord]),
        (.allowBluetoothA2DP, [.ambient, .soloAmbient, .playback, .playAndRecord]),
        (.allowAirPlay, [.ambient, .soloAmbient, .playback, .playAndRecord]),
    ]

    private static let modes: [(AudioSession.Mode, Set<Category>)] = [
        (.default, Set(Category.allCases)), (.spokenAudio, Set(Category.allCases)),
        (.voiceChat, [.playAndRecord]), (.videoChat, [.playAndRecord]),
        (.gameChat, [.playAndRecord]), (.videoRecording, [.record, .playAndRecord]),
        (.measurement, [.playback, .record, .playAndRecord]), (.moviePlayback, [.playback]),
    ]

    private func accepting(_ purpose: (Category) -> AudioSessionPurpose) -> Set<Category> {
        Set(Category.allCases.filter { (try? purpose($0).validate()) != nil })
    }

    @Test("an option is for its categories only", arguments: options)
    func option(_ option: AudioSession.Options, categories: Set<Category>) {
        #expect(accepting { AudioSessionPurpose(category: $0, options: option) } == categories)
    }

    @Test("a mode is for its categories only", arguments: modes)
    func mode(_ mode: AudioSession.Mode, categories: Set<Category>) {
        #expect(accepting { AudioSessionPurpose(category: $0, mode: mode) } == categories)
    }

    @Test("what is refused is refused with the reason")
    func reason() {
        let error = AudioSessionError(
            .notForCategory, "mixWithOthers",
            "the option mixWithOthers is not for the category record; it is for playback, playAndRecord, multiRoute"
        )
        #expect(throws: error) {
            try AudioSessionPurpose(category: .record, options: .mixWithOthers).validate()
        }
    }

    @Test(
        "a category pauses others unless it mixes, or an option says so",
        arguments: [
            (.ambient, [], .leave), (.soloAmbient, [], .pause), (.playback, [], .pause),
            (.record, [], .pause), (.playAndRecord, [], .pause), (.multiRoute, [], .pause),
            (.playback, .mixWithOthers, .leave), (.playback, .duckOthers, .leave),
            (.playback, .interruptSpokenAudioAndMixWithOthers, .pauseSpeech),
            (.playback, [.interruptSpokenAudioAndMixWithOthers, .duckOthers], .pauseSpeech),
        ] as [(Category, AudioSession.Options, AudioSessionPurpose.Others)])
    func others(
        category: Category, options: AudioSession.Options, others: AudioSessionPurpose.Others
    ) {
        #expect(AudioSessionPurpose(category: category, options: options).others == others)
    }

    @Test(
        "sound has the role of its category and mode",
        arguments: [
            (.ambient, .default, "game", "production"),
            (.playback, .default, "music", "production"),
            (.playback, .moviePlayback, "video", "production"),
            (.playback, .spokenAudio, "music", "production"),
            (.record, .default, "production", "production"),
            (.playAndRecord, .voiceChat, "phone", "phone"),
            (.playAndRecord, .videoChat, "phone", "phone"),
            (.playAndRecord, .videoRecording, "production", "production"),
            (.multiRoute, .default, "music", "production"),
        ] as [(Category, AudioSession.Mode, String, String)])
    func roles(category: Category, mode: AudioSession.Mode, output: String, input: String) {
        let purpose = AudioSessionPurpose(category: category, mode: mode)
        #expect(AudioSessionRoles.output(of: purpose) == output)
        #expect(AudioSessionRoles.input(of: purpose) == input)
    }

    @Test(
        "others are ducked by a role for which they are not paused",
        arguments: [
            // The loaded modules, with their arguments, and the role.
            ([], nil), ([("module-role-cork", "")], nil),
            ([("module-role-ducking", "")], "phone"),
            ([("module-role-ducking", ""), ("module-role-cork", "")], nil),
            (
                [
                    ("module-role-ducking", "trigger_roles=phone,event volume=-20dB"),
                    ("module-role-cork", ""),
                ], "event"
            ),
            ([("module-role-ducking", "trigger_roles=\"event/a11y\"")], "a11y"),
            ([("module-role-ducking", "ducking_roles=music trigger_roles=announce")], "announce"),
            (
                [
                    ("module-role-ducking", "trigger_roles=event"),
                    ("module-role-cork", "trigger_roles=event,phone"),
                ], nil
            ),
        ] as [([(String, String)], String?)])
    func ducking(modules: [(String, String)], role: String?) {
        let known = modules.map { ServerState.Module(name: $0.0, argument: $0.1) }
        #expect(AudioSessionRoles.ducking(by: known) == role)
    }
}
