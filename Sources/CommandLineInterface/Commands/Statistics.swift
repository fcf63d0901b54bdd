import ArgumentParser
import Catalog
import JSONWriting
import MediaModel

struct Statistics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show library statistics.")
    @OptionGroup var output: OutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let record = Record(try library.open(for: .reading).statistics().values)
        guard output.chosen == .table else {
            var writer = try output.writer(columns: [], fields: record.fields.map(\.name))
            try writer.write(record)
            return try writer.finish()
        }
        var writer = try output.writer(
            columns: [
                TableColumn("Of", field: "name"),
                TableColumn("There are", field: "value", isRightAligned: true),
            ], fields: [])
        for (name, value) in record.fields {
            let text = TableColumn.humanText(value, of: name)
            try writer.write(Record([("name", .text(name)), ("value", .text(text))]))
        }
        try writer.finish()
    }
}
