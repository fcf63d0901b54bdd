import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries

struct Properties: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "properties", abstract: "List the properties for --where and --sort.",
        discussion: """
            Each name is a key in the JSON output, or a short form of one.

              phonolith properties
              phonolith songs --where 'year < 1990' --sort dateAdded:desc
            """)
    @OptionGroup var part: PartOptions
    @OptionGroup var output: ListOutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let all = try output.writer(
            columns: [
                TableColumn("Name", field: "name", minimum: 12),
                TableColumn("Kind", field: "kind"),
                TableColumn(title: "Sort") { $0["isSortable"] == .boolean(true) ? "yes" : nil },
                TableColumn("Short for", field: "property"),
            ], fields: ["name", "kind", "isSortable", "property"])
        var writer = part.part(of: all)
        let sortable = Set(ListOptions.itemKeys)
        for (name, property) in MediaProperty.names.sorted(by: { $0.key < $1.key }) {
            try writer.write(
                Record([
                    ("name", .text(name)), ("kind", .text(property.kind.name)),
                    ("isSortable", .boolean(sortable.contains(name))),
                    ("property", name == property.rawValue ? nil : .text(property.rawValue)),
                ]))
        }
        try writer.finish()
    }
}

extension MediaPropertyKind {
    /// The name of the kind in answers.
    fileprivate var name: String {
        switch self {
        case .text: "text"
        case .code: "code"
        case .number: "number"
        case .date: "date"
        case .timestamp: "timestamp"
        case .boolean: "boolean"
        case .identifier: "identifier"
        case .mediaType: "mediaType"
        case .structure: "structure"
        }
    }
}
