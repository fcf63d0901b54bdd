import PhonolithFiles
public import PhonolithMediaModel
public import PhonolithPlaylists
import PhonolithStore

/// A playlist file with the entries of the lists that it names, as it is on disk: without a library.
public struct PlaylistFile: Sendable {
    /// In order.
    public let entries: [Entry]
    /// Problems in the file.
    public let problems: [PlaylistProblem]

    /// The entries of the list.
    public struct Entry: Hashable, Sendable {
        /// Where it is; `nil` if the list does not say.
        public var place: Place?
        /// The list's values for it.
        public var text: PlaylistEntry
    }

    /// Where an entry is.
    public enum Place: Hashable, Sendable {
        /// A file: the one that is there, of those that may be meant; else the likeliest.
        case file(MediaPath)
        /// A URI of another scheme than `file`.
        case uri(String)
    }

    /// Reads a file, and those that it names. Blocks its thread.
    ///
    /// - Throws: ``PlaylistFileError`` for a file that cannot be read or is not a playlist.
    public init(reading path: MediaPath) throws {
        guard let file = path.resolved else {
            throw PlaylistFileError.system(path, "cannot be read")
        }
        var reader = PlaylistFileReader()
        _ = try reader.read(file, by: path)
        problems = reader.problems
        entries = reader.entries.map {
            Entry(place: Self.place(of: $0.text.location, in: $0.folder), text: $0.text)
        }
    }

    private static func place(of location: PlaylistLocation?, in folder: MediaPath?) -> Place? {
        guard let location else { return nil }
        if location.isRemote { return .uri(location.description) }
        let paths = location.paths.map { path in
            path.isAbsolute ? path : folder?.appending(path) ?? path
        }
        return (paths.lazy.compactMap(\.resolved).first ?? paths.first).map(Place.file)
    }
}
