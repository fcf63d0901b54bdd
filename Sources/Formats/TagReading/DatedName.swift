import PhonolithMediaModel
internal import PhonolithPatterns

/// The date in the name of an episode that is numbered by it: `Some Show 2019-04-12`, `Some.Show.2019.04.12.A.Title`.
struct DatedName {
    /// The text before the date.
    let before: String
    /// The name without the date.
    let rest: String
    /// `nil` if it is unknown which number is the month, as in `05.06.2019`.
    let date: PartialDate?

    /// With the year first, or last.
    private static let patterns = [
        #"((?:19[5-9]\d|20\d\d)([-._ ])\d{2}\3\d{2})"#,
        #"(\d{1,2}([-._])\d{1,2}\3(?:19[5-9]\d|20\d\d))"#,
    ].map { namePattern(#"^(.*?)(?<![\pL\pN])"# + $0 + #"(?![\pL\pN])(.*)$"#) }

    /// How releases name the form of a film; such a name is that of one, wherever it is.
    private static let form = namePattern(
        #"[.](?:480p|576p|720p|1080[pi]|2160p|web|web-dl|webrip|hdtv|pdtv|dsr|x26[45]|h26[45]|hevc)(?:[.-]|$)"#
    )

    /// Looks for the first date.
    init?(_ name: String) {
        let found = Self.patterns.lazy.compactMap { $0.matches(name) }.first
        guard let groups = found?.groups, let before = groups[0], let text = groups[1],
            let after = groups[3]
        else { return nil }
        // With dots the day comes first in some countries, and in the names of releases dots are spaces.
        let written = String(text.map { "._ ".contains($0) ? "/" : $0 })
        let date = ParsedValue.date(written)
        if date?.month == nil, groups[1]?.utf8.prefix(4).allSatisfy(\.isDigit) == true {
            return nil
        }
        (self.before, rest) = (before, before + after)
        self.date = date?.day == nil ? nil : date
    }

    /// Whether the name says in what form it was released.
    var isRelease: Bool { Self.form.matches(rest) != nil }

    /// The number of the day in its year, as month and day: 412 is the 12th of April.
    var episode: Int? {
        guard let month = date?.month, let day = date?.day else { return nil }
        return month * 100 + day
    }
}
