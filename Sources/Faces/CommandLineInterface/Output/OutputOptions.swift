package import ArgumentParser
import PhonolithMediaModel

/// The forms in which lists are printed.
package enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case table, plain, json, jsonl, csv, tsv, m3u8, m3u, pls, xspf, jspf
}

/// In which form a list is printed.
package struct OutputOptions: ParsableArguments {
    @Option(
        help: """
            Output format: table, plain (one value per line, for screen readers), json (one array), jsonl (one object per line), \
            csv or tsv; lists of items also m3u8, m3u, pls, xspf or jspf. (default: $PHONOLITH_FORMAT, else table)
            """)
    package var format: OutputFormat?

    package init() {}

    /// The variable that names the format where no option does.
    private static let variable = "PHONOLITH_FORMAT"

    private static var named: String? { UserFolders.variable(variable)?.description }

    package func validate() throws {
        guard format == nil, let name = Self.named, OutputFormat(rawValue: name) == nil else {
            return
        }
        let formats = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(Self.variable): unknown format '\(name)'; use one of \(formats)")
    }

    /// The format asked for, by option or variable; the same on a terminal and in a pipe.
    package var chosen: OutputFormat {
        format ?? Self.named.flatMap(OutputFormat.init) ?? .table
    }

    /// The format of records that are no items: a table where the variable names a format for lists of items.
    package var ofRecords: OutputFormat {
        format == nil && chosen.playlist != nil ? .table : chosen
    }

    /// Whether the format is for people, and not for programs.
    package var isForPeople: Bool { ofRecords == .table || ofRecords == .plain }

    /// A writer of records.
    ///
    /// - Parameters:
    ///   - columns: The fields of a table.
    ///   - fields: All fields that a record may have, for formats with a header.
    ///   - emptyNote: The message to a person instead of a table without rows.
    ///   - isFitted: Whether a table is cut to the terminal's width.
    ///   - isOfPairs: Whether the columns are a name and its value.
    /// - Throws: `ValidationError` for the format of a playlist, which holds nothing but items.
    package func writer(
        columns: [TableColumn], fields: [String], emptyNote: String? = nil, isFitted: Bool = true,
        isOfPairs: Bool = false
    ) throws -> any RecordWriter {
        let output = StandardOutput()
        return switch ofRecords {
        case .table:
            TableWriter(
                columns: columns, width: isFitted ? Terminal.width(1) : nil,
                isStyled: Terminal.outputIsTerminal && Terminal.allowsColor,
                emptyNote: emptyNote, output: output)
        case .plain:
            PlainWriter(
                columns: columns, isOfPairs: isOfPairs, emptyNote: emptyNote, output: output)
        case .json: JSONArrayWriter(output: output)
        case .jsonl: JSONLinesWriter(output: output)
        case .csv: SeparatedWriter(.commas, fields: fields, output: output)
        case .tsv: SeparatedWriter(.tabs, fields: fields, output: output)
        case .m3u8, .m3u, .pls, .xspf, .jspf:
            throw ValidationError(
                "--format \(ofRecords.rawValue) works with lists of items only, such as phonolith songs"
            )
        }
    }
}
