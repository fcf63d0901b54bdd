public import FoundationEssentials

/// A language as files and users name it: a code of ISO 639-1 or 639-2, perhaps with a script or a region behind it (BCP 47), such as
/// `en`, `ger`, `pt-BR`.
public struct LanguageTag: Hashable, Sendable {
    /// The code of ISO 639-2 in its terminological form where there is one, in small letters: `deu` for `de`, `deu` and `ger`.
    public let code: String
    /// The parts behind the code, in small letters.
    public let variety: [String]

    /// Reads a tag, also with the underscores of POSIX.
    ///
    /// - Returns: `nil` for what is no code of a language, such as `und`, which states that the language is unknown.
    public init?(_ text: String) {
        let parts = text.lowercased().split(omittingEmptySubsequences: false) {
            $0 == "-" || $0 == "_"
        }.map(String.init)
        guard let first = parts.first, let code = Self.code(of: first),
            parts.dropFirst().allSatisfy(Self.isPart)
        else { return nil }
        self.code = code
        variety = Array(parts.dropFirst())
    }

    /// Reads a tag, or the name of a language in English or in the language itself: `German`, `Deutsch`.
    public init?(named text: String) {
        if let tag = LanguageTag(text) {
            self = tag
        } else if let code = LanguageNames.codes[text.normalizedNFC.lowercased()] {
            (self.code, variety) = (code, [])
        } else {
            return nil
        }
    }

    /// The language of messages by the environment (POSIX, 8.2); `nil` where it names none, as for `C`.
    public static func ofEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> LanguageTag? {
        ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
            .flatMap { LanguageTag(String($0.prefix { $0 != "." && $0 != "@" })) }
    }

    /// Whether the language has a code of two letters, too.
    package var isWidelyUsed: Bool { Self.byTwoLetters.values.contains(code) }

    /// How well it satisfies a wish: the more parts of the variety agree, and the fewer are beside them, the better.
    ///
    /// - Returns: `nil` for another language.
    public func agreement(with wish: LanguageTag) -> Int? {
        guard code == wish.code else { return nil }
        let common = variety.count { wish.variety.contains($0) }
        return 2 * common - (variety.count - common)
    }

    private static func isPart(_ text: String) -> Bool {
        (2...8).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func code(of text: String) -> String? {
        guard text.utf8.allSatisfy(isLetter) else { return nil }
        switch text.utf8.count {
        case 2: return byTwoLetters[text]
        case 3: return isUnknown(text) ? nil : byBibliography[text] ?? text
        default: return nil
        }
    }

    /// Codes that name no language, and those for local use (ISO 639-2, 4.1.3 and 4.1.4).
    private static func isUnknown(_ code: String) -> Bool {
        ["und", "mis", "mul", "zxx"].contains(code) || ("qaa"..."qtz").contains(code)
    }
}

// MARK: - The standard's tables

extension LanguageTag {
    /// ISO 639-1 with ISO 639-2/T: two letters and three.
    private static let byTwoLetters = table(
        """
        aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bhbih bibis bmbam bnben \
        bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell eneng \
        eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv hahau heheb \
        hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita iuiku jajpn jvjav \
        kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir lalat lbltz lglug lilim \
        lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt mymya nanau nbnob ndnde nenep \
        ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan pipli plpol pspus ptpor quque rmroh \
        rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv smsmo snsna sosom sqsqi srsrp ssssw stsot \
        susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn toton trtur tstso tttat twtwi tytah uguig ukukr \
        ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha zhzho zuzul
        """, width: 2)

    /// ISO 639-2/B with ISO 639-2/T, where they differ.
    private static let byBibliography = table(
        """
        albsqi armhye baqeus burmya chizho czeces dutnld frefra geokat gerdeu greell iceisl macmkd maomri maymsa perfas \
        rumron sloslk tibbod welcym
        """, width: 3)

    private static func table(_ text: String, width: Int) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: text.split(separator: " ").map {
                (String($0.prefix(width)), String($0.dropFirst(width)))
            })
    }
}
