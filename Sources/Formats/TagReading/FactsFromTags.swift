package import PhonolithMediaModel

/// The rules that make facts of what the tags say.
package struct FactsFromTags {
    private let artistSplitting: Splitting
    let genreSplitting: Splitting
    /// For lists of names, which hold nothing but names.
    private let listSplitting = Splitting(separators: [";", "|"])
    /// For what ID3v2.3 has in the place of several values (section 4.2).
    private let slashSplitting = Splitting(separators: ["/", ";"])

    package init(options: TagReadingOptions) {
        artistSplitting = Splitting(
            separators: options.artistSeparators, exceptions: options.artistExceptions)
        genreSplitting = Splitting(separators: options.genreSeparators)
    }

    /// The names of several artists and why they are several, or one.
    package struct Names: Hashable, Sendable {
        package var text: String?
        package var list: [String]
        /// How the list came about.
        package var reason: Reason

        /// How a list came about.
        package enum Reason: Hashable, Sendable {
            case nothing
            /// A tag of its own gives the list.
            case listTag
            /// The tag has several values.
            case severalValues
            /// One value, cut or not.
            case oneValue(Splitting.Outcome)
        }
    }

    /// Everything that the tags say; ``MediaFacts/mediaType`` only as far as tags say it.
    package func facts(_ tags: TagResolution) -> MediaFacts {
        var facts = MediaFacts()
        for (property, field) in Self.lines {
            let isOneValue = TagMapping.showsOneValue.contains(property)
            field.set(&facts, isOneValue ? tags.line(property) : tags.joinedLine(property))
        }
        setNames(of: &facts, tags)
        setNumbers(of: &facts, tags)
        setIdentifiers(of: &facts, tags)
        setLoudness(of: &facts, tags)
        facts.isExplicit = tags.first(.isExplicit, Self.advisory)
        facts.mediaType = mediaType(tags, genres: facts.genres)
        setTelevision(of: &facts, tags)
        if facts.mediaType == .podcast {
            facts.podcastTitle = tags.line(.podcastTitle) ?? facts.albumTitle
        }
        facts.credits = credits(tags)
        setMovement(of: &facts, tags)
        facts.tags = OtherTags.tags(in: tags.others + tags.furtherValues)
        facts.chapters = VorbisChapters.chapters(in: tags.fields)
        return facts
    }

    /// The fields that are the text of their tag, in one line. The other texts have rules of their own.
    private static let lines: [(property: TagProperty, field: FactField.Access<String?>)] =
        TagProperty.allCases.compactMap { property in
            let others: [TagProperty] = [
                .artist, .albumArtist, .composer, .comments, .lyrics, .podcastTitle, .tvShow,
                .episodeID, .movement, .language,
            ]
            guard !others.contains(property), let field = property.field?.text else { return nil }
            return (property, field)
        }

    /// Artists by the list's own tag, by several values, or by cutting one value; as many as there are identifiers, where
    /// that can be.
    package func names(
        _ text: TagProperty, list: TagProperty?, ids: TagProperty? = nil, _ tags: TagResolution
    ) -> Names {
        let shown = tags.values(text).map { CleanText.line($0) }
        let listed = list.map { tags.values($0).map { CleanText.line($0) } } ?? []
        let joined = shown.isEmpty ? nil : shown.joined(separator: "; ")
        let count = ids.map { Self.identifiers(tags.values($0)).count } ?? 0
        if !listed.isEmpty {
            let names =
                listed.count == 1
                ? parts(of: listed[0], listSplitting.split(listed[0]), count)
                : listed.withoutRepetitionByFolding
            return Names(
                text: joined ?? names.joined(separator: "; "), list: names, reason: .listTag)
        }
        guard let joined else { return Names(text: nil, list: [], reason: .nothing) }
        if shown.count > 1 {
            return Names(
                text: joined, list: shown.withoutRepetitionByFolding, reason: .severalValues)
        }
        var outcome = artistSplitting.split(joined)
        outcome.parts = parts(of: joined, outcome, count)
        return Names(text: joined, list: outcome.parts, reason: .oneValue(outcome))
    }

    /// The names in one value: as many as there are identifiers, whatever stands between them. Guests are named by words and
    /// often have no identifier.
    private func parts(
        of value: String, _ outcome: Splitting.Outcome, _ count: Int
    ) -> [String] {
        let parts = outcome.parts.withoutRepetitionByFolding
        if count == 0 || parts.count == count { return parts }
        if count == 1 {
            return outcome.separators.contains { $0.contains(where: \.isLetter) } ? parts : [value]
        }
        let bySlash = slashSplitting.split(value).parts
        return bySlash.count == count ? bySlash : parts
    }

    package func genres(_ tags: TagResolution) -> [String] {
        tags.sources(.genres).winners.flatMap { field in
            let genres = genres(in: field.values)
            return field.hasGenreNumbers ? genres.flatMap { GenreNames.names(in: $0) } : genres
        }.withoutRepetitionByFolding
    }

    /// The names in a text that shows one or several.
    func names(in text: String) -> [String] { artistSplitting.split(text).parts }

    func genres(in values: [String]) -> [String] {
        values.map { CleanText.line($0) }
            .flatMap { genreSplitting.split($0).parts }
            .withoutRepetition
    }

    private func setNames(of facts: inout MediaFacts, _ tags: TagResolution) {
        let artists = names(
            .artist, list: .artists, ids: .musicBrainzArtistIDs, tags)
        (facts.artist, facts.artists) = (artists.text, artists.list)
        let albumArtists = names(
            .albumArtist, list: .albumArtists, ids: .musicBrainzAlbumArtistIDs, tags)
        (facts.albumArtist, facts.albumArtists) = (albumArtists.text, albumArtists.list)
        let composers = names(.composer, list: nil, tags)
        (facts.composer, facts.composers) = (composers.text, composers.list)
        facts.genres = genres(tags)
        facts.language = language(tags)
        facts.comments = tags.text(.comments)
        let lyrics = LyricsFromTags(tags)
        (facts.lyrics, facts.timedLyrics) = (lyrics.words, lyrics.timed)
    }

    private func language(_ tags: TagResolution) -> String? {
        let languages = tags.sources(.language).winners.flatMap { field in
            field.values.flatMap { value in
                let line = CleanText.line(value)
                return field.isLanguageFrame ? ParsedValue.languages(line) : [line]
            }
        }.withoutRepetition
        return languages.isEmpty ? nil : languages.joined(separator: "; ")
    }

    private func setNumbers(of facts: inout MediaFacts, _ tags: TagResolution) {
        let track = tags.first(.albumTrackNumber, Self.track)
        facts.albumTrackNumber = track?.number
        facts.albumTrackCount =
            tags.first(.albumTrackCount) { ParsedValue.numberAndTotal($0).number }
            ?? tags.first(.albumTrackNumber) { ParsedValue.numberAndTotal($0).total }
        facts.discNumber = tags.first(.discNumber) { ParsedValue.numberAndTotal($0).number }
        facts.discCount =
            tags.first(.discCount) { ParsedValue.numberAndTotal($0).number }
            ?? tags.first(.discNumber) { ParsedValue.numberAndTotal($0).total }
        if let side = track?.side { setSide(side, of: &facts) }
        facts.releaseDate = releaseDate(tags)
        facts.originalDate = tags.first(.originalDate, ParsedValue.date)
        facts.isCompilation = tags.first(.isCompilation, ParsedValue.flag)
        facts.beatsPerMinute = tags.first(.beatsPerMinute, ParsedValue.tempo)
        facts.energy = tags.first(.energy) { text in
            ParsedValue.ordinal(text).flatMap { (1...10).contains($0) ? $0 : nil }
        }
    }

    private static func track(_ text: String) -> (number: Int, side: Int?)? {
        if let number = ParsedValue.numberAndTotal(text).number { return (number, nil) }
        return ParsedValue.side(text).map { ($0.number, $0.side) }
    }

    /// Each side of a record counts as a disc, so that tracks sort by side and number. A disc has two sides,
    /// whether their letters begin again with it or not.
    private func setSide(_ side: Int, of facts: inout MediaFacts) {
        facts.discNumber = facts.discNumber.map { 2 * $0 - side % 2 } ?? side
        facts.discCount = facts.discCount.map { 2 * $0 }
    }

    /// ID3v2.2 has the year and `DDMM` apart, as have tags of version 4 by programs that changed the number alone; of
    /// ID3v2.3's `TDAT` TagLib has made one date already.
    private func releaseDate(_ tags: TagResolution) -> PartialDate? {
        let date = tags.first(.releaseDate, ParsedValue.date)
        guard let date, date.month == nil,
            let day = tags.fields.first(where: { $0.isDay })?.values.first,
            let number = Int(day), day.utf8.count == 4
        else { return date }
        return PartialDate(year: date.year, month: number % 100, day: number / 100) ?? date
    }

    private func setIdentifiers(of facts: inout MediaFacts, _ tags: TagResolution) {
        facts.musicBrainzArtistIDs = Self.identifiers(tags.values(.musicBrainzArtistIDs))
        facts.musicBrainzAlbumArtistIDs = Self.identifiers(tags.values(.musicBrainzAlbumArtistIDs))
    }

    /// The key for the name of the series is one for podcasts and shows.
    private func setTelevision(of facts: inout MediaFacts, _ tags: TagResolution) {
        if facts.mediaType != .podcast { facts.tvShow = tags.line(.tvShow) }
        facts.seasonNumber = tags.first(.seasonNumber, ParsedValue.ordinal)
        facts.episodeNumber = tags.first(.episodeNumber, ParsedValue.ordinal)
        facts.episodeID = tags.line(.episodeID)
    }

    private func setLoudness(of facts: inout MediaFacts, _ tags: TagResolution) {
        facts.replayGainTrackGain = tags.first(.replayGainTrackGain, field: Self.gain)
        facts.replayGainTrackPeak = tags.first(.replayGainTrackPeak, field: Self.peak)
        facts.replayGainAlbumGain = tags.first(.replayGainAlbumGain, field: Self.gain)
        facts.replayGainAlbumPeak = tags.first(.replayGainAlbumPeak, field: Self.peak)
    }

    /// Several ids in one value, as formats without several values have them.
    private static func identifiers(_ values: [String]) -> [String] {
        values.flatMap { value -> [String] in
            if value.utf8.count == 36 { return [value] }
            return value.utf8.split { identifierSeparators.contains($0) }.map {
                String(Substring($0))
            }
        }.withoutRepetitionByFolding
    }

    private static let identifierSeparators = Array(";/, ".utf8)

    private static func gain(_ field: RawField) -> Double? {
        if field.isSoundCheck { return field.values.first.flatMap(ParsedValue.soundCheck)?.gain }
        let parse =
            field.isOpusGain ? ParsedValue.opusGain : ParsedValue.gain
        return field.values.first.flatMap(parse)
    }

    /// `RVA2` gives the gain first and the peak second.
    private static func peak(_ field: RawField) -> Double? {
        if field.isSoundCheck { return field.values.first.flatMap(ParsedValue.soundCheck)?.peak }
        if field.key.hasPrefix("RVA2") {
            return field.values.count > 1 ? ParsedValue.peak(field.values[1]) : nil
        }
        return field.values.first.flatMap(ParsedValue.peak)
    }

    /// iTunes' advisory: 1 (once 4) is explicit, 2 is a cleaned version, 0 is silence.
    private static func advisory(_ text: String) -> Bool? {
        switch text {
        case "1", "4": true
        case "2": false
        default: nil
        }
    }

    private func mediaType(_ tags: TagResolution, genres: [String]) -> MediaType {
        if let type = tags.first(.mediaType, field: Self.mediaType) { return type }
        let folded = genres.map { $0.lowercased() }
        if folded.contains("podcast") { return .podcast }
        if folded.contains("audiobook") || folded.contains("audiobooks") { return .audioBook }
        return []
    }

    /// `stik` by iTunes' numbers; Matroska's levels by their names; the podcast marks say `1`, or hold the
    /// feed's address.
    private static func mediaType(_ field: RawField) -> MediaType? {
        if field.kind == .matroska { return field.saysSeries ? .tvShow : nil }
        guard field.key == "stik" else { return field.values.first == "0" ? nil : .podcast }
        return switch field.values.first {
        case "1": .music
        case "2": .audioBook
        case "6": .musicVideo
        case "0", "9": .movie
        case "10": .tvShow
        case "21": .podcast
        case "23": .audioITunesU
        default: nil
        }
    }
}

