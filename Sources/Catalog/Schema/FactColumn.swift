import MediaModel

/// A column that has a fact of an item.
struct FactColumn: Sendable {
    let name: String
    /// What is stored as it is in the facts; `nil` for what has another form.
    let property: MediaProperty?
    /// Where the folded form and the key of its text are, which have columns next to it.
    let keyIndex: Int?
    private let content: Content

    /// What is in the column.
    enum Content: Sendable {
        case field(FactField)
        /// The bits of the kinds.
        case mediaType
        /// The year of the release, for filters and orders.
        case year
        /// Names; NULL where there is no other than the text to show.
        case names(FactField.Path<[String]>, shown: FactField.Path<String?>)
        /// Lyrics with times.
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
        case .field(.text(let path)), .field(.code(let path)): facts[keyPath: path] != nil
        case .field(.texts(let path)), .field(.codes(let path)): !facts[keyPath: path].isEmpty
        case .field(.integer(let path)): facts[keyPath: path] != nil
        case .field(.number(let path)): facts[keyPath: path] != nil
        case .field(.date(let path)): facts[keyPath: path] != nil
        case .field(.flag(let path)): facts[keyPath: path] != nil
        case .mediaType: !facts.mediaType.isEmpty
        case .year: facts.releaseDate != nil
        case .names(let path, _): !facts[keyPath: path].isEmpty
        case .timedLyrics: !facts.timedLyrics.isEmpty
        }
    }

    func bind(_ facts: MediaFacts, to row: inout Insertion) {
        switch content {
        case .field(.text(let path)), .field(.code(let path)): row.bind(facts[keyPath: path])
        case .field(.texts(let path)), .field(.codes(let path)):
            row.bind(StoredNames.text(of: facts[keyPath: path]))
        case .field(.integer(let path)): row.bind(facts[keyPath: path])
        case .field(.number(let path)): row.bind(facts[keyPath: path])
        case .field(.date(let path)): row.bind(facts[keyPath: path]?.description)
        case .field(.flag(let path)): row.bind(facts[keyPath: path])
        case .mediaType: row.bind(facts.mediaType.rawValue)
        case .year: row.bind(facts.releaseDate?.year)
        case .names(let path, let shown):
            row.bind(StoredNames.text(of: facts[keyPath: path], shown: facts[keyPath: shown]))
        case .timedLyrics: row.bind(StoredLyrics.text(of: facts.timedLyrics))
        }
    }

    /// Reads the next column into the facts. Texts to show must have been read before their names.
    func read(_ reader: inout ColumnReader<some ColumnValues>, into facts: inout MediaFacts) {
        switch content {
        case .field(.text(let path)), .field(.code(let path)):
            facts[keyPath: path] = reader.next()
        case .field(.texts(let path)), .field(.codes(let path)):
            facts[keyPath: path] = StoredNames.names(in: reader.next())
        case .field(.integer(let path)): facts[keyPath: path] = reader.next()
        case .field(.number(let path)): facts[keyPath: path] = reader.next()
        case .field(.date(let path)):
            facts[keyPath: path] = reader.next().flatMap(PartialDate.init)
        case .field(.flag(let path)): facts[keyPath: path] = reader.next()
        case .mediaType: facts.mediaType = MediaType(rawValue: reader.next() ?? 0)
        // It is the date's.
        case .year: reader.skip()
        case .names(let path, let shown):
            facts[keyPath: path] = StoredNames.names(
                in: reader.next(), shown: facts[keyPath: shown])
        case .timedLyrics: facts.timedLyrics = StoredLyrics.texts(in: reader.next())
        }
    }
}
