/// A stretch of an answer under one heading, for an index at its side; the counterpart of
/// `MPMediaQuerySection`.
public struct MediaQuerySection: Hashable, Sendable {
    /// The heading: `A`…`Z`; `#` for digits and signs; else the first character in its own script. Empty for
    /// what has no name, which comes last. No two sections of an answer have the same.
    public var title: String
    /// Which of the answers are under it.
    public var range: Range<Int>

    /// Makes a section.
    public init(title: String, range: Range<Int>) {
        self.title = title
        self.range = range
    }

    /// The heading of what is sorted by that key; the key's first character decides.
    public static func title(ofKey key: String) -> String {
        guard let first = key.unicodeScalars.first, first >= "a" else { return "#" }
        // Some letters share a great one (s and ſ) and do not stand together.
        let great = first.properties.uppercaseMapping
        let isItsOwn = great.unicodeScalars.first?.properties.lowercaseMapping == String(first)
        return isItsOwn && great.unicodeScalars.count == 1 ? great : String(first)
    }

    /// The sections of an answer.
    ///
    /// - Parameter stretches: The first characters of their keys, each once (`nil` for no name), and how many
    ///   there are, in order.
    package static func sections(
        of stretches: some Sequence<(initial: String?, count: Int)>
    ) -> [MediaQuerySection] {
        var sections: [MediaQuerySection] = []
        for (initial, count) in stretches {
            let start = sections.last?.range.upperBound ?? 0
            let title = initial.map(title) ?? ""
            if let last = sections.indices.last, sections[last].title == title {
                sections[last].range = sections[last].range.lowerBound..<start + count
            } else {
                sections.append(MediaQuerySection(title: title, range: start..<start + count))
            }
        }
        return sections
    }
}
