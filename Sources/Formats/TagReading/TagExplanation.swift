package import PhonolithMediaModel

/// Where the facts of a file come from.
package struct TagExplanation: Hashable, Sendable {
    /// The file's facts, as ``TagReader/read(_:)`` gives them.
    package var facts: MediaFacts
    /// One entry for each property that some tag speaks of, in the order of the item's JSON.
    package var properties: [PropertyExplanation]

    init(_ resolution: TagResolution, rules: FactsFromTags, facts: MediaFacts) {
        self.facts = facts
        properties = TagProperty.allCases.compactMap { property in
            let sources = resolution.sources(property)
            let value = property.value(in: facts)
            // One key names the series of podcasts and shows; which it is, is known in the end.
            let isOther = [.podcastTitle, .tvShow].contains(property) && value.isEmpty
            if sources.winners.isEmpty || isOther { return nil }
            return PropertyExplanation(
                name: property.name, value: value,
                winners: sources.winners.map(PropertyExplanation.Source.init),
                losers: sources.losers.map(PropertyExplanation.Source.init),
                note: rules.note(on: property, resolution))
        }
    }
}

extension TagExplanation {
    /// The explanation of an item of which a cue sheet speaks, too.
    ///
    /// - Parameters:
    ///   - facts: The item's facts.
    ///   - words: The sheet's sources, by the names of the properties that were taken from them.
    package func outranked(by words: [String: PropertyExplanation.Source], facts: MediaFacts)
        -> TagExplanation
    {
        let tags = Dictionary(
            properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var copy = self
        copy.facts = facts
        copy.properties = TagProperty.allCases.compactMap { property in
            let value = property.value(in: facts)
            let old = tags[property.name]
            guard let word = words[property.name] else {
                // The tags of the whole file may not apply to a part of it.
                return value.isEmpty ? nil : old
            }
            return PropertyExplanation(
                name: property.name, value: value, winners: [word],
                losers: (old?.winners ?? []) + (old?.losers ?? []), note: nil)
        }
        return copy
    }
}

extension PropertyExplanation.Source {
    init(_ field: RawField) {
        self.init(tag: field.kind.name, key: field.key, values: field.values)
    }
}

extension FactsFromTags {
    /// Why artists and genres are several, or one.
    func note(on property: TagProperty, _ tags: TagResolution) -> String? {
        switch property {
        case .artist, .artists:
            note(
                names(.artist, list: .artists, ids: .musicBrainzArtistIDs, tags))
        case .albumArtist, .albumArtists:
            note(
                names(
                    .albumArtist, list: .albumArtists, ids: .musicBrainzAlbumArtistIDs, tags))
        case .composer: note(names(.composer, list: nil, tags))
        case .genres: genreNote(tags)
        default: nil
        }
    }

    private func note(_ names: Names) -> String? {
        switch names.reason {
        case .nothing: nil
        case .listTag: "the list comes from a separate tag"
        case .severalValues: "the tag has several values"
        case .oneValue(let outcome): note(outcome)
        }
    }

    private func genreNote(_ tags: TagResolution) -> String? {
        let values = tags.values(.genres)
        if values.count > 1 { return "the tag has several values" }
        return values.first.map { note(genreSplitting.split($0)) } ?? nil
    }

    private func note(_ outcome: Splitting.Outcome) -> String {
        let kept = outcome.exceptions.map { "“\($0)” is a name that is never split" }
        let cuts = outcome.separators.withoutRepetition.map { "split at “\($0)”" }
        let notes = cuts + kept
        return notes.isEmpty ? "one value without a separator" : notes.joined(separator: "; ")
    }
}

extension TagProperty {
    /// The property's value in the facts, as texts.
    func value(in facts: MediaFacts) -> [String] {
        if let role {
            return facts.credits.filter { $0.role == role }.map { credit in
                credit.name + (credit.instrument.map { " (\($0))" } ?? "")
            }
        }
        return switch self {
        case .composer: facts.composers
        case .mediaType: facts.mediaType.names
        default: field.map(facts.texts(of:)) ?? []
        }
    }
}
