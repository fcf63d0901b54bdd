import FoundationEssentials
import Glibc
import PhonolithFiles
package import PhonolithMediaModel
import PhonolithStore

/// A program whose library can be taken over.
package enum ForeignProgram: String, CaseIterable, Sendable {
    case itunes, rhythmbox, strawberry, clementine, navidrome, mpd, beets, kodi

    /// Reads what the program keeps.
    ///
    /// - Parameters:
    ///   - paths: Its files, or folders with them.
    ///   - user: The user whose values are read, of a program with several users; `nil` if it has one.
    /// - Throws: ``ImportingError`` naming the file.
    package func library(in paths: [MediaPath], ofUser user: String?) throws -> ForeignLibrary {
        let files = try paths.flatMap(self.files)
        var library = ForeignLibrary()
        for file in files {
            do { try read(file, ofUser: user, into: &library) } catch let error
                as ForeignDatabaseError
            {
                throw ImportingError(file, error.reason)
            }
        }
        library.removeRepetitions()
        library.completeEntries()
        return library
    }

    private func read(
        _ file: MediaPath, ofUser user: String?, into library: inout ForeignLibrary
    ) throws {
        switch self {
        case .itunes: try ITunesLibrary.read(file, into: &library)
        case .rhythmbox: try RhythmboxLibrary.read(file, into: &library)
        case .strawberry: try StrawberryLibrary.read(file, .strawberry, into: &library)
        case .clementine: try StrawberryLibrary.read(file, .clementine, into: &library)
        case .navidrome: try NavidromeLibrary.read(file, user, into: &library)
        case .mpd: try MPDLibrary.read(file, into: &library)
        case .beets: try BeetsLibrary.read(file, into: &library)
        case .kodi: try KodiLibrary.read(file, into: &library)
        }
    }

    /// Names of the program's own files, without regard to case; `*` matches any text.
    var fileNames: [String] {
        switch self {
        case .itunes: ["Library.xml", "iTunes Library.xml", "iTunes Music Library.xml"]
        case .rhythmbox: ["rhythmdb.xml", "playlists.xml"]
        case .strawberry: ["strawberry.db"]
        case .clementine: ["clementine.db"]
        case .navidrome: ["navidrome.db"]
        case .mpd: ["sticker.sql", "sticker.db", "*.m3u", "*.m3u8"]
        case .beets: ["library.db", "musiclibrary.db", "musiclibrary.blb"]
        case .kodi: ["MyMusic*.db", "MyVideos*.db"]
        }
    }

    /// How deep a data folder is searched: `~/.kodi` has its databases in `userdata/Database`.
    private static let searchDepth = 3

    private func files(_ path: MediaPath) throws -> [MediaPath] {
        guard path.isFolder else {
            guard path.status != nil else {
                throw ImportingError(path, "no such file; \(path.remedyWhereMissing)")
            }
            return [path]
        }
        let found = newest(search(path, Self.searchDepth))
        guard !found.isEmpty else {
            let names = fileNames.joined(separator: ", ")
            let remedy = self == .itunes ? "; \(ITunesLibrary.remedy)" : ""
            throw ImportingError(path, "has none of the files of \(rawValue): \(names)\(remedy)")
        }
        return found
    }

    private func search(_ folder: MediaPath, _ depth: Int) -> [MediaPath] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.description)) ?? []
        let entries = names.sorted().map { (name: $0, path: folder.appending(MediaPath($0))) }
        let own = entries.filter { name, path in
            fileNames.contains { Self.matches(name, $0) } && path.status?.isRegularFile == true
        }.map(\.path)
        guard depth > 0 else { return own }
        return own + entries.filter(\.path.isFolder).flatMap { search($0.path, depth - 1) }
    }

    /// Kodi leaves the databases of older versions where they are: only the one with the highest number counts.
    private func newest(_ files: [MediaPath]) -> [MediaPath] {
        guard self == .kodi else { return files }
        let kinds = Dictionary(grouping: files) {
            $0.lastComponent.description.lowercased().prefix { $0.isLetter }
        }
        func number(_ file: MediaPath) -> Int {
            Int(file.lastComponent.description.filter(\.isNumber)) ?? 0
        }
        return kinds.values.compactMap { $0.max { number($0) < number($1) } }.sorted()
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
        let (name, pattern) = (name.lowercased(), pattern.lowercased())
        guard let star = pattern.firstIndex(of: "*") else { return name == pattern }
        let (head, tail) = (pattern[..<star], pattern[pattern.index(after: star)...])
        return name.count >= head.count + tail.count && name.hasPrefix(head)
            && name.hasSuffix(tail)
    }
}

/// Why a file of another program, or of user data, is not read or written, in words for the user.
package struct ImportingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named or found.
    package var path: MediaPath
    /// The reason, and the remedy where there is one.
    package var reason: String

    init(_ path: MediaPath, _ reason: String) {
        (self.path, self.reason) = (path, reason)
    }

    package var description: String { "\(path): \(reason)" }
}
