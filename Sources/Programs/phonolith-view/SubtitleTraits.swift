import PhonolithFilms
import PhonolithMediaModel

/// The properties by which subtitles are chosen, known before they are read.
struct SubtitleTraits: Hashable {
    /// `nil` if neither the name of the file nor the film states it.
    var language: LanguageTag?
    /// Whether they are for what is spoken in another language alone.
    var isForced = false
    /// Whether they are meant to be shown where the user has chosen none.
    var isDefault = false
    /// Whether they are a file beside the film.
    var isBeside = false
    /// Whether they are a file with the name of the film and nothing more.
    var isNamedAsFilm = false
}

/// The languages by which subtitles are chosen.
struct SubtitleLanguages: Hashable {
    /// The languages that the user prefers, the best first.
    var wanted: [LanguageTag] = []
    /// That of the user's environment.
    var environment: LanguageTag?
    /// That of the sound that is heard.
    var sound: LanguageTag?

    /// The subtitles to show, without a choice of the user's: those in the first of the wanted languages that there are.
    /// Where there are none, a file with the name of the film, in the environment's language, or else the first; in a film
    /// without files, what it marks as forced for the language of its sound, or for any, or as the default.
    ///
    /// - Returns: An index; `nil` for none.
    func choice(among offers: [SubtitleTraits]) -> Int? {
        for wish in wanted {
            if let index = best(of: offers, in: wish) { return index }
        }
        func first(_ isFit: (SubtitleTraits) -> Bool) -> Int? { offers.firstIndex(where: isFit) }
        return first(\.isNamedAsFilm)
            ?? environment.flatMap { best(of: offers.map { $0.isBeside ? $0 : .init() }, in: $0) }
            ?? first { $0.isBeside && !$0.isForced } ?? first(\.isBeside)
            ?? sound.flatMap { language in
                first { $0.isForced && $0.language?.code == language.code }
            } ?? first(\.isForced) ?? first(\.isDefault)
    }

    /// The nearest variety, then whole subtitles, then a file beside the film, then the default, then the first.
    private func best(of offers: [SubtitleTraits], in wish: LanguageTag) -> Int? {
        offers.indices.compactMap { index in
            offers[index].language?.agreement(with: wish).map { (index, $0) }
        }.max { one, other in
            rank(offers[one.0], one.1, one.0)
                .lexicographicallyPrecedes(rank(offers[other.0], other.1, other.0))
        }?.0
    }

    private func rank(_ offer: SubtitleTraits, _ agreement: Int, _ index: Int) -> [Int] {
        [agreement, offer.isForced ? 0 : 1, offer.isBeside ? 1 : 0, offer.isDefault ? 1 : 0]
            + [-index]
    }
}

extension SubtitleTraits {
    init(_ file: SubtitleFile) {
        self.init(
            language: file.language, isForced: file.isForced, isDefault: file.isDefault,
            isBeside: true, isNamedAsFilm: file.label == nil)
    }

    init(_ track: FilmTracks.Track) {
        self.init(
            language: track.languageTag, isForced: track.isForced, isDefault: track.isDefault)
    }
}
