internal import PhonolithDatabase
import PhonolithMediaModel

/// A column that has a fact of an item.
struct FactColumn: Sendable {
    let name: String
    /// The property that is stored as it is in the facts; `nil` for a column in another form.
    let property: MediaProperty?
    /// Where the folded form and the key of its text are, which have columns next to it.
    let keyIndex: Int?
    private let content: Content

    /// The content of the column.
    enum Content: Sendable {
        case field(FactField)
        /// The bits of the kinds.
        case mediaType
        /// The year of the release, for filters and orders.
        case year
        /// Names; NULL where there is no other than the text to show.
        case names(FactField.Access<[String]>, shown: FactField.Access<String?>)
        case timedLyrics
    }

    /// The column of a field.
    init(_ property: MediaProperty, _ name: String) {
        guard let field = property.field else { preconditionFailure("\(property) is no field") }
        self.name = name
        self.property = property
        keyIndex = MediaProperty.keyed.firstIndex(of: property)
        content = .field(field)
    }

    /// A column with a form of its own.
    init(_ name: String, _ content: Content) {
        self.name = name
        self.content = content
        (property, keyIndex) = (nil, nil)
    }

    /// Whether the folded form and the key of its text have columns next to it.
    var isKeyed: Bool { keyIndex != nil }

    func hasValue(in facts: MediaFacts) -> Bool {
        switch content {
        case .field(.text(let access)), .field(.code(let access)): access.get(facts) != nil
        case .field(.texts(let access)), .field(.codes(let access)): !access.get(facts).isEmpty
        case .field(.integer(let access)): access.get(facts) != nil
        case .field(.number(let access)): access.get(facts) != nil
        case .field(.date(let access)): access.get(facts) != nil
        case .field(.flag(let access)): access.get(facts) != nil
        case .mediaType: !facts.mediaType.isEmpty
        case .year: facts.releaseDate != nil
        case .names(let access, _): !access.get(facts).isEmpty
        case .timedLyrics: !facts.timedLyrics.isEmpty
        }
    }

    func bind(_ facts: MediaFacts, to row: inout Insertion) {
        switch content {
        case .field(.text(let access)), .field(.code(let access)): row.bind(access.get(facts))
        case .field(.texts(let access)), .field(.codes(let access)):
            row.bind(StoredNames.text(of: access.get(facts)))
        case .field(.integer(let access)): row.bind(access.get(facts))
        case .field(.number(let access)): row.bind(access.get(facts))
        case .field(.date(let access)): row.bind(access.get(facts)?.description)
        case .field(.flag(let access)): row.bind(access.get(facts))
        case .mediaType: row.bind(facts.mediaType.rawValue)
        case .year: row.bind(facts.releaseDate?.year)
        case .names(let access, let shown):
            row.bind(StoredNames.text(of: access.get(facts), shown: shown.get(facts)))
        case .timedLyrics: row.bind(StoredLyrics.text(of: facts.timedLyrics))
        }
    }

    /// Reads the column into the facts. Texts to show must have been read before their names.
    ///
    /// - Parameter place: The column with its table.
    func read(_ column: inout Columns, _ place: String, into facts: inout MediaFacts) {
        switch content {
        case .field(.text(let access)), .field(.code(let access)):
            access.set(&facts, column("\(sql: place)"))
        case .field(.texts(let access)), .field(.codes(let access)):
            access.set(&facts, StoredNames.names(in: column("\(sql: place)")))
        case .field(.integer(let access)): access.set(&facts, column("\(sql: place)"))
        case .field(.number(let access)): access.set(&facts, column("\(sql: place)"))
        case .field(.date(let access)):
            let text: String? = column("\(sql: place)")
            access.set(&facts, text.flatMap(PartialDate.init))
        case .field(.flag(let access)): access.set(&facts, column("\(sql: place)"))
        case .mediaType: facts.mediaType = MediaType(rawValue: column("\(sql: place)") ?? 0)
        // It is the date's.
        case .year: break
        case .names(let access, let shown):
            access.set(
                &facts, StoredNames.names(in: column("\(sql: place)"), shown: shown.get(facts)))
        case .timedLyrics: facts.timedLyrics = StoredLyrics.texts(in: column("\(sql: place)"))
        }
    }
}
