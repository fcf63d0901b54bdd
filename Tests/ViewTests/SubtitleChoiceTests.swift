import Foundation
import PhonolithFilms
import PhonolithMediaModel
import PhonolithTestSupport
import Testing

@testable import phonolith_view

@Suite("Which subtitles are shown first") struct SubtitleChoiceTests {
    /// `film` for a file with the film's name, `film.de` and `film.de.forced` for others beside it, `de`, `de forced` and
    /// `de default` for streams of the film.
    struct Row: CustomTestStringConvertible {
        let offers: [String]
        var wanted: [String] = []
        var environment: String?
        var sound: String?
        let chosen: String?

        var testDescription: String {
            "\(offers) for \(wanted), \(environment ?? "C"), sound \(sound ?? "unknown")"
        }
    }

    static let rows = [
        // Without a wish.
        Row(offers: [], chosen: nil),
        Row(offers: ["en", "de"], environment: "de", chosen: nil),
        Row(offers: ["en", "de default"], chosen: "de default"),
        Row(offers: ["en default", "de forced"], chosen: "de forced"),
        Row(offers: ["en forced", "de forced"], sound: "de", chosen: "de forced"),
        Row(offers: ["en forced", "de forced"], sound: "fr", chosen: "en forced"),
        Row(offers: ["film.de", "film"], environment: "de", chosen: "film"),
        Row(offers: ["film.de", "film.en"], chosen: "film.de"),
        Row(offers: ["film.de", "film.en"], environment: "en_GB", chosen: "film.en"),
        Row(offers: ["film.de", "film.en"], environment: "fr", chosen: "film.de"),
        Row(offers: ["film.de.forced", "film.en"], chosen: "film.en"),
        Row(offers: ["film.de.forced", "film.de"], environment: "de", chosen: "film.de"),
        Row(offers: ["film.de.forced", "de default"], chosen: "film.de.forced"),
        Row(offers: ["film.fr", "de default"], environment: "de", chosen: "film.fr"),
        // With wishes.
        Row(offers: ["en", "de"], wanted: ["de"], chosen: "de"),
        Row(offers: ["eng", "ger"], wanted: ["de"], chosen: "ger"),
        Row(offers: ["en", "de"], wanted: ["fr", "de", "en"], chosen: "de"),
        Row(offers: ["en default", "de"], wanted: ["de"], chosen: "de"),
        Row(offers: ["de forced", "de"], wanted: ["de"], chosen: "de"),
        Row(offers: ["de", "de default"], wanted: ["de"], chosen: "de default"),
        Row(offers: ["en", "de forced"], wanted: ["de"], chosen: "de forced"),
        Row(offers: ["film", "en", "de"], wanted: ["de"], chosen: "de"),
        Row(offers: ["film", "film.de", "de"], wanted: ["de"], chosen: "film.de"),
        Row(offers: ["film.de.forced", "de"], wanted: ["de"], chosen: "de"),
        Row(offers: ["film.German", "de"], wanted: ["ger"], chosen: "film.German"),
        Row(offers: ["pt", "pt-BR"], wanted: ["pt-BR"], chosen: "pt-BR"),
        Row(offers: ["film", "en"], wanted: ["fr"], chosen: "film"),
        Row(offers: ["en", "de default"], wanted: ["fr"], chosen: "de default"),
        Row(offers: ["en", "de"], wanted: ["fr"], chosen: nil),
    ]

    @Test("is decided by wishes, names, languages and marks", arguments: rows)
    func choice(row: Row) {
        let languages = SubtitleLanguages(
            wanted: row.wanted.compactMap { LanguageTag($0) },
            environment: row.environment.flatMap { LanguageTag($0) },
            sound: row.sound.flatMap { LanguageTag($0) })
        let index = languages.choice(among: row.offers.map(Self.traits))
        #expect(index.map { row.offers[$0] } == row.chosen)
    }

    private static func traits(of offer: String) -> SubtitleTraits {
        let words = offer.split { $0 == " " || $0 == "." }.map(String.init)
        if words.first == "film" {
            let label = words.dropFirst().joined(separator: ".")
            return SubtitleTraits(file(label: label.isEmpty ? nil : label))
        }
        return SubtitleTraits(
            language: LanguageTag(words[0]), isForced: words.contains("forced"),
            isDefault: words.contains("default"))
    }

    private static func file(label: String?) -> SubtitleFile {
        let name = ["film", label, "srt"].compactMap(\.self).joined(separator: ".")
        return SubtitleFile(
            path: MediaPath("/films/" + name), label: label, film: MediaPath("/films/film.mkv"))
    }

    @Test(
        "the label of a file names its language and its kind",
        arguments: [
            ("en", "eng", false), ("pt-BR", "por", false), ("zh_CN", "zho", false),
            ("English", "eng", false), ("en.forced", "eng", true), ("forced.ger", "deu", true),
            ("sdh.en", "eng", false), ("foreign", nil, true), ("cc", nil, false),
            ("web.de", "deu", false), ("dvd.en", "eng", false), ("en.web", "eng", false),
            ("haw", "haw", false), ("2.fr", "fra", false), ("Director's Cut.de", "deu", false),
            ("und", nil, false),
        ] as [(String, String?, Bool)])
    func labels(label: String, language: String?, isForced: Bool) {
        let file = Self.file(label: label)
        #expect(file.language?.code == language)
        #expect(file.isForced == isForced)
    }
}
