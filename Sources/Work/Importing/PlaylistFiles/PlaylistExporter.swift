import Glibc
import PhonolithFiles
public import PhonolithMediaModel
public import PhonolithPlaylists
import PhonolithQueries
package import PhonolithUsers
import SystemPackage

/// Writes playlists to files. Blocks its thread.
public struct PlaylistExporter: Hashable, Sendable {
    /// The format of the file.
    public var format: PlaylistFormat
    /// How paths are written.
    public var paths: Paths
    /// Replacements for the beginnings of paths; such paths are not made relative.
    public var prefixes: [PathPrefix]

    /// How paths are written.
    public enum Paths: String, Hashable, Sendable, CaseIterable {
        /// As seen from the folder of the playlist.
        case relative
        /// From the root of the file system.
        case absolute
        /// As `file://` URIs, percent-encoded.
        case uri
    }

    /// Creates an exporter.
    public init(format: PlaylistFormat, paths: Paths = .relative, prefixes: [PathPrefix] = []) {
        self.format = format
        self.paths = paths
        self.prefixes = prefixes.sorted { $0.old.bytes.count > $1.old.bytes.count }
    }

    /// Renders a playlist, piece by piece.
    ///
    /// - Parameters:
    ///   - list: Its places are absolute paths, or as they were read.
    ///   - folder: The folder of the file: absolute, without symbolic links.
    ///   - take: Takes the bytes in order.
    /// - Returns: Content that the format cannot store.
    public func write(
        _ list: PlaylistSource, in folder: MediaPath, to take: ([UInt8]) throws -> Void
    ) throws -> [PlaylistProblem] {
        var renderer = PlaylistRenderer(format, head: list.head)
        try list.forEachEntry { entry in
            renderer.add(placed(entry, in: folder))
            if renderer.byteCount >= Self.pieceSize { try take(renderer.takeBytes()) }
        }
        renderer.finish()
        try take(renderer.takeBytes())
        return renderer.problems
    }

    private static let pieceSize = 1 << 16

    /// The entry with its places as they are in the file.
    private func placed(_ entry: PlaylistEntry, in folder: MediaPath) -> PlaylistEntry {
        var entry = entry
        entry.location = entry.location.map { place(readable($0), in: folder) }
        if let image = entry.details.image {
            entry.details.image = picture(image, in: folder)
        }
        return entry
    }

    /// The place as lines of text have it. A file that is there is named byte by byte; an absent one was read
    /// from a file in an old code page, whose characters are written as UTF-8.
    private func readable(_ location: PlaylistLocation) -> PlaylistLocation {
        guard format == .m3u8 || format == .m3u || format == .pls,
            case .path(let path) = location, !path.isUTF8, path.status == nil
        else { return location }
        return .path(MediaPath(location.description))
    }

    /// A picture on disk as the format has it: as a path in M3U, as a URI in XSPF and JSPF, and not at all in
    /// PLS. Others stay as they were read.
    private func picture(_ text: String, in folder: MediaPath) -> String? {
        guard text.hasPrefix("/") else { return text }
        let hasLineEnd = text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        guard format != .pls, !hasLineEnd else { return nil }
        let place = place(.path(MediaPath(text)), in: folder)
        if case .path(let path) = place, format == .xspf || format == .jspf {
            return PercentEncoding.reference(to: path)
        }
        return place.description
    }

    private func place(_ location: PlaylistLocation, in folder: MediaPath) -> PlaylistLocation {
        guard !location.isRemote, let path = location.path else { return location }
        if let replaced = prefixes.lazy.compactMap({ $0.replaced(in: path) }).first {
            return .path(replaced)
        }
        guard path.bytes.first == 0x2F else { return location }
        return switch paths {
        case .relative: .path(path.relative(from: folder))
        case .absolute: .path(path)
        case .uri: .uri(PlaylistExporter.uri(of: path))
        }
    }

    /// The `file://` URI of an absolute path.
    public static func uri(of path: MediaPath) -> String { PercentEncoding.reference(to: path) }

    /// Writes a file: whole, or not at all.
    ///
    /// - Returns: Content that the format cannot store.
    /// - Throws: ``PlaylistFileError``.
    public func write(_ list: PlaylistSource, to file: MediaPath) throws -> [PlaylistProblem] {
        // A device or an open file is in no folder that a player would look from.
        let isInFolder = !file.parent.bytes.isEmpty && !file.isWrittenAsItComes
        let parent = isInFolder ? file.parent : MediaPath(".")
        guard let folder = parent.resolved else {
            throw PlaylistFileError.system(parent, "cannot be written to")
        }
        var problems: [PlaylistProblem] = []
        try file.write { descriptor in
            problems = try write(list, in: folder) { try descriptor.writeAll($0) }
        }
        return problems
    }
}

/// A playlist to be written: the values of the whole, and its entries one after the other.
public struct PlaylistSource {
    /// The values of the list as a whole; its entries do not count.
    public var head: PlaylistDocument
    /// Calls back with each entry, in order.
    public var forEachEntry: (_ body: (PlaylistEntry) throws -> Void) throws -> Void

    /// Takes a list that is in memory.
    public init(_ document: PlaylistDocument) {
        self.init(head: document) { body in try document.entries.forEach(body) }
    }

    /// Takes a list whose entries are read as they are written.
    public init(
        head: PlaylistDocument,
        forEachEntry: @escaping (_ body: (PlaylistEntry) throws -> Void) throws -> Void
    ) {
        self.head = head
        self.forEachEntry = forEachEntry
    }
}

// Files that playlists were exported to, which are no playlists of their own.

extension PlaylistFileStore {
    /// Remembers that a playlist was exported to a file, so that a scan does not read the file as another playlist. Blocks
    /// its thread.
    package func noteExport(of playlist: MediaPlaylistID, to file: MediaPath) throws {
        guard let source = file.resolved.flatMap(PlaylistImporter.source) else { return }
        try noteExport(of: playlist, as: source)
    }

    /// Whether a playlist was exported to the file, and the file is as it was written. Blocks its thread.
    func isExport(_ file: MediaPath) throws -> Bool {
        guard let path = file.resolved else { return false }
        let exports = try exports(at: path)
        guard !exports.isEmpty, let content = PlaylistImporter.source(of: path)?.signs?.sha256
        else { return false }
        return exports.contains(content)
    }
}
