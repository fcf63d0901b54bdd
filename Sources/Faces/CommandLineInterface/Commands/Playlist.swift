import ArgumentParser
import FoundationEssentials
import PhonolithImporting
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct PlaylistCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playlist",
        abstract: "Create, edit, import and export playlists.",
        discussion: """
            Refer to a playlist by its name (ignoring case and accents), or by its id, as 5 or id:5; names come first. Positions \
            count from 1.

              phonolith playlist create "Road Trip" --genre Rock --year 1970..1979
              phonolith playlist import ~/Music/old.m3u
              phonolith playlist export "Road Trip" --output road.m3u8
            """,
        subcommands: [
            List.self, Show.self, Create.self, Add.self, Insert.self, Remove.self, Move.self,
            Rename.self, Delete.self, Duplicate.self, Dedupe.self, Describe.self, Import.self,
            Export.self, Smart.self,
        ], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the playlists.")
        @OptionGroup var part: PartOptions
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .reading)
            var writer = try output.writer(
                columns: TableColumn.playlists, fields: Record.playlistFields,
                emptyNote: part.emptyNote(
                    "No playlists; create one with phonolith playlist create."))
            let playlists = Array(part.part(of: try catalog.playlists.all()))
            let summaries = try catalog.playlists.summaries(of: playlists)
            for summary in summaries {
                let rule = try catalog.playlists.rule(of: summary.playlist.persistentID)
                try writer.write(Record(summary, rule))
            }
            try writer.finish()
            for summary in summaries {
                guard let problem = summary.problem else { continue }
                Terminal.tell("\(summary.playlist.name): \(problem)")
            }
            if summaries.contains(where: { $0.problem != nil }) { throw ExitCode.problems }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List the entries of a playlist.",
            discussion: """
                Entries that are not in the library are shown as they were read.

                  phonolith playlist show "Road Trip"
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @OptionGroup var part: PartOptions
        @OptionGroup var output: ListOutputOptions
        @OptionGroup var library: LibraryOptions
        @OptionGroup var explanation: ExplanationOptions

        func run() throws { try explanation.run(library, list) }

        private func list(_ catalog: Catalog) throws {
            let playlist = try catalog.playlists.playlist(named: name)
            var writer = try output.writer(
                columns: TableColumn.entries, fields: Record.entryFields,
                emptyNote: part.emptyNote("The playlist is empty."))
            for (index, entry) in try entries(of: playlist, catalog).enumerated() {
                try writer.write(entry.numbered(part.offset + index + 1))
            }
            try writer.finish()
        }

        private func entries(of playlist: MediaPlaylist, _ catalog: Catalog) throws -> [Record] {
            guard playlist.isSmart else {
                return try part.part(of: catalog.playlists.entries(of: playlist.persistentID)).map {
                    entry in
                    Record(entry, try entry.item.flatMap(catalog.items.item))
                }
            }
            var query = MediaQuery.items(of: playlist.persistentID)
            (query.limit, query.offset) = (part.limit, part.offset)
            return try catalog.items.all(matching: query).map(Record.init(found:))
        }
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a playlist, empty or with the results of a query.",
            discussion: """
                With filters, --where, --sort or --limit the playlist contains the items that match now; without any it is empty. \
                For a playlist that updates itself, use phonolith playlist smart.

                  phonolith playlist create "Road Trip"
                  phonolith playlist create Nineties --year 1990..1999 --sort year,title
                """)
        @Argument(help: "Name of the playlist.") var name: String
        @Option(help: "Description of the playlist.") var description: String?
        @Option(help: "UUID of the playlist; if it already exists, nothing is changed.")
        var uuid: String?
        @OptionGroup(title: "Filter") var filter: FilterOptions
        @OptionGroup var stretch: StretchOptions
        @OptionGroup(title: "Library") var library: LibraryOptions

        func validate() throws {
            if let uuid, UUID(uuidString: uuid) == nil {
                throw ValidationError("'\(uuid)' is not a UUID; create one with uuidgen")
            }
        }

        func run() throws {
            let catalog = try library.open(for: .writing)
            let metadata = PlaylistCreationMetadata(name: name, descriptionText: description)
            let predicates = try filter.predicates
            try filter.conditions.check(with: catalog)
            var items: [NewPlaylistEntry] = []
            if !predicates.isEmpty || filter.missing || stretch.isGiven {
                var query = MediaQuery(filterPredicates: predicates)
                query.isMissing = filter.missing
                query.order = try stretch.order
                query.limit = stretch.limit
                items = try catalog.items.all(matching: query).map { .item($0.persistentID) }
            }
            if let uuid = uuid.flatMap(UUID.init(uuidString:)),
                let known = try catalog.playlists.all().first(where: { $0.uuid == uuid.uuidString })
            {
                return try StandardOutput.writeLine(known.persistentID.description)
            }
            let made = try catalog.playlists.create(
                metadata, entries: items, uuid: uuid.flatMap(UUID.init(uuidString:)) ?? UUID())
            try StandardOutput.writeLine(made.persistentID.description)
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Rename a playlist.",
            discussion: """
                Smart playlists that refer to it are updated.

                  phonolith playlist rename "Road Trip" Holidays
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(help: "New name of the playlist.") var newName: String
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            try catalog.playlists.rename(
                catalog.playlists.playlist(named: name).persistentID, to: newName)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete a playlist; its items stay in the library.",
            discussion: """
                A number is the name of a playlist; write id:NUMBER for its id.

                  phonolith playlist delete "Road Trip"
                  phonolith playlist delete id:5
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let playlist = try catalog.playlists.playlist(named: name)
            // Deleting a playlist called 5 twice must not delete the one with the id 5.
            guard Int64(name) == nil || playlist.name.folded == name.folded else {
                throw Failure(
                    """
                    \(name): no playlist has this name; to delete '\(playlist.name)', which has this id: \
                    phonolith playlist delete id:\(name)
                    """)
            }
            try catalog.playlists.delete(playlist.persistentID)
        }
    }

    struct Duplicate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "duplicate",
            abstract: "Copy a playlist.",
            discussion: """
                The copy of a smart playlist is an ordinary playlist of its current items.

                  phonolith playlist duplicate "Road Trip" "Road Trip 2"
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(help: "Name of the copy.") var newName: String
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let copy = try catalog.playlists.duplicate(
                catalog.playlists.playlist(named: name).persistentID, as: newName)
            try StandardOutput.writeLine(copy.persistentID.description)
        }
    }

    struct Describe: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "describe", abstract: "Set the description of a playlist.",
            discussion: """
                  phonolith playlist describe "Road Trip" "Songs for the car"
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(help: "Description; empty to remove it.") var text: String
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            try catalog.playlists.describe(
                catalog.playlists.playlist(named: name).persistentID, as: text.isEmpty ? nil : text)
        }
    }
}

/// In which order, and how many.
struct StretchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Sort by these keys, each with :desc for the greatest first.",
            valueName: "key[:desc],…"))
    var sort: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of items.", valueName: "count"))
    var limit: Int?

    func validate() throws {
        try ListRequest.check(texts, of: .title)
    }

    var isGiven: Bool { sort != nil || limit != nil }

    var order: [MediaOrder] {
        get throws {
            try ListRequest(commandLine: texts, of: .title).order
        }
    }

    private var texts: [ListRequest.Parameter: [String]] {
        [.sort: sort, .limit: limit.map(String.init)].compactMapValues { $0.map { [$0] } }
    }
}
