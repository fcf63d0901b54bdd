import ArgumentParser
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

// Commands that change the entries of a playlist. Positions count from 1.

extension PlaylistCommand {
    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Append items to a playlist.",
            discussion: """
                  phonolith playlist add "Road Trip" 42 43
                  phonolith playlist add "Road Trip" 02.flac https://example.org/radio
                  phonolith playlist add "Road Trip" ~/Music/Vespertine
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(
            help: "Ids, paths of files or folders in the library, or URLs.", completion: .file())
        var items: [String]
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let playlist = try catalog.playlists.playlist(named: name)
            try catalog.playlistEntries.add(
                items.flatMap(catalog.newEntries), to: playlist.persistentID)
        }
    }

    struct Insert: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "insert", abstract: "Insert items before the entry at a position.",
            discussion: """
                  phonolith playlist insert "Road Trip" 1 42 43
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(help: "Position of the first inserted item.") var position: Int
        @Argument(
            help: "Ids, paths of files or folders in the library, or URLs.", completion: .file())
        var items: [String]
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let playlist = try catalog.playlists.playlist(named: name)
            try catalog.playlistEntries.insert(
                items.flatMap(catalog.newEntries), into: playlist.persistentID,
                at: position.position)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove entries by their positions.",
            discussion: """
                Positions are those before the removal.

                  phonolith playlist remove "Road Trip" 3 10..20
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(
            help: "Positions, or ranges of them like 10..20.", transform: PositionRange.init(text:))
        var positions: [PositionRange]
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let playlist = try catalog.playlists.playlist(named: name)
            let count = try catalog.playlists.summary(of: playlist).entryCount
            try catalog.playlistEntries.removeEntries(
                of: playlist.persistentID, at: positions.flatMap { try $0.positions(of: count) })
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move an entry to another position.",
            discussion: """
                  phonolith playlist move "Road Trip" 3 1
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @Argument(help: "Current position.") var from: Int
        @Argument(help: "Target position.") var to: Int
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let playlist = try catalog.playlists.playlist(named: name)
            try catalog.playlistEntries.moveEntry(
                of: playlist.persistentID, from: from.position, to: to.position)
        }
    }

    struct Dedupe: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "dedupe", abstract: "Remove duplicate entries; the first of each stays.",
            discussion: """
                  phonolith playlist dedupe "Road Trip"
                """)
        @Argument(help: "Name or id of the playlist.") var name: String
        @OptionGroup var library: LibraryOptions

        func run() throws {
            let catalog = try library.open(for: .writing)
            let playlist = try catalog.playlists.playlist(named: name)
            let count = try catalog.playlistEntries.removeDuplicates(of: playlist.persistentID)
            try StandardOutput.writeLine("\(count) removed")
        }
    }
}

extension Int {
    /// A position that the user counts from 1, counted from 0.
    fileprivate var position: Int { self == .min ? self : self - 1 }
}

/// A position or all from one to another, as the user counts them: `3`, `10..20`.
struct PositionRange: Sendable {
    private let first: Int
    private let last: Int

    init(text: String) throws {
        let parts = text.firstRange(of: "..").map {
            [text[..<$0.lowerBound], text[$0.upperBound...]]
        }
        let numbers = (parts ?? [text[...]]).compactMap { Int($0) }
        guard let first = numbers.first, let last = numbers.last,
            numbers.count == parts?.count ?? 1
        else { throw ValidationError("write a position such as 3, or a range such as 10..20") }
        guard first <= last else {
            throw ValidationError("the range runs backwards; write \(last)..\(first)")
        }
        (self.first, self.last) = (first, last)
    }

    /// The positions, counted from 0.
    ///
    /// - Parameter count: How many entries the list has.
    /// - Throws: `PlaylistEditError` if the list has no such position, before they are counted out.
    func positions(of count: Int) throws -> Range<Int> {
        for position in [first, last] where !(1...max(1, count)).contains(position) {
            throw PlaylistEditError.positionOutOfRange(position: position.position, count: count)
        }
        return first.position..<last
    }
}
