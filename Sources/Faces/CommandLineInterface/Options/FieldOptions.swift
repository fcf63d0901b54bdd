import ArgumentParser
import PhonolithMediaModel
import PhonolithPlaylists

/// Which fields of each record are printed.
struct FieldOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print only these keys, in this order; not for playlist formats.",
            valueName: "key,…"))
    var columns: String?
    @Option(
        help: ArgumentHelp(
            "Print one line per result from a template: '{albumArtist} - {title}'.",
            valueName: "text"))
    var template: String?
    @Flag(help: "Print only the number of results.")
    var count = false

    var areStandard: Bool { columns == nil && template == nil && !count }

    func validate() throws {
        let given = [
            (columns != nil, "--columns"), (template != nil, "--template"), (count, "--count"),
        ].filter(\.0).map(\.1)
        if given.count > 1 {
            throw ValidationError("\(given[0]) and \(given[1]) exclude each other; choose one")
        }
    }

    /// A writer of the fields that were chosen.
    ///
    /// - Parameters:
    ///   - output: In which format.
    ///   - standard: The columns of a table for which none were chosen.
    ///   - fields: All keys that a record may have.
    /// - Throws: `ValidationError` for a key of none, and for a format that a template excludes.
    func writer(
        _ output: OutputOptions, standard: [TableColumn], fields: [String], emptyNote: String?
    ) throws -> any RecordWriter {
        if count {
            try refuseFormat(output, beside: "--count")
            return CountingWriter(output: StandardOutput())
        }
        if let template {
            try refuseFormat(output, beside: "--template")
            return TemplateWriter(
                template: try RecordTemplate(template) { try Self.key($0, among: fields) },
                output: StandardOutput())
        }
        guard let columns else {
            return try output.writer(columns: standard, fields: fields, emptyNote: emptyNote)
        }
        var names: [String] = []
        for word in columns.split(separator: ",", omittingEmptySubsequences: false) {
            let name = try Self.key(word.trimmed(of: \.isBlank), among: fields)
            // A key comes once in an object.
            if !names.contains(name) { names.append(name) }
        }
        return ChosenFieldsWriter(
            names: names,
            writer: try output.writer(
                columns: names.map(TableColumn.field), fields: names, emptyNote: emptyNote))
    }

    /// Prints the number of results, if that alone is wanted.
    ///
    /// - Returns: Whether it is.
    /// - Throws: `ValidationError` if a format was chosen, too.
    func printCount(
        _ output: OutputOptions, _ number: @autoclosure () throws -> Int
    ) throws -> Bool {
        guard count else { return false }
        try refuseFormat(output, beside: "--count")
        try StandardOutput.writeLine("\(number())")
        return true
    }

    /// The format of a playlist that was chosen, if one was.
    ///
    /// - Throws: `ValidationError` if fields were chosen, too.
    func playlistFormat(_ output: OutputOptions) throws -> PlaylistFormat? {
        // Where the variable names the format, chosen fields are printed as a table.
        guard let format = output.chosen.playlist, output.format != nil || areStandard else {
            return nil
        }
        if template != nil { try refuseFormat(output, beside: "--template") }
        guard columns == nil else {
            throw ValidationError("--columns does not work with playlist formats")
        }
        return format
    }

    /// - Throws: `ValidationError` if a format was chosen, too.
    func refuseFormat(_ output: OutputOptions, beside option: String) throws {
        guard output.format == nil else {
            throw ValidationError("\(option) has its own format; remove --format")
        }
    }

    /// Finds the key with this name, whatever its case; short names of properties count, too.
    static func key(_ name: String, among fields: [String]) throws -> String {
        let wanted = name.lowercased()
        if let field = fields.first(where: { $0.lowercased() == wanted }) { return field }
        if let field = MediaProperty(named: name)?.rawValue, fields.contains(field) { return field }
        let hint = name.nearest(among: fields).map { " (did you mean \($0)?)" } ?? ""
        let keys =
            fields.count > 20
            ? "phonolith properties lists the keys"
            : "the keys are \(fields.joined(separator: ", "))"
        throw ValidationError("'\(name)' is not a key\(hint); \(keys)")
    }
}
