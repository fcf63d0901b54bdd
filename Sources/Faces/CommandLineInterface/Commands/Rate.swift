import ArgumentParser
import Catalog
import Foundation
import MediaModel

struct Rate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate", abstract: "Rate an item, 0 to 5.",
        discussion: """
            Ratings are stored in the library, not in the file. Scans do not change them.

              phonolith rate 42 5
              phonolith rate ~/Music/Homogenic/02.flac 4
              phonolith rate 42 none
            """)
    @Argument(help: "The item's id, or the path of its file.", completion: .file())
    var item: String
    @Argument(help: "0 to 5, or none to remove the rating.", transform: Stars.init(text:))
    var stars: Stars
    @OptionGroup var library: LibraryOptions

    func run() throws {
        let catalog = try library.open(for: .writing)
        for item in try catalog.items(named: item) {
            try catalog.values.setRating(stars.rating, of: item.persistentID)
        }
    }

    /// 0 to 5, or none.
    struct Stars: Sendable {
        var rating: Int?

        init(text: String) throws {
            if text == "none" { return }
            guard let rating = Int(text), (0...5).contains(rating) else {
                throw ValidationError("rate takes 0 to 5, or none")
            }
            self.rating = rating
        }
    }
}

struct Mark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Record a play, a skip or a bookmark of an item.",
        discussion: """
            Players that use the library do this automatically. Use this command for other players, or to correct values.

              phonolith mark 42 --played
              phonolith mark 42 --bookmark 1:02:30
              phonolith mark 42 --play-count 17 --last-played 2026-11-21T09:30:00Z
            """)
    @Argument(help: "The item's id, or the path of its file.", completion: .file())
    var item: String
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
        let items = try catalog.items(named: item)
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
