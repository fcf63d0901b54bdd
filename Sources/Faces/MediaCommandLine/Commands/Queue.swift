import ArgumentParser
import PhonolithCommandLineInterface
import PhonolithMediaModel
import PhonolithPlayback
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

struct Queue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Show or edit the queue.",
        discussion: """
            The library stores the last queue and the position in it. Positions count from 1.

              phonolith queue
              phonolith queue add 42 43
              phonolith queue add --playlist "Road Trip"
              phonolith queue insert 1 44
              phonolith queue move 5 1
            """,
        subcommands: [
            Show.self, Add.self, Insert.self, Next.self, Remove.self, Move.self, Clear.self,
            Mode.self,
            Device.self,
        ], defaultSubcommand: Show.self)

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List the queue and the current position.")
        @OptionGroup var output: OutputOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .reading)
            let kept = try catalog.queue.described()
            let columns = [
                TableColumn("", field: "current", minimum: 1),
                TableColumn("#", field: "position", minimum: 2),
                TableColumn("Title", field: "title", minimum: 16),
                TableColumn("Artist", field: "artist", minimum: 10),
                TableColumn("Album", field: "albumTitle", minimum: 10),
            ]
            var writer = try output.writer(
                columns: columns,
                fields: [
                    "position", "isCurrent", "bookmarkTime", "persistentID", "title", "artist",
                    "albumTitle", "playbackDuration", "path", "url",
                ], emptyNote: "The queue is empty.")
            for (index, entry) in kept.queue.entries.enumerated() {
                try writer.write(
                    Record(
                        entry.item, at: index + 1,
                        currentTime: index == kept.queue.currentIndex ? kept.time : nil,
                        mark: output.mark))
            }
            try writer.finish()
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Append items, files or URLs to the queue.")
        @OptionGroup var selection: QueueSelectionOptions
        @OptionGroup var library: LibraryOptions

        func validate() throws { try selection.refuseNothing(to: "add") }

        func run() throws { try selection.change(library) { items, _ in .append(items) } }
    }

    struct Insert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "insert", abstract: "Insert items, files or URLs at a position.",
            discussion: """
                The first of them gets the position; what was there comes after the last of them.

                  phonolith queue insert 1 42 43
                  phonolith queue insert 3 --playlist "Road Trip"
                """)
        @Argument(help: "Position of the first of them, from 1.") var position: Int
        @OptionGroup var selection: QueueSelectionOptions
        @OptionGroup var library: LibraryOptions

        func validate() throws { try selection.refuseNothing(to: "insert") }

        func run() throws {
            try selection.change(library) { try .inserting($0, at: position, of: $1) }
        }
    }

    struct Next: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "next", abstract: "Insert items, files or URLs after the current entry.")
        @Argument(
            help: ArgumentHelp("Items, files, folders or URLs.", valueName: "id|path|url"),
            completion: .file())
        var names: [String]
        @OptionGroup var network: NetworkOptions
        @OptionGroup var library: LibraryOptions

        func run() throws {
            network.apply()
            try library.changeQueue(adding: names) { items, _ in .prepend(items) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove entries from the queue.")
        @Argument(help: "Positions, from 1.") var positions: [Int]
        @OptionGroup var library: LibraryOptions

        func run() throws {
            try library.changeQueue { try .removing(positions, of: $0) }
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move an entry to another position.")
        @Argument(help: "Current position, from 1.") var from: Int
        @Argument(help: "Target position, from 1.") var to: Int
        @OptionGroup var library: LibraryOptions

        func run() throws {
            try library.changeQueue { try .moving(from: from, to: to, of: $0) }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Clear the queue.")
        @OptionGroup var library: LibraryOptions
        func run() throws { try library.changeQueue { _ in .removeAll } }
    }

    struct Mode: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "mode", abstract: "Set the shuffle and repeat modes of the queue.")
        @Option(help: "Shuffle mode: off, songs, or albums (each in its own order).")
        var shuffle: PlayQueue.ShuffleMode?
        @Option(help: ArgumentHelp("Seed for a repeatable shuffle.", valueName: "number"))
        var seed: UInt64?
        @Option(name: .customLong("repeat"), help: "Repeat mode: none, one, or all.")
        var repeating: PlayQueue.RepeatMode?
        @OptionGroup var library: LibraryOptions

        func validate() throws {
            if shuffle == nil, repeating == nil {
                throw ValidationError("nothing to change; use --shuffle or --repeat")
            }
        }

        func run() throws {
            try library.changeQueue { _ in
                .setModes(
                    repeatMode: repeating, shuffleMode: shuffle,
                    seed: seed ?? .random(in: 0 ... .max))
            }
        }
    }
}

