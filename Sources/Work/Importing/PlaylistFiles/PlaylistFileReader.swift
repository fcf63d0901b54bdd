import PhonolithFiles
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithUsers

/// Reads a playlist file and, in the places of entries that are playlists, the entries of these.
struct PlaylistFileReader {
    private(set) var entries: [PlaylistDraft.Entry] = []
    private(set) var problems: [PlaylistProblem] = []
    /// The files that are being read, the outermost first.
    private var open: [MediaPath] = []

    /// No playlist is larger, in bytes.
    static let largestFile = 256 << 20
    /// How deep playlists may be nested.
    private static let deepest = 8
    /// The most entries of a playlist with all playlists in it.
    private static let mostEntries = 2_000_000

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: Absolute, without symbolic links.
    ///   - name: The path by which the file was reached, which may be a symbolic link in another folder.
    /// - Returns: The file's data of the list; its entries are in ``entries``.
    mutating func read(_ file: MediaPath, by name: MediaPath? = nil) throws -> PlaylistDocument {
        let contents = try file.contents(upTo: Self.largestFile)
        guard let format = Self.format(of: file, contents) else {
            if let foreign = ForeignPlaylist(contents: contents) {
                throw PlaylistFileError(file, foreign.error.description)
            }
            let known = PlaylistFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw PlaylistFileError(file, "is not a playlist; supported formats: \(known) and nsp")
        }
        let reading: PlaylistReading
        do {
            reading = try format.parse(contents)
        } catch {
            throw PlaylistFileError(file, error.description)
        }
        let first = entries.count
        entries.reserveCapacity(first + reading.document.entries.count)
        for problem in reading.problems {
            problems.append(
                PlaylistProblem(entry: problem.entry.map { $0 + first }, problem.reason))
        }
        open.append(file)
        defer { open.removeLast() }
        let folders = Self.folders(of: file, by: name)
        for entry in reading.document.entries {
            try take(entry, in: Self.folder(of: entry, folders), isPart: format == .cue)
        }
        var document = reading.document
        document.entries = []
        return document
    }

    /// Where the places of a list may be relative to: the folder of the link, as for all who open it there, then that of
    /// the file.
    private static func folders(of file: MediaPath, by name: MediaPath?) -> [MediaPath] {
        guard let link = name?.absolute.parent.resolved, link != file.parent else {
            return [file.parent]
        }
        return [link, file.parent]
    }

    /// The folder in which an entry is there; the first if it is in none.
    private static func folder(of entry: PlaylistEntry, _ folders: [MediaPath]) -> MediaPath {
        guard folders.count > 1, let location = entry.location, !location.isRemote else {
            return folders[0]
        }
        let paths = location.paths.filter { !$0.isAbsolute }
        return folders.first { folder in
            paths.contains { folder.appending($0).resolved != nil }
        } ?? folders[0]
    }

    /// The beginning of a file says more than its name, except for what begins with anything.
    private static func format(of file: MediaPath, _ contents: [UInt8]) -> PlaylistFormat? {
        let named = PlaylistFormat(pathExtension: file.pathExtension)
        switch (named, PlaylistFormat(contents: contents)) {
        case (.cue, _), (.m3u, .m3u8): return named
        case (_, let shown?): return shown
        case (_, nil): return named
        }
    }

    private mutating func take(
        _ entry: PlaylistEntry, in folder: MediaPath, isPart: Bool
    ) throws {
        guard entries.count < Self.mostEntries else {
            throw PlaylistFileError(
                open[0],
                "has more than \(Self.mostEntries) entries, including those of playlists in it")
        }
        guard !isPart, let file = nested(entry, in: folder) else {
            entries.append(PlaylistDraft.Entry(entry, in: folder))
            return
        }
        let place = entries.count
        if open.contains(file.file) || open.count >= Self.deepest {
            let reason =
                open.contains(file.file)
                ? "includes itself through another playlist" : "is nested too deeply"
            problems.append(
                PlaylistProblem(entry: place, "'\(file.file)' \(reason), and is kept as an entry"))
            entries.append(PlaylistDraft.Entry(entry, in: folder))
            return
        }
        do {
            _ = try read(file.file, by: file.name)
        } catch let error as PlaylistFileError where entries.count == place {
            // A file that turns out not to be a list is an entry like others.
            problems.append(PlaylistProblem(entry: place, error.description))
            entries.append(PlaylistDraft.Entry(entry, in: folder))
        }
    }

    /// Whether a place may be that of a playlist: a plain extension tells it of most that they are not.
    private static func mayBeList(_ location: PlaylistLocation) -> Bool {
        let bytes =
            switch location {
            case .path(let path): path.bytes[...]
            case .uri(let text): Array(text.utf8)[...]
            }
        guard let dot = bytes.suffix(6).lastIndex(of: 0x2E) else { return true }
        let letters = bytes[(dot + 1)...]
        let isPlain = letters.allSatisfy {
            $0.isDigit || (0x61...0x7A).contains($0 | 0x20)
        }
        let name = String(decoding: letters, as: UTF8.self)
        return !isPlain || PlaylistFormat(pathExtension: name) != nil
    }

    /// The playlist file that an entry is; `nil` for other entries.
    private func nested(
        _ entry: PlaylistEntry, in folder: MediaPath
    ) -> (file: MediaPath, name: MediaPath)? {
        guard let location = entry.location, Self.mayBeList(location) else { return nil }
        for path in location.isRemote ? [] : location.paths {
            guard PlaylistFormat(pathExtension: path.pathExtension) != nil else { continue }
            let absolute = path.isAbsolute ? path : folder.appending(path)
            if let file = absolute.resolved { return (file, absolute) }
        }
        return nil
    }
}
