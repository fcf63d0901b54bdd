public import ArgumentParser
import Glibc
import PhonolithFiles
public import PhonolithImporting
import PhonolithMediaModel
public import PhonolithPlaylists
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithUsers

struct PlaylistOutputOptions: ParsableArguments {
    @Option(help: "Write relative paths, absolute paths, or file:// URIs. (default: relative)")
    var paths: PlaylistExporter.Paths?
    @OptionGroup var prefixes: PathPrefixOptions
    @Option(
        help: ArgumentHelp(
            "Copy the playlist and its files into this folder.",
            valueName: "folder"))
    var copyTo: PathArgument?

    /// - Throws: `ValidationError` if any of these options is given for what is not a playlist.
    func refuse(unless isPlaylist: Bool) throws {
        if isPlaylist { return }
        if copyTo != nil {
            throw ValidationError("--copy-to copies a playlist; add --format m3u8")
        }
        if paths != nil || !prefixes.texts.isEmpty {
            let option = paths != nil ? "--paths" : "--path-prefix"
            throw ValidationError("\(option) is for playlists; add --format m3u8")
        }
    }

    /// Writes a list to a file, to standard output, or into the folder that its files are copied to.
    ///
    /// - Parameters:
    ///   - name: The name of the file beside copies, without its extension.
    ///   - output: The file; `nil` for standard output.
    ///   - written: Is called with the file when it is written.
    /// - Throws: ``Failure``; exit code 1 where something could not be said or copied.
    func write(
        _ list: PlaylistSource, as format: PlaylistFormat, called name: String,
        to output: PathArgument?, from catalog: Catalog,
        written: (MediaPath) -> Void = { _ in }
    ) throws {
        let exporter = PlaylistExporter(
            format: format, paths: paths ?? .relative, prefixes: prefixes.prefixes)
        let protected = ProtectedFiles(library: catalog.path)
        var problems: [PlaylistProblem] = []
        if let copyTo {
            // With a connection of its own, because the list is read while files are copied.
            let protected = ProtectedFiles(
                library: catalog.path, opened: try Catalog.open(at: catalog.path, for: .reading))
            let file =
                output?.path
                ?? copyTo.path.appending(MediaPath("\(name.fileName).\(format.rawValue)"))
            let copy = try PlaylistCopy(
                to: copyTo.path, roots: catalog.roots.all().map(\.path), checking: protected.check)
            try protected.check(file)
            problems = try write(copying: list, with: copy, by: exporter, to: file)
            written(file)
        } else if let output, !output.isStandardOutput {
            try protected.check(output.path)
            problems = try exporter.write(list, to: output.path)
            written(output.path)
        } else {
            let folder = MediaPath(".").resolved ?? "."
            problems = try exporter.write(list, in: folder) {
                try $0.withUnsafeBytes { try StandardOutput.write($0) }
            }
        }
        for problem in problems {
            Terminal.tell("\(name.withoutControls): \(problem.description.oneLine)")
        }
        if !problems.isEmpty { throw ExitCode.problems }
    }

    /// Copies each file before its entry is written.
    private func write(
        copying list: PlaylistSource, with copy: PlaylistCopy, by exporter: PlaylistExporter,
        to file: MediaPath
    ) throws -> [PlaylistProblem] {
        var (copy, index) = (copy, 0)
        var problems: [PlaylistProblem] = []
        let copies = PlaylistSource(head: list.head) { body in
            try list.forEachEntry { entry in
                var entry = entry
                do {
                    try copy.copy(&entry)
                } catch let failure as Failure {
                    throw failure
                } catch let error as PlaylistFileError where error.isOfDisk {
                    throw error
                } catch {
                    problems.append(PlaylistProblem(entry: index, String(describing: error)))
                }
                index += 1
                try body(entry)
            }
        }
        let unsaid = try exporter.write(copies, to: file)
        return problems + unsaid
    }
}

struct PathPrefixOptions: ParsableArguments {
    @Option(
        name: .customLong("path-prefix"),
        help: ArgumentHelp(
            "Replace OLD at the beginning of paths with NEW. Can be repeated.",
            valueName: "OLD=NEW"))
    var texts: [String] = []

    func validate() throws {
        for text in texts where !text.contains("=") || text.hasPrefix("=") {
            throw ValidationError(
                "--path-prefix takes OLD=NEW, like /home/me/Music=/media/stick, not '\(text)'")
        }
    }

    var prefixes: [PathPrefix] {
        texts.compactMap { text in
            text.firstIndex(of: "=").map { sign in
                PathPrefix(
                    old: MediaPath(argument: String(text[..<sign])),
                    new: MediaPath(argument: String(text[text.index(after: sign)...])))
            }
        }
    }
}

extension PlaylistExporter.Paths: ExpressibleByArgument {}

/// The formats that can be written.
extension PlaylistFormat: ExpressibleByArgument {
    /// Their names.
    public static var allValueStrings: [String] { writable.map(\.rawValue) }

    /// The format of a name; `nil` for one that can only be read.
    public init?(argument: String) {
        guard Self.allValueStrings.contains(argument) else { return nil }
        self.init(rawValue: argument)
    }
}

extension OutputFormat {
    /// The format of a playlist; `nil` for a format that shows records.
    var playlist: PlaylistFormat? { PlaylistFormat(rawValue: rawValue) }
}

extension String {
    /// The text as the name of a file that any file system takes.
    fileprivate var fileName: String {
        isEmpty ? "playlist" : PortableName.of(Array(withoutControls.prefix(60).utf8))
    }
}

extension Catalog {
    /// An argument to be added to a list: an id, a file or folder in the library, or a URL.
    func newEntries(named name: String) throws -> [NewPlaylistEntry] {
        let location = PlaylistLocation(line: ArgumentText.bytes(name))
        if location.isRemote { return [.text(PlaylistEntry(location: location), folder: nil)] }
        let folder = MediaPath(argument: name).resolutions.first(where: \.isFolder)
        if Int64(name) == nil, let folder { return try items(inFolder: folder, named: name) }
        return try items(named: name).map { .item($0.persistentID) }
    }

    /// The items of a folder and those in it, in the order of their paths.
    private func items(
        inFolder folder: MediaPath, named name: String
    ) throws -> [NewPlaylistEntry] {
        var query = MediaQuery(filterPredicates: [.hasPrefix(.path, folder.description)])
        query.order = [MediaOrder(.path)]
        // The library compares paths without case.
        let found = try items.all(matching: query).filter { $0.location.path.isInside(folder) }
        guard !found.isEmpty else {
            throw Failure(
                "\(name): contains no items of the library; scan it: phonolith scan FOLDER")
        }
        return found.map { .item($0.persistentID) }
    }
}
