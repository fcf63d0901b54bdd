import PhonolithMediaModel

/// Decides what a file's tags say: of several that speak of the same property, the highest in rank wins.
///
/// Pure: fields in, facts and reasons out.
package struct TagResolution {
    /// A value found for one property in one field.
    struct Candidate {
        /// Lower wins: first the rank of the kind of tag, then the rank of the key in its column.
        var rank: Int
        var field: Int
    }

    let fields: [RawField]
    private let candidates: [[Candidate]]
    /// The fields that speak of no property.
    let others: [RawField]

    /// Sorts the fields by what they mean.
    package init(fields: [RawField]) {
        self.fields = fields
        var candidates = [[Candidate]](repeating: [], count: TagProperty.allCases.count)
        var others: [RawField] = []
        for (index, field) in fields.enumerated() {
            let meanings = TagKeys.meanings(of: field)
            if meanings.isEmpty { others.append(field) }
            for meaning in meanings {
                let rank = field.kind.rank << 8 | meaning.rank
                let place = candidates[meaning.property.rawValue].firstIndex { $0.rank > rank }
                candidates[meaning.property.rawValue].insert(
                    Candidate(rank: rank, field: index),
                    at: place ?? candidates[meaning.property.rawValue].count)
            }
        }
        self.candidates = candidates
        self.others = others
    }

    /// The fields that speak of a property: those of the highest rank, and the others.
    func sources(_ property: TagProperty) -> (winners: [RawField], losers: [RawField]) {
        let found = candidates[property.rawValue]
        let winners = found.prefix { $0.rank == found[0].rank }
        return (
            winners.map { fields[$0.field] },
            found.dropFirst(winners.count).map { fields[$0.field] }
        )
    }

    /// The values of the fields of the highest rank: a key that occurs several times has several values.
    func values(_ property: TagProperty) -> [String] {
        let found = candidates[property.rawValue]
        guard let best = found.first else { return [] }
        if found.count == 1 { return fields[best.field].values }
        return found.prefix { $0.rank == best.rank }.flatMap { fields[$0.field].values }
    }

    /// The first value in the order of rank that can be understood.
    func first<Value>(_ property: TagProperty, _ parse: (String) -> Value?) -> Value? {
        for candidate in candidates[property.rawValue] {
            for text in fields[candidate.field].values {
                if let value = parse(text) { return value }
            }
        }
        return nil
    }

    /// The same for what depends on the field as a whole.
    func first<Value>(_ property: TagProperty, field parse: (RawField) -> Value?) -> Value? {
        for candidate in candidates[property.rawValue] {
            if let value = parse(fields[candidate.field]) { return value }
        }
        return nil
    }

    /// A text of one line: the first value.
    func line(_ property: TagProperty) -> String? {
        first(property) { CleanText.line($0) }
    }

    /// A text of one line: all values.
    func joinedLine(_ property: TagProperty) -> String? {
        let values = values(property)
        if values.count < 2 { return values.first.map { CleanText.line($0) } }
        return values.map { CleanText.line($0) }.withoutRepetition.joined(separator: "; ")
    }

    /// A text of several lines: all values.
    func text(_ property: TagProperty) -> String? {
        let values = values(property)
        return values.isEmpty ? nil : values.withoutRepetition.joined(separator: "\n")
    }

    /// Further values of properties that show only one, as fields without a property.
    var furtherValues: [RawField] {
        TagMapping.ofOneValue.compactMap { row in
            let values = values(row.property)
            guard values.count > 1, let name = row.keys[.vorbis]?.first else { return nil }
            let others = values.withoutRepetition.dropFirst()
            return others.isEmpty
                ? nil : RawField(kind: .vorbis, key: name, values: Array(others))
        }
    }
}

extension TagKind {
    /// Which kind of tag is believed more; lower wins. A format's own kind of tag comes first, ID3v1 with
    /// its 30 characters last.
    package var rank: Int {
        switch self {
        case .vorbis, .mp4, .asf, .module, .matroska: 0
        case .id3v24: 1
        case .id3v23: 2
        case .id3v22: 3
        case .ape: 4
        case .riffInfo, .aiff: 5
        case .ffmpeg: 6
        case .header: 7
        case .id3v1: 8
        case .fileName: 9
        }
    }
}
