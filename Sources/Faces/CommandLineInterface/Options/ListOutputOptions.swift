import ArgumentParser
import PhonolithMediaModel

/// In which form a list of records is printed that are no items, and which of their fields.
package struct ListOutputOptions: ParsableArguments {
    @Option(
        help: """
            Output format: table, plain (one value per line, for screen readers), json (one array), jsonl (one object per line), \
            csv or tsv. (default: $PHONOLITH_FORMAT, else table)
            """)
    var format: RecordFormat?
    @OptionGroup var fields: FieldOptions

    /// The formats that are not those of playlists.
    enum RecordFormat: String, ExpressibleByArgument, CaseIterable {
        case table, plain, json, jsonl, csv, tsv
    }

    package init() {}

    package func validate() throws { try output.validate() }

    private var output: OutputOptions {
        var output = OutputOptions()
        output.format = format.flatMap { OutputFormat(rawValue: $0.rawValue) }
        return output
    }

    /// Whether the format is for people, and not for programs.
    package var isForPeople: Bool { fields.areStandard && output.isForPeople }

    /// A writer of the fields that were chosen.
    ///
    /// - Parameters:
    ///   - columns: The fields of a table.
    ///   - fields: All fields that a record may have.
    ///   - emptyNote: Message that replaces a table without rows.
    ///   - isOfPairs: Whether the columns are a name and its value.
    package func writer(
        columns: [TableColumn], fields: [String], emptyNote: String? = nil, isOfPairs: Bool = false
    ) throws -> any RecordWriter {
        if isOfPairs, self.fields.areStandard {
            return try output.writer(columns: columns, fields: fields, isOfPairs: true)
        }
        return try self.fields.writer(
            output, standard: columns, fields: fields, emptyNote: emptyNote)
    }
}

/// Prints how many records there were.
struct CountingWriter: RecordWriter {
    let output: StandardOutput
    private var count = 0

    init(output: StandardOutput) { self.output = output }

    mutating func write(_ record: Record) throws { count += 1 }

    mutating func finish() throws {
        try output.write("\(count)\n")
        try output.flush()
    }
}
