import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the play history, newest first.",
        discussion: """
              phonolith history --limit 20
              phonolith history --columns date,artist,title --format csv
            """)
    @OptionGroup var part: PartOptions
    @OptionGroup var output: ListOutputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .reading)
        let all = try output.writer(
            columns: [
                TableColumn("Date", field: "date", minimum: 20),
                TableColumn("Title", field: "title", minimum: 12),
                TableColumn("Artist", field: "artist", minimum: 10),
                TableColumn("Player", field: "player"),
                TableColumn(title: "") { $0["finished"] == .boolean(false) ? "skipped" : nil },
            ],
            fields: [
                "date", "player", "finished", "persistentID", "title", "artist", "albumTitle",
                "path", "pathBase64",
            ])
        var writer = part.part(of: all)
        try catalog.plays.forEach(limit: part.end) { try writer.write(Record($0, $1)) }
        try writer.finish()
    }
}

extension Record {
    fileprivate init(_ play: Play, _ item: MediaItem?) {
        let path = item?.location.path
        self.init([
            ("date", .timestamp(play.date)), ("player", .text(play.player)),
            ("finished", .boolean(play.isFinished)),
            ("persistentID", .text(play.item.description)),
            ("title", item?.title.map { .text($0) }), ("artist", item?.artist.map { .text($0) }),
            ("albumTitle", item?.albumTitle.map { .text($0) }),
            ("path", path.map { .text($0.description) }),
            ("pathBase64", path.flatMap { $0.isUTF8 ? nil : .bytes($0.bytes) }),
        ])
    }
}
