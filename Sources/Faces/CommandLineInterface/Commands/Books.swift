public import ArgumentParser
public import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

struct Books: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "books", abstract: "List audiobooks with your progress in each.",
        discussion: """
            The parts of one album are one book. The author is the album artist or, without one, the artist. The narrators are \
            those in the credits or, without any, the composers. The series comes from the tags SERIES and SERIES-PART, or from \
            the movement.

              phonolith books
              phonolith books --sort lastPlayed --limit 5
              phonolith books --where 'narrator contains "Fry"' --format json
            """)
    @OptionGroup(title: "Filter") var filter: FilterOptions
    @Option(
        help: ArgumentHelp(
            "Sort by author (and series), title, lastPlayed or added; the last two newest first.",
            valueName: "key"))
    var sort = AudiobookOrder.author
    @OptionGroup(title: "Output") var part: PartOptions
    @OptionGroup(title: "Output") var fields: FieldOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(title: "Library") var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .reading)
        try filter.conditions.check(with: catalog)
        let books = try catalog.items.audiobooks(
            matching: try filter.predicates, isMissing: filter.missing)
        let page = part.part(of: sort.sorted(books, try Configuration.read().sortKeys))
        if try fields.printCount(output, page.count) { return }
        var writer = try fields.writer(
            output, standard: Self.columns, fields: Record.audiobookFields,
            emptyNote: part.emptyNote("No audiobooks match."))
        for book in page { try writer.write(Record(book)) }
        try writer.finish()
    }

    private static let columns: [TableColumn] = [
        TableColumn("Title", field: "title", minimum: 12),
        TableColumn("Author", field: "author", minimum: 10),
        TableColumn("Narrator", field: "narrators", minimum: 8),
        TableColumn(title: "Series", minimum: 6) { record in
            let part = record["seriesPart"].map { " \($0.plainText)" } ?? ""
            return record["series"].map { $0.plainText + part }
        },
        TableColumn("Parts", field: "partCount", minimum: 1, isRightAligned: true),
        .time,
        TableColumn(title: "Left off", minimum: 8) { record in
            if record["isFinished"] == .boolean(true) { return "finished" }
            guard case .integer(let part) = record["currentPart"],
                case .number(let time) = record["currentTime"],
                case .number(let fraction) = record["fractionHeard"],
                case .integer(let count) = record["partCount"]
            else { return nil }
            let place = count > 1 ? "part \(part), " : ""
            return "\(place)\(time.clockText) (\(Int(fraction * 100)) %)"
        },
    ]
}

extension AudiobookOrder: ExpressibleByArgument {}
