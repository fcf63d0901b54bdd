import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

struct Statistics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show library statistics.",
        discussion: """
            Filters restrict the statistics to matching items. --by groups the items by a property.

              phonolith stats
              phonolith stats --genre Jazz
              phonolith stats --by decade
              phonolith stats --where 'rating >= 4' --by artist --limit 20
              phonolith stats --by play-month
            """)
    @Option(
        help: ArgumentHelp(
            "Group items by this property; play-year, play-month and play-day count full plays by local time.",
            valueName: "key"))
    var by: TotalsKey?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of groups, with --by.", valueName: "count"))
    var limit: Int?
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @OptionGroup var output: ListOutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Library") var explanation: ExplanationOptions

    func validate() throws {
        guard let limit else { return }
        try PartOptions.validate(limit: limit)
        if by == nil { throw ValidationError("--limit needs --by; for example --by genre") }
    }

    func run() throws {
        let predicates = try filter.predicates
        var query = MediaQuery(filterPredicates: predicates, limit: limit)
        query.isMissing = filter.missing
        try explanation.run(library) { catalog in
            try filter.conditions.check(with: catalog)
            if let by { return try show(catalog.statistics.totals(of: query, by: by), by) }
            let isOfAll = predicates.isEmpty && !filter.missing
            try show(isOfAll ? catalog.statistics.values() : catalog.statistics.values(of: query))
        }
    }

    private func show(_ statistics: LibraryStatistics) throws {
        let record = Record(statistics.values)
        guard output.isForPeople else {
            var writer = try output.writer(columns: [], fields: record.fields.map(\.name))
            try writer.write(record)
            return try writer.finish()
        }
        var writer = try output.writer(
            columns: [
                TableColumn("Statistic", field: "name"),
                TableColumn("Value", field: "value", isRightAligned: true),
            ], fields: [], isOfPairs: true)
        for (name, value) in record.fields {
            let text = TableColumn.humanText(value, of: name)
            try writer.write(Record([("name", .text(name)), ("value", .text(text))]))
        }
        try writer.finish()
    }

    private func show(_ totals: [ValueTotals], _ key: TotalsKey) throws {
        let value = TableColumn(title: key.title, minimum: 8) { $0["value"]?.plainText ?? "(none)" }
        let count = TableColumn(
            key.countsPlays ? "Plays" : "Items", field: "count", minimum: 1, isRightAligned: true)
        let ofItems: [TableColumn] =
            key.countsPlays
            ? []
            : [
                TableColumn(title: "Size", minimum: 6, isRightAligned: true) { record in
                    record["fileSize"].map { TableColumn.humanText($0, of: "fileSize") }
                }, TableColumn("Plays", field: "playCount", minimum: 1, isRightAligned: true),
            ]
        var writer = try output.writer(
            columns: [value, count, .time] + ofItems,
            fields: Record.fields(of: key),
            emptyNote: PartOptions.emptyNote(
                key.countsPlays ? "No plays match." : "No items match.", isOfPart: limit == 0))
        for one in totals { try writer.write(Record(totals: one, key)) }
        try writer.finish()
    }
}

extension Record {
    /// The fields of a group; of items without a value the first is absent.
    fileprivate static func fields(of key: TotalsKey) -> [String] {
        ["value", "count", "playbackDuration"] + (key.countsPlays ? [] : ["fileSize", "playCount"])
    }

    fileprivate init(totals: ValueTotals, _ key: TotalsKey) {
        self.init([
            ("value", totals.value.map(MediaValue.text)), ("count", .integer(totals.count)),
            ("playbackDuration", .thousandths(totals.playbackDuration)),
            ("fileSize", key.countsPlays ? nil : .integer(totals.fileSize)),
            ("playCount", key.countsPlays ? nil : .integer(totals.playCount)),
        ])
    }
}

extension TotalsKey: ExpressibleByArgument {
    fileprivate var title: String {
        switch self {
        case .genre: "Genre"
        case .artist: "Artist"
        case .albumArtist: "Album artist"
        case .composer: "Composer"
        case .year, .playYear: "Year"
        case .decade: "Decade"
        case .format: "Format"
        case .mediaType: "Kind"
        case .playMonth: "Month"
        case .playDay: "Day"
        }
    }
}
