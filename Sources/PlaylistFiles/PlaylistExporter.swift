public import Catalog
import Files
import Foundation
public import MediaModel
public import Playlists

/// Writes playlists to files. Blocks its thread.
public struct PlaylistExporter: Hashable, Sendable {
    /// The form of the file.
    public var format: PlaylistFormat
    /// How places are written.
    public var paths: Paths
    /// What is written in the place of what; such paths are not made relative.
    public var prefixes: [PathPrefix]

    /// How places are written.
    public enum Paths: String, Hashable, Sendable, CaseIterable {
        /// As seen from the folder of the playlist.
        case relative
        /// From the root of the file system.
        case absolute
        /// As `file://` URIs, percent-encoded.
        case uri
    }

    /// Makes an exporter.
    public init(format: PlaylistFormat, paths: Paths = .relative, prefixes: [PathPrefix] = []) {
        self.format = format
        self.paths = paths
        self.prefixes = prefixes.sorted { $0.old.bytes.count > $1.old.bytes.count }
    }

    /// Writes a playlist into the hands of another, piece by piece.
    ///
    /// - Parameters:
    ///   - list: Its places are absolute paths, or as they were read.
    ///   - folder: Where the file is to lie: absolute, without symbolic links.
    ///   - take: Takes the bytes in order.
    /// - Returns: What the format could not say.
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

    /// The entry with its places as they stand in the file.
    private func placed(_ entry: PlaylistEntry, in folder: MediaPath) -> PlaylistEntry {
        var entry = entry
        entry.location = entry.location.map { place($0, in: folder) }
        if let image = entry.details.image {
            entry.details.image = picture(image, in: folder)
        }
        return entry
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
    /// - Returns: What the format could not say.
    /// - Throws: ``PlaylistFileError``.
    public func write(_ list: PlaylistSource, to file: MediaPath) throws -> [PlaylistProblem] {
        let parent = file.parent.bytes.isEmpty ? MediaPath(".") : file.parent
        guard let folder = parent.resolved else {
            throw PlaylistFileError.system(parent, "cannot be written to")
        }
        var problems: [PlaylistProblem] = []
        try file.write { descriptor in
            problems = try write(list, in: folder) { try file.write($0, to: descriptor) }
        }
        return problems
    }
}

/// A playlist on its way into a file: what is said of the whole, and its entries one after the other.
public struct PlaylistSource {
    /// What is said of the list; its entries do not count.
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

/// Copies the files of a playlist into a folder, for a stick or a phone. Blocks its thread.
public struct PlaylistCopy: Sendable {
    private let folder: MediaPath
    private let roots: [MediaPath]
    /// Throws for a file that must stay as it is.
    private let check: @Sendable (MediaPath) throws -> Void
    /// What lies where in the folder, without case, as many sticks tell none.
    private var places: [String: MediaPath] = [:]
    private var copied: [MediaPath: MediaPath] = [:]

    /// Makes the folder, if it is not there.
    ///
    /// - Parameters:
    ///   - roots: Folders below which files keep their places.
    ///   - check: Is asked before a file is written, and throws for one that must stay as it is.
    public init(
        to folder: MediaPath, roots: [MediaPath],
        checking check: @escaping @Sendable (MediaPath) throws -> Void = { _ in }
    ) throws {
        let made = folder.withCString { mkdir($0, 0o777) }
        guard made == 0 || errno == EEXIST, let resolved = folder.resolved,
            let status = resolved.status, status.st_mode & S_IFMT == S_IFDIR
        else { throw PlaylistFileError.system(folder, "cannot be made a folder") }
        self.folder = resolved
        self.check = check
        self.roots = roots.sorted { $0.bytes.count > $1.bytes.count }
    }

    /// Copies the file of an entry, unless it is there already, and its picture, and names the copies in it.
    ///
    /// - Throws: Where the file cannot be copied; then the entry stays as it is.
    public mutating func copy(_ entry: inout PlaylistEntry) throws {
        guard let location = entry.location, !location.isRemote, let path = location.path,
            path.bytes.first == 0x2F
        else { return }
        entry.location = .path(try copy(path))
        if let image = entry.details.image, image.hasPrefix("/") {
            // A list is whole without its pictures.
            let copy = try? self.copy(MediaPath(image))
            entry.details.image = copy?.description
        }
    }

    private mutating func copy(_ file: MediaPath) throws -> MediaPath {
        if let known = copied[file] { return known }
        guard let status = file.status else {
            throw PlaylistFileError.system(file, "cannot be copied")
        }
        let target = place(for: file)
        try Self.makeFolders(of: target, inside: folder)
        let there = target.status
        // FAT tells times to two seconds.
        let isThere = there.map {
            $0.st_size == status.st_size
                && (-2...2).contains(
                    $0.contentTime.tv_sec.subtractingReportingOverflow(status.contentTime.tv_sec).0)
        }
        if isThere != true {
            try check(target)
            try Self.copy(file, to: target, status)
        }
        copied[file] = target
        return target
    }

    /// A place of its own for a file, whose names any file system takes.
    private mutating func place(for file: MediaPath) -> MediaPath {
        let inRoot = roots.lazy.compactMap { file.relative(to: $0) }.first
        let parts = (inRoot ?? file.lastComponent).bytes.split(separator: 0x2F)
            .map { Self.portable(Array($0)) }
        var relative = MediaPath(bytes: Array(parts.joined(separator: [0x2F])))
        let wanted = relative
        var number = 2
        while let other = places[relative.description.lowercased()], other != file {
            relative = wanted.numbered(number)
            number += 1
        }
        places[relative.description.lowercased()] = file
        return folder.appending(relative)
    }

    /// A name without what FAT and exFAT refuse: control characters, `"*/:<>?\|`, dots and blanks at the end.
    private static func portable(_ name: [UInt8]) -> [UInt8] {
        let refused = Set(Array("\"*/:<>?\\|".utf8))
        var portable = name.map { $0 < 0x20 || refused.contains($0) ? 0x5F : $0 }
        while let last = portable.last, last == 0x2E || last == 0x20 { portable.removeLast() }
        return portable.isEmpty ? [0x5F] : portable
    }

    private static func makeFolders(of target: MediaPath, inside folder: MediaPath) throws {
        guard let relative = target.parent.relative(to: folder) else { return }
        var path = folder
        for part in relative.bytes.split(separator: 0x2F) {
            path = path.appending(MediaPath(bytes: Array(part)))
            guard path.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                throw PlaylistFileError.system(path, "cannot be made a folder")
            }
        }
    }

    private static func copy(_ file: MediaPath, to target: MediaPath, _ status: stat) throws {
        let source = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard source >= 0 else { throw PlaylistFileError.system(file, "cannot be copied") }
        defer { close(source) }
        try target.write { descriptor in
            var buffer = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw PlaylistFileError.system(file, "cannot be copied") }
                if count == 0 { break }
                try target.write(Array(buffer[..<count]), to: descriptor)
            }
            // So that the next copy sees that it is the same file.
            futimens(descriptor, [status.contentTime, status.contentTime])
        }
    }
}

extension MediaPath {
    /// The path with a number behind its name: `a (2).mp3`.
    fileprivate func numbered(_ number: Int) -> MediaPath {
        let length = pathExtension.utf8.count
        let end = length == 0 ? bytes.count : bytes.count - length - 1
        return MediaPath(
            bytes: Array(bytes[..<end]) + Array(" (\(number))".utf8) + Array(bytes[end...]))
    }
}
