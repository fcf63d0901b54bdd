import ArgumentParser
import FoundationEssentials
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

struct Rate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Rate items, 0 to 5.",
        usage: "phonolith rate <item> ... <stars> [--library <file>] [--user <name>]",
        discussion: """
            Ratings are stored in the library, not in the file. Scans do not change them.

              phonolith rate 42 5
              phonolith rate ~/Music/Homogenic/*.flac 4
              phonolith rate 42 none
            """)
    // A list takes all that is left, the stars among it.
    @Argument(
        help: ArgumentHelp(
            "Ids of items or paths of their files, then the stars: 0 to 5, or none to remove the ratings.",
            valueName: "item"),
        completion: .file())
    var itemsAndStars: [String]
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        guard itemsAndStars.count > 1 else {
            throw ValidationError("rate takes items and stars: phonolith rate 42 5")
        }
        _ = try stars
    }

    /// All or none of the items.
    func run() throws {
        let catalog = try library.open(for: .writing)
        let stars = try stars
        let items = try itemsAndStars.dropLast().flatMap(catalog.items)
        try catalog.transaction {
            for item in items {
                try catalog.values.setRating(stars.rating, of: item.persistentID)
            }
        }
    }

    private var stars: Stars {
        get throws { try Stars(text: itemsAndStars.last ?? "") }
    }

    /// 0 to 5, or none.
    private struct Stars {
        var rating: Int?

        init(text: String) throws {
            if text == "none" { return }
            guard let rating = Int(text), (0...5).contains(rating) else {
                throw ValidationError(
                    "The value '\(text)' is invalid for '<stars>': rate takes 0 to 5, or none")
            }
            self.rating = rating
        }
    }
}

struct Mark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Record a play, a skip or a bookmark of items.",
        discussion: """
            Players that use the library do this automatically. Use this command for other players, or to correct values.

              phonolith mark 42 43 --played
              phonolith mark 42 --bookmark 1:02:30
              phonolith mark 42 --play-count 17 --last-played 2026-11-21T09:30:00Z
            """)
    @Argument(help: "Ids of items, or paths of their files.", completion: .file())
    var items: [String]
    @Flag(help: "Record a full play, now.") var played = false
    @Flag(help: "Record a skip.") var skipped = false
    @Option(parsing: .unconditional, help: ArgumentHelp("Set the play count.", valueName: "count"))
    var playCount: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("Set the skip count.", valueName: "count"))
    var skipCount: Int?
    @Option(
        help: ArgumentHelp(
            "Set the time of the last play: a date, or a date and time in UTC.", valueName: "moment"
        ),
        transform: Self.moment)
    var lastPlayed: Date?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Set the position to resume at: seconds or h:mm:ss from the beginning, or none.",
            valueName: "time"),
        transform: Bookmark.init(text:))
    var bookmark: Bookmark?
    @OptionGroup var library: LibraryOptions

    func validate() throws {
        let counts = [("--play-count", playCount), ("--skip-count", skipCount)]
        for case (let name, let count?) in counts where !(0...Int(Int32.max)).contains(count) {
            throw ValidationError("\(name) takes 0 to \(Int32.max), not \(count)")
        }
        if played, skipped {
            throw ValidationError("--played excludes --skipped")
        }
        if played, playCount != nil || lastPlayed != nil {
            throw ValidationError(
                "--played excludes --play-count and --last-played")
        }
        if skipped, skipCount != nil {
            throw ValidationError("--skipped excludes --skip-count")
        }
        if played || skipped || playCount != nil || skipCount != nil || lastPlayed != nil
            || bookmark != nil
        {
            return
        }
        throw ValidationError(
            "nothing to record; use --played, for example; --help lists all options")
    }

    func run() throws {
        let catalog = try library.open(for: .writing)
        let items = try items.flatMap(catalog.items)
        do {
            try catalog.transaction { for item in items { try note(item, in: catalog) } }
        } catch let error as BookmarkError {
            throw Failure(
                "\(error.item): ends at \(error.end.clockText); choose a bookmark before that, or none"
            )
        }
    }

    private func note(_ item: MediaItem, in catalog: Catalog) throws {
        if playCount != nil || skipCount != nil || lastPlayed != nil {
            try catalog.values.correct(
                playCount: playCount, skipCount: skipCount, lastPlayedDate: lastPlayed,
                of: item.persistentID)
        }
        if played { try catalog.values.notePlay(of: item.persistentID, at: .now) }
        if skipped { try catalog.values.noteSkip(of: item.persistentID) }
        if let bookmark {
            try catalog.values.setBookmark(bookmark.seconds, of: item.persistentID)
        }
    }

    private static func moment(_ text: String) throws -> Date {
        guard let moment = Date(iso8601: text) else {
            throw ValidationError(
                "'\(text)' is not a date or time; write 2026-11-21 or 2026-11-21T09:30:00Z")
        }
        // Clocks and time zones differ by a day at most.
        guard moment <= Date.now.addingTimeInterval(86_400) else {
            throw ValidationError("'\(text)' is in the future; write the time of a play")
        }
        return moment
    }

    /// A time in an item, or none.
    struct Bookmark: Sendable {
        var seconds: Double?

        init(text: String) throws {
            if text == "none" { return }
            guard let seconds = Double(clockText: text), seconds < 1e7 else {
                throw ValidationError("write 90, 1:30, 1:02:03 or none")
            }
            self.seconds = seconds
        }
    }
}