extension Queue {
    struct Device: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "device", abstract: "Show or choose the output device of the queue.",
            discussion: """
                A player that plays the queue continues there without a gap. The choice is remembered for the user, for play \
                without --device and for the jukebox of the service. Several devices play the same. Without devices, \
                the command prints the choice; with --default, the sound server chooses.

                  phonolith queue device "Kitchen Speakers"
                  phonolith queue device --user anna "Kitchen Speakers" "Living Room"
                  phonolith queue device
                  phonolith queue device --default
                """)
        @Argument(
            help: ArgumentHelp(
                "Devices from the list of phonolith outputs, by name, number or description.",
                valueName: "name|id"))
        var devices: [String] = []
        @Flag(name: .customLong("default"), help: "Leave the choice to the sound server.")
        var isDefault = false
        @OptionGroup var library: LibraryOptions

        func validate() throws {
            if isDefault, !devices.isEmpty {
                throw ValidationError(
                    "--default leaves the choice to the sound server; name no device")
            }
        }

        func run() throws {
            guard isDefault || !devices.isEmpty else { return try show() }
            let names = try devices.isEmpty ? [] : OutputDevices.names(of: devices)
            let catalog = try library.open(for: .writing)
            try catalog.queue.chooseOutputs(names)
            try LibraryOptions.change(catalog) { _ in .setDevices(names) }
        }

        /// Prints the names of the chosen devices, one on a line.
        private func show() throws {
            let names = try library.open(for: .reading).queue.chosenOutputs()
            if names.isEmpty { Terminal.tell("no device is chosen; the sound server chooses") }
            for name in names { try StandardOutput.writeLine(name.oneLine) }
        }
    }
}

/// Items that are put into the queue.
struct QueueSelectionOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Items, files, folders or URLs.", valueName: "id|path|url"),
        completion: .file())
    var names: [String] = []
    @Option(help: ArgumentHelp("A playlist, in its order.", valueName: "name"))
    var playlist: String?
    @OptionGroup var network: NetworkOptions

    /// - Throws: `ValidationError` if nothing is selected.
    fileprivate func refuseNothing(to verb: String) throws {
        guard names.isEmpty, playlist == nil else { return }
        throw ValidationError(
            "nothing to \(verb); name items, files or URLs, or use --playlist")
    }

    /// - Parameter edit: Makes the change of the items and the queue.
    fileprivate func change(
        _ library: LibraryOptions, _ edit: ([PlayerItem], PlayQueue) throws -> QueueEdit
    ) throws {
        network.apply()
        try library.changeQueue(adding: names, playlist: playlist, edit)
    }
}

extension LibraryOptions {
    /// Adds to the queue.
    ///
    /// - Parameter edit: Makes the change of the items and the queue.
    fileprivate func changeQueue(
        adding names: [String], playlist: String? = nil,
        _ edit: ([PlayerItem], PlayQueue) throws -> QueueEdit
    ) throws {
        let catalog = try open(for: .writing)
        let selection = try PlaySelection(names, playlist: playlist, in: catalog)
        try Self.change(catalog) { try edit(selection.items, $0) }
        for problem in selection.problems {
            Terminal.tell("phonolith: \(problem.message.oneLine)")
        }
        if !selection.problems.isEmpty { throw ExitCode.problems }
    }

    fileprivate func changeQueue(_ edit: (PlayQueue) throws -> QueueEdit) throws {
        try Self.change(open(for: .writing), edit)
    }

    /// - Parameter edit: Makes the change of the queue, whose positions are those that people see.
    fileprivate static func change(
        _ catalog: Catalog, _ edit: (PlayQueue) throws -> QueueEdit
    ) throws {
        do {
            try catalog.queue.change(edit(catalog.queue.kept().queue))
        } catch let refusal as QueueEdit.Refusal {
            throw Failure(refusal.description)
        }
    }
}

extension OutputOptions {
    /// The mark of the current entry for people; `nil` for output that programs read.
    fileprivate var mark: String? {
        switch ofRecords {
        case .table: "▶"
        case .plain: "now playing"
        default: nil
        }
    }
}

extension Record {
    /// An entry of the queue; `currentTime` is where it is played, for the current one, which `mark` marks for people.
    fileprivate init(_ item: PlayerItem, at position: Int, currentTime: Double?, mark: String?) {
        let (path, url) = item.source.place
        self.init([
            ("current", mark.map { .text(currentTime == nil ? "" : $0) }),
            ("position", .integer(position)),
            ("isCurrent", mark == nil ? .boolean(currentTime != nil) : nil),
            ("bookmarkTime", currentTime.map { .thousandths($0) }),
            ("persistentID", item.persistentID.map { .text($0.description) }),
            ("title", mark == nil ? item.title.map { .text($0) } : .text(item.name)),
            ("artist", item.artist.map { .text($0) }),
            ("albumTitle", item.albumTitle.map { .text($0) }),
            ("playbackDuration", item.duration.map(MediaValue.number)),
            ("path", path.map { .text($0.description) }), ("url", url.map { .text($0) }),
        ])
    }
}
