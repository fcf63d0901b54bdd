import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithPlayback

/// The treatment of other players while a command plays or records.
struct SessionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Pause other players meanwhile, as the category says: \(Self.names). (default: they are left alone)",
            valueName: "name"))
    var category: String?
    @Flag(help: "Let other players play on, also with --category.") var mix = false
    @Flag(help: "Have the sound server lower other sound meanwhile.") var duck = false

    private static let names = AudioSession.Category.allCases.map(\.rawValue)
        .joined(separator: ", ")

    var isEmpty: Bool { category == nil && !mix && !duck }

    /// The session that the options ask for; `nil` if they ask for none.
    ///
    /// - Parameters:
    ///   - usual: The category of `--mix` and `--duck` alone.
    ///   - suits: Whether the command can do something in a category.
    ///   - bus: Where other players are.
    /// - Throws: `ValidationError` for a name that is none, and what is not for the category.
    func session(
        usual: AudioSession.Category, on bus: AudioSession.Bus = .session,
        where suits: (AudioSession.Category) -> Bool = { _ in true }
    ) throws -> CommandSession? {
        guard !isEmpty else { return nil }
        let known = AudioSession.Category.allCases.filter(suits)
        let name = category?.lowercased() ?? usual.rawValue.lowercased()
        guard let category = known.first(where: { $0.rawValue.lowercased() == name }) else {
            throw ValidationError(
                "--category takes \(known.map(\.rawValue).joined(separator: ", ")), not '\(name)'")
        }
        var options: AudioSession.Options = []
        // Background sound mixes with others by itself.
        if mix, category != .ambient { options.insert(.mixWithOthers) }
        if duck { options.insert(.duckOthers) }
        do {
            try AudioSession.validate(category, options: options)
        } catch {
            // It names the option as programs write it.
            let reason = "\(error)".replacing("the option mixWithOthers", with: "--mix")
                .replacing("the option duckOthers", with: "--duck")
            throw ValidationError(reason)
        }
        return CommandSession(AudioSession(on: SoundServer(), bus: bus), category, options)
    }
}

/// The audio session of a command, from its first sound to its last.
struct CommandSession: Sendable {
    private let session: AudioSession
    private let category: AudioSession.Category
    private let options: AudioSession.Options

    init(
        _ session: AudioSession, _ category: AudioSession.Category,
        _ options: AudioSession.Options = []
    ) {
        (self.session, self.category, self.options) = (session, category, options)
    }

    /// Pauses or lowers others, and reports what cannot be done.
    func begin() async throws {
        try await session.setCategory(category, options: options)
        for remark in try await session.setActive(true) {
            Terminal.tell("phonolith: \(remark.description.oneLine)")
        }
    }

    func end() async {
        // The end of a session has nothing that could fail.
        _ = try? await session.setActive(false)
    }
}

/// The languages in which films are heard and read.
struct LanguageOptions: ParsableArguments {
    @Option(
        name: .customLong("audio-language"),
        help: ArgumentHelp(
            "Languages of the sound of films, the preferred first: codes of ISO 639 or names, separated by commas.",
            valueName: "code,…"),
        transform: Self.languages)
    var audio: [LanguageTag] = []
    @Option(
        name: .customLong("subtitle-language"),
        help: ArgumentHelp(
            "Languages of subtitles, the preferred first, in the film and in files next to it.",
            valueName: "code,…"),
        transform: Self.languages)
    var subtitles: [LanguageTag] = []

    // `de,en`, also with spaces.
    private static func languages(in text: String) throws -> [LanguageTag] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let name = part.trimmed(of: \.isBlank)
            guard let language = LanguageTag(named: name) else {
                throw ValidationError(
                    "'\(name)' is no language; name it by its code, such as de, ger or pt-BR")
            }
            return language
        }
    }
}
