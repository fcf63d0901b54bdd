import ArgumentParser
import Catalog
import JSONWriting
import MediaModel

struct Statistics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Tell how much the library holds.")
    @OptionGroup var output: OutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let record = Record(try library.open(for: .reading).statistics())
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
            try writer.write(Record([("name", .text(name)), ("value", .text(value.plainText))]))
        }
        try writer.finish()
    }
}

extension Record {
    fileprivate init(_ statistics: LibraryStatistics) {
        self.init([
            ("items", .integer(statistics.items)),
            ("missingItems", .integer(statistics.missingItems)),
            ("unreadableFiles", .integer(statistics.unreadableFiles)),
            ("albums", .integer(statistics.albums)), ("artists", .integer(statistics.artists)),
            ("albumArtists", .integer(statistics.albumArtists)),
            ("composers", .integer(statistics.composers)),
            ("genres", .integer(statistics.genres)), ("pictures", .integer(statistics.pictures)),
            ("pictureBytes", .integer(statistics.pictureBytes)),
            ("playbackDuration", .number((statistics.playbackDuration * 1000).rounded() / 1000)),
            ("fileSize", .integer(statistics.fileSize)),
            ("librarySize", .integer(statistics.librarySize)),
        ])
    }
}
