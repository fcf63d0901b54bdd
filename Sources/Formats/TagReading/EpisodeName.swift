package import PhonolithMediaModel
internal import PhonolithPatterns

/// An episode's data in the names of a file and its folders: `Some Show - S01E02 - A Title.mkv`, `Some
/// Show/Season 1/02 - A Title.mkv`, `[Group] Some Show - 02.mkv`, `Some Show/Some Show 2019-04-12.mkv`.
package struct EpisodeName: Hashable, Sendable {
    /// The series, as its folder or the beginning of the name has it; `nil` if neither does.
    package let show: String?
    /// From 0; specials are season 0.
    package let season: Int
    /// From 0; of several episodes in one file the first; of one that is numbered by its date the month and the day.
    package let episode: Int
    /// The date that numbers it, or that its name has beside a number.
    package let date: PartialDate?

    /// Looks for `S01E02` and `1x02`, in any case and standing for themselves; in the folder of a season, or of the show
    /// itself, for a number at the beginning, after a word such as `Episode`, or after ` - `; for the names of groups; and
    /// for a date. `nil` if there is none of these.
    ///
    /// - Parameter path: Of the file; the folders above one such as `Season 1` are those of shows.
    package init?(_ path: MediaPath) {
        let name = Self.withoutExtension(path.lastComponent.description)
        let dated = DatedName(name)
        let undated = dated?.rest ?? name
        date = dated?.date
        let folder = SeasonFolder(path.parent)
        let folderName = path.parent.lastComponent.description
        if let mark = EpisodePattern.seasonAndEpisode(in: undated) {
            (season, episode) = (mark.season, mark.episode)
            let ofName = ShowName.text(mark.before)
            // A folder that is a number alone may be that of a show: `24`.
            show =
                folder?.isNumber == true
                ? ofName ?? folder?.show
                : folder?.show ?? ofName ?? ShowName.ofFolder(folderName)
        } else if let folder,
            let number = EpisodePattern.number(in: undated, ofSeason: folder.season)
                ?? EpisodePattern.episode(in: undated)
        {
            (season, episode, show) = (folder.season, number, folder.show)
        } else if let release = EpisodePattern.groupRelease(undated) {
            (season, episode) = (release.season, release.episode)
            show = ShowName.text(release.before)
        } else if let mark = EpisodePattern.numberAfterShow(in: undated),
            let named = ShowName.text(mark.before), ShowName.isOfFolder(named, folderName)
        {
            // `Show/Show - 679.mkv`; elsewhere such a number is a part of a title.
            (season, episode, show) = (1, mark.episode, named)
        } else if let dated, let year = dated.date?.year, let number = dated.episode {
            if let folder {
                (season, episode, show) = (folder.season, number, folder.show)
            } else if let named = Self.show(of: dated, in: path.parent) {
                (season, episode, show) = (year, number, named)
            } else {
                return nil
            }
        } else {
            return nil
        }
    }

    /// The show of an episode by its date; `nil` where the name may be that of any film with a date: it has to be in the folder
    /// of its show, in one of shows, or named as releases are.
    private static func show(of dated: DatedName, in folder: MediaPath) -> String? {
        let name = folder.lastComponent.description
        guard let named = ShowName.text(dated.before) else {
            return ShowName.isOfShows(folder.parent.lastComponent.description)
                ? ShowName.ofFolder(name) : nil
        }
        let isShow =
            ShowName.isOfFolder(named, name) || ShowName.isOfShows(name)
            || ShowName.isOfShows(folder.parent.lastComponent.description) || dated.isRelease
        return isShow ? named : nil
    }

    private static func withoutExtension(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}

/// The folder of a season in the folder of its show, in the languages of `words`.
private struct SeasonFolder {
    /// `nil` if there is no folder above.
    let show: String?
    let season: Int
    /// The name is its number alone.
    var isNumber = false

    private static let words = [
        "season", "book", "buch", "livre", "libro", "книга", "series", "serie", "série", "staffel",
        "saison", "temporada", "stagione",
        "seizoen",
        "sezon(?:a|as|ul)?", "sezóna", "sæson", "säsong", "sesong", "kausi", "évad", "mùa", "сезон",
        "σεζόν", "עונה", "الموسم", "ซีซั่น", "シーズン", "시즌",
    ].joined(separator: "|")
    private static let end = #"(?=$|[ ._\-–(\[])"#

    /// `Season 1`, `S01`, `Staffel 2 - A Title`, `Season One`.
    private static let wordFirst = namePattern(
        "^(?:\(words)|s)[ ._]*(\\d{1,4}|\(NumberWord.pattern))\(end)")
    /// `2nd Season`, `1. Staffel`, `1ª temporada`.
    private static let numberFirst = namePattern(
        "^(\\d{1,2})(?:st|nd|rd|th|ª|º|a|e|ère|ème|\\.)?[ ._]*(?:\(words))\(end)")
    private static let chinese = namePattern("^第 ?(\\d{1,3}|\(NumberWord.pattern)) ?[季期部]")
    /// `Some Show Season 2`, `Some.Show.S02.1080p`.
    private static let showFirst = namePattern(
        "^(.+?)[ ._\\-–(\\[]+(?:(?:\(words))[ ._]*(\\d{1,2})|s(\\d{2}))(?=$|[ ._\\-–()\\[\\]])")
    // `1`, `02`.
    private static let number = namePattern("^(\\d{1,2})$")
    private static let specials = namePattern(
        "^(?:specials?|spéciaux|especiales|especiais|speciali|sonderfolgen|spesialer|erikoisjaksot)$"
    )

    init?(_ folder: MediaPath) {
        let name = folder.lastComponent.description
        let above = ShowName.line(folder.parent.lastComponent.description)
        if Self.specials.matches(name) != nil {
            (show, season) = (above, 0)
        } else if let match = Self.wordFirst.matches(name) ?? Self.numberFirst.matches(name)
            ?? Self.chinese.matches(name), let number = match.number(0)
        {
            (show, season) = (above, number)
        } else if let match = Self.showFirst.matches(name),
            let number = match.number(1) ?? match.number(2)
        {
            (show, season) = (match.groups[0].flatMap(ShowName.text), number)
        } else if let number = Self.number.matches(name)?.number(0), let above,
            ShowName.isOfShow(above)
        {
            (show, season, isNumber) = (above, number, true)
        } else {
            return nil
        }
    }
}

/// The parts of a name that number an episode.
private enum EpisodePattern {
    struct Mark {
        var before: String
        var season: Int
        var episode: Int
    }

    private static let boundary = #"(?<![\pL\pN])"#
    private static let words = [
        "episode", "épisode", "episodio", "episódio", "episodul", "epizoda", "epizód", "ep", "e",
        "folge",
        "capítulo", "capitulo", "cap", "aflevering", "odcinek", "odc", "avsnitt", "afsnit", "jakso",
        "bölüm",
        "díl", "rész", "tập", "серия", "серія", "эпизод", "επεισόδιο", "ตอนที่",
    ].joined(separator: "|")
    /// Words of films and books, too: those of episodes in the folder of a season alone.
    private static let partWords = "part|chapter|teil|partie|#"
    private static let wordsBehind = "bölüm|díl|rész|jakso|osa|серия|серія|화|회|話|话"

    /// `S01E02`, `S01.E02`, `S01 - E02`, `s1ep2`.
    private static let lettered = namePattern(
        "\(boundary)s(\\d{1,4})[ ._-]*ep?[ ._-]?(\\d{1,4})(?!\\d)")
    /// `T01E02`, by the Spanish word for a season.
    private static let spanish = namePattern(
        "\(boundary)t(\\d{1,2})[ ._]?e(\\d{2,3})(?![\\pL\\pN])")
    /// `1x02`; a size such as `640x480` is none.
    private static let crossed = namePattern("\(boundary)(\\d{1,2})x(\\d{2,3})(?![\\pL\\pN])")
    // `Season 1 Episode 2`.
    private static let spelled = namePattern(
        "\(boundary)(?:season|staffel|saison|temporada|stagione|seizoen|series|сезон|book)[ ._]*(\\d{1,4})[ ._,-]*"
            + "(?:\(words)|chapter)[ ._]*(\\d{1,4})(?!\\d)")
    // `[1x3]`.
    private static let bracketed = namePattern("[\\[(](\\d{1,2})x(\\d{1,3})[\\])]")
    /// `02 - A Title`, `E02`, `Episode 2`.
    private static let leading = namePattern(
        "^(?:\\[[^\\]]*\\][ _]*)?(?:(?:\(words))[ ._]*)?(\\d{1,3})(?![\\pL\\pN])")
    /// `Some Show Folge 3`, `Some Show E02`.
    private static let worded = namePattern("\(boundary)(?:\(words))[ ._]*(\\d{1,4})(?![\\pL\\pN])")
    private static let partWorded = namePattern(
        "\(boundary)(?:\(partWords))[ ._]*(\\d{1,4})(?![\\pL\\pN])")
    /// `Some Show 3. Bölüm`, `Some Show 3화`.
    private static let numbered = namePattern(
        "\(boundary)(\\d{1,4})[ ._]*(?:\(wordsBehind))(?![\\pL\\pN])")
    private static let chinese = namePattern("[第제] ?(\\d{1,4}) ?[話话集回화회]")
    /// `203` of season 2, a number by itself.
    private static let joined = namePattern("(?<![\\pL\\pN])(\\d{1,2})(\\d{2})(?![\\pL\\pN])")
    /// `Some Show - 679 [1080p]`, `Some Show - 03v2`; a year is none.
    private static let dashed = namePattern(
        "[ _][-–][ _](?!(?:19|20)\\d\\d(?!\\d))(\\d{1,4})(?:v\\d)?(?=$|[ _.(\\[])")
    /// `[Group] Some Show - 03 (1080p)`.
    private static let release = namePattern("^\\[[^\\]]+\\][ _]*(?=[^ _\\[])")
    /// `Some Show S2`, `Some Show 2nd Season`.
    private static let seasonAtEnd = namePattern(
        "^(.+?)[ _]+(?:s(\\d{1,2})|season[ _]?(\\d{1,2})|(\\d)(?:st|nd|rd|th)[ _]season)$")

    static func seasonAndEpisode(in name: String) -> Mark? {
        for expression in [lettered, crossed, bracketed, spelled, spanish] {
            if let match = expression.matches(name), let season = match.number(0),
                let episode = match.number(1)
            {
                return Mark(before: match.prefix, season: season, episode: episode)
            }
        }
        return nil
    }

    /// A number that is enough in the folder of a season.
    static func episode(in name: String) -> Int? {
        for expression in [leading, worded, numbered, chinese, dashed, partWorded] {
            if let number = expression.matches(name)?.number(0) { return number }
        }
        return nil
    }

    /// The episode of a number that has that of its season before it.
    static func number(in name: String, ofSeason season: Int) -> Int? {
        guard let match = joined.matches(name), match.number(0) == season else { return nil }
        return match.number(1)
    }

    static func numberAfterShow(in name: String) -> Mark? {
        for expression in [dashed, worded, numbered, chinese] {
            if let match = expression.matches(name), let number = match.number(0) {
                return Mark(before: match.prefix, season: 1, episode: number)
            }
        }
        return nil
    }

    /// The episode that a group names after itself, in season 1 unless the show's name ends in another.
    static func groupRelease(_ name: String) -> Mark? {
        guard release.matches(name) != nil, let match = dashed.matches(name),
            let episode = match.number(0)
        else { return nil }
        let show = ShowName.withoutGroup(match.prefix)
        guard let end = seasonAtEnd.matches(show), let named = end.groups[0],
            let season = end.number(1) ?? end.number(2) ?? end.number(3)
        else { return Mark(before: show, season: 1, episode: episode) }
        return Mark(before: named, season: season, episode: episode)
    }
}

/// The names of shows in those of files and folders.
private enum ShowName {
    private static let group = namePattern("^\\[[^\\]]+\\][ _]*")
    private static let shows = namePattern(
        "^(?:tv|tv[ ._-]?shows|tv[ ._-]?series|shows|series|serien|fernsehserien|séries|seriale|anime|telenovelas|сериалы)$"
    )
    /// Folders of files that no show is called by.
    private static let general = namePattern(
        "^(?:extras?|featurettes|bonus|subs|downloads?|videos?|movies|films|filme|media|music|music videos?|clips?"
            + "|camera|photos?|pictures|recordings?|home ?videos?|kids|temp|tmp|new|misc|various|dvds?|discs?)$"
    )

    /// Whether a folder is one of shows.
    static func isOfShows(_ name: String) -> Bool { shows.matches(name) != nil }

    /// Whether a folder may be that of one show: it has a name of its own, and not a year's.
    static func isOfShow(_ name: String) -> Bool {
        ofFolder(name) != nil && name.contains(where: \.isLetter)
    }

    /// Whether a folder is called by a show, perhaps with its year behind it: `The Bridge (2011)`.
    static func isOfFolder(_ show: String, _ folder: String) -> Bool {
        let folder = line(folder)?.folded ?? ""
        let show = show.folded
        if folder == show { return true }
        return folder.hasPrefix(show)
            && yearAtEnd.matches(String(folder.dropFirst(show.count))) != nil
    }

    private static let yearAtEnd = namePattern("^ [(\\[]?(?:19|20)\\d\\d[)\\]]?$")

    /// The text before a mark; points and underscores are spaces where there are none.
    static func text(_ text: String) -> String? {
        let text = withoutGroup(text)
        let hasBlanks = text.contains(" ")
        let words = String(
            text.map { $0 == "_" || ($0 == "." && !hasBlanks) ? " " : $0 })
        var trimmed = words[...]
        while let last = trimmed.last, " -–—[(".contains(last) { trimmed.removeLast() }
        return line(String(trimmed))
    }

    static func withoutGroup(_ text: String) -> String {
        guard group.matches(text) != nil, let end = text.firstIndex(of: "]") else { return text }
        return String(text[text.index(after: end)...].drop { " _".contains($0) })
    }

    /// The show of a file whose own name has none.
    static func ofFolder(_ name: String) -> String? {
        general.matches(name) == nil && !isOfShows(name) ? line(name) : nil
    }

    /// In one line, as tags are; `nil` if nothing is left.
    static func line(_ text: String) -> String? { CleanText.text(text).map(CleanText.line) }
}

/// An expression for names of files and folders.
func namePattern(_ source: String) -> RegularExpression {
    do { return try RegularExpression(source) } catch {
        preconditionFailure("\(source): \(error.reason)")
    }
}

extension RegularExpression {
    /// A name that takes too long has none.
    func matches(_ name: String) -> Match? {
        do { return try firstMatch(in: name) } catch { return nil }
    }
}

extension RegularExpression.Match {
    fileprivate func number(_ group: Int) -> Int? {
        groups[group].flatMap { Int($0) ?? NumberWord.number($0) }
    }
}

/// Small numbers as they are spelled in names of seasons.
private enum NumberWord {
    private static let english = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ]
    private static let chinese = [
        "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
    ]

    static let pattern = (chinese.reversed() + english).joined(separator: "|")

    static func number(_ word: String) -> Int? {
        (english.firstIndex(of: word.lowercased()) ?? chinese.firstIndex(of: word)).map { $0 + 1 }
    }
}
