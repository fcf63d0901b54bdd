import ArgumentParser
import PhonolithMediaModel

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
