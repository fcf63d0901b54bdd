import Foundation
import PhonolithMediaModel
import Testing

@Suite("Tags of languages") struct LanguageTagTests {
    /// Text, and the code of ISO 639-2/T with the variety that it stands for.
    private static let rows: [(String, String?)] = [
        ("en", "eng"), ("eng", "eng"), ("EN", "eng"), ("de", "deu"), ("ger", "deu"),
        ("deu", "deu"), ("fre", "fra"), ("fra", "fra"), ("fr", "fra"), ("chi", "zho"),
        ("zh-Hans", "zho-hans"), ("pt-BR", "por-br"), ("pt_BR", "por-br"), ("dut", "nld"),
        ("gsw", "gsw"), ("yue", "yue"), ("sr-Latn-RS", "srp-latn-rs"), ("es-419", "spa-419"),
        ("und", nil), ("mul", nil), ("zxx", nil), ("qaa", nil), ("xx", nil), ("", nil), ("e", nil),
        ("english", nil), ("en-", nil), ("en-x", nil), ("1", nil), ("d2", nil),
    ]

    @Test("are read by code, of two letters and of three", arguments: rows)
    func codes(text: String, code: String?) {
        #expect(LanguageTag(text).map { ([$0.code] + $0.variety).joined(separator: "-") } == code)
    }

    @Test(
        "are read by name, in English and in the language itself",
        arguments: [
            ("German", "deu"), ("deutsch", "deu"), ("ENGLISH", "eng"), ("Français", "fra"),
            ("français", "fra"), ("日本語", "jpn"), ("русский", "rus"), ("pt-BR", "por"),
            ("commentary", nil), ("2", nil), ("Castellano", "spa"), ("Chinese", "zho"),
            ("Magyar", "hun"),
            ("Brezhoneg", "bre"), ("Suomi", "fin"), ("Farsi", "fas"), ("Norsk", "nor"),
            ("Bokmål", "nob"), ("Bokma\u{30A}l", "nob"), ("Ελληνικά", "ell"), ("Türkçe", "tur"),
            ("한국어", "kor"), ("Tiếng Việt", "vie"), ("हिन्दी", "hin"), ("العربية", "ara"),
            ("Cantonese", "yue"), ("Norwegian Nynorsk", "nno"), ("Sichuan Yi", "iii"),
            ("Fula", "ful"),
            ("Esperanto", "epo"), ("Director", nil), ("Original", nil), ("Forced", nil),
        ] as [(String, String?)])
    func names(text: String, code: String?) { #expect(LanguageTag(named: text)?.code == code) }

    @Test("all of two letters have a name, as Unicode's CLDR has them in English")
    func englishNames() {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let codes = letters.flatMap { first in letters.map { "\(first)\($0)" } }
        // What CLDR calls otherwise than ISO 639 and people do.
        let exceptions = ["bh", "mo", "sh", "no"]
        let english = Locale(identifier: "en")
        let differing = codes.filter { !exceptions.contains($0) }.filter { code in
            guard let tag = LanguageTag(code),
                let name = english.localizedString(forLanguageCode: code)
            else { return false }
            return LanguageTag(named: name) != tag
        }
        #expect(differing == [])
    }

    @Test(
        "that of the environment is the first that is set",
        arguments: [
            (["LANG": "de_AT.UTF-8"], "deu-at"), (["LANG": "C.UTF-8"], nil),
            (["LANG": "POSIX"], nil),
            ([:], nil), (["LANG": "fr_FR", "LC_ALL": "ja_JP.UTF-8"], "jpn-jp"),
            (["LANG": "fr_FR", "LC_ALL": "", "LC_MESSAGES": "ca_ES@valencia"], "cat-es"),
            (["LANG": "fr_FR", "LC_ALL": "C"], nil),
        ] as [([String: String], String?)])
    func environment(variables: [String: String], tag: String?) {
        let found = LanguageTag.ofEnvironment(variables)
        #expect(found.map { ([$0.code] + $0.variety).joined(separator: "-") } == tag)
    }

    @Test(
        "of one language, the nearest variety agrees most",
        arguments: [
            ("pt-BR", ["pt-PT", "pt", "pt-BR", "es"], "pt-BR"), ("pt", ["pt-PT", "pt"], "pt"),
            ("pt-BR", ["pt-PT", "pt"], "pt"), ("zh-Hant", ["zh-Hans", "zh-Hant-TW"], "zh-Hant-TW"),
            ("nl", ["de", "en"], nil),
        ] as [(String, [String], String?)])
    func agreement(wish: String, tags: [String], best: String?) throws {
        let wish = try #require(LanguageTag(wish))
        let found = tags.compactMap { text in
            LanguageTag(text)?.agreement(with: wish).map { (text, $0) }
        }.max { $0.1 < $1.1 }
        #expect(found?.0 == best)
    }
}