extension [String] {
    /// Each value once, at its first place.
    var withoutRepetition: [String] {
        guard count > 1 else { return self }
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [String] {
    /// Each name once, however it is spelt, at its first place.
    var withoutRepetitionByFolding: [String] {
        guard count > 1 else { return self }
        var seen: Set<String> = []
        return filter { seen.insert($0.folded).inserted }
    }
}

extension RawField {
    /// Whether the field is ID3v2's day and month.
    fileprivate var isDay: Bool { kind.family == .id3v2 && ["TDA", "TDAT"].contains(key) }

    /// Whether the field is one of Opus' own gains.
    fileprivate var isOpusGain: Bool {
        key.utf8.count == 15 && key.uppercased().hasPrefix("R128_")
    }

    /// Whether genres may be numbers or references in the field: ID3v2.3, section 4.2.1, and the kinds of tags that
    /// borrowed ID3's numbers. Elsewhere `90` is a decade.
    fileprivate var hasGenreNumbers: Bool {
        switch kind.family {
        case .id3v2: key.uppercased() == "TCON"
        case .mp4: key == "gnre"
        case .asf: key.lowercased() == "wm/genreid"
        case .id3v1: true
        default: false
        }
    }

    /// Whether the field is the frame for languages of ID3v2, and not a name that is free.
    fileprivate var isLanguageFrame: Bool { kind.family == .id3v2 && key.uppercased() == "TLAN" }

    /// Whether the field is iTunes' Sound Check.
    fileprivate var isSoundCheck: Bool { key.lowercased().hasSuffix("itunnorm") }
}
