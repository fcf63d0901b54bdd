import Hummingbird
import NIOCore
import PhonolithFiles
package import PhonolithMediaModel
package import PhonolithQueries
package import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

/// A group of items whose files are downloaded together, as a ZIP archive.
package enum GroupDownload: Hashable, Sendable {
    /// An album, artist, genre, and so on.
    case group(MediaGroup)
    case playlist(MediaPlaylistID)
    case folder(Int64)
    /// Items that the library has under no title of its own.
    case items([MediaItemID], title: String)

    /// How many files an archive has at most: more are for a program that copies files.
    package static let mostFiles = 10_000
}

/// Why a group is not sent.
package enum GroupDownloadRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such group, or nothing of it is in the library.
    case nothing
    case tooMany(Int)
    /// The file of an item, by its title.
    case unreadable(String)

    package var description: String {
        switch self {
        case .nothing: "nothing of it is in the library"
        case .tooMany(let count):
            "it has \(count) files; at most \(GroupDownload.mostFiles) can be downloaded at once"
        case .unreadable(let title): "the file of \(title) cannot be read right now"
        }
    }
}

extension ServedCatalog {
    /// The files of a group, in an archive that is made while it is sent.
    ///
    /// - Throws: ``GroupDownloadRefusal``, ``MediaRefusal``.
    package func archive(of group: GroupDownload) async throws -> ByteAnswer {
        let (title, items) = try await perform { try $0.contents(of: group) }
        // Tracks of a cue sheet share a file.
        var seen: Set<MediaPath> = []
        let isList = if case .playlist = group { true } else { false }
        let files = items.filter { isList || seen.insert($0.location.path).inserted }
        guard !files.isEmpty else { throw GroupDownloadRefusal.nothing }
        guard files.count <= GroupDownload.mostFiles else {
            throw GroupDownloadRefusal.tooMany(files.count)
        }
        let names = ArchiveNames.names(
            of: files.map(\.location.path), in: title, isNumbered: isList)
        var entries: [ZipArchive.Entry] = []
        for (item, name) in zip(files, names) {
            do {
                let file = try await original(item).representation
                entries.append(
                    ZipArchive.Entry(name: name, size: file.length, modified: file.modified ?? 0))
            } catch MediaRefusal.unreadable {
                throw GroupDownloadRefusal.unreadable(item.shownTitle)
            }
        }
        let archive = ZipArchive(entries: entries)
        let facts = entries.map { "\($0.name) \($0.size) \($0.modified)" }.joined(separator: "\n")
        var answer = ByteAnswer(
            .archive(archive, { index in try await original(files[index]) }, self.files),
            Representation(
                length: archive.length,
                tag: EntityTag(ContentDigest(of: Array(facts.utf8)).hexadecimal)),
            mimeType: "application/zip")
        answer.headers[.contentDisposition] = Attachment.header(
            ArchiveNames.part(title) + ".zip")
        return answer
    }
}

extension Catalog {
    /// The title of a group, and its items in their order.
    fileprivate func contents(of group: GroupDownload) throws -> (String, [MediaItem]) {
        switch group {
        case .group(let group):
            return (
                try collections.all([group.persistentID], groupedBy: group.grouping).first?.title
                    ?? "",
                try self.items.all(self.items.ids(matching: MediaQuery(group: group)))
            )
        case .playlist(let id):
            guard let playlist = try playlists.playlist(id) else { return ("", []) }
            return (
                playlist.name, try self.items.all(self.items.ids(matching: .items(of: id)))
            )
        case .folder(let id):
            guard let folder = try folders.folder(id) else { return ("", []) }
            return (folder.name, try self.items.all(itemIDs(below: folder)))
        case .items(let ids, let title): return (title, try self.items.all(ids))
        }
    }

    /// The items in and below a folder, folder by folder.
    package func itemIDs(below folder: LibraryFolder) throws -> [MediaItemID] {
        try folders.itemIDs(in: folder) + folders.all(in: folder).flatMap { try itemIDs(below: $0) }
    }
}

/// The names of files in an archive.
enum ArchiveNames {
    /// - Parameters:
    ///   - paths: Of the files.
    ///   - title: The folder in which all of them are.
    ///   - isNumbered: Whether files are in one folder, and their numbers keep their order; else they are in their own folders,
    ///     below the one that all have in common.
    static func names(of paths: [MediaPath], in title: String, isNumbered: Bool) -> [String] {
        let folder = part(title).cutToFileName(keepingExtension: false)
        let digits = String(paths.count).count
        var common = paths.first?.parent ?? MediaPath("")
        while !common.bytes.isEmpty, !paths.allSatisfy({ $0.isInside(common) }) {
            common = common.parent
        }
        var taken: Set<String> = []
        return paths.enumerated().map { index, path in
            let number = String(index + 1)
            let own =
                isNumbered
                ? file(
                    String(repeating: "0", count: digits - number.count) + "\(number) "
                        + path.lastComponent.description)
                : path.bytes.dropFirst(common.bytes.count).split(separator: 0x2F)
                    .map { file(MediaPath(bytes: Array($0)).description) }.joined(separator: "/")
            let name = "\(folder)/\(own)"
            if taken.insert(name.lowercased()).inserted { return name }
            // Names that are not UTF-8, or differ in case only, may be one elsewhere.
            return "\(folder)/\(file("\(number) \(own)"))"
        }
    }

    private static func file(_ name: String) -> String {
        part(name).cutToFileName(keepingExtension: true)
    }

    /// A name that systems take as one of a file, however long: without what separates names, and no reference to a folder.
    static func part(_ name: String) -> String {
        let text = String(
            name.map { character in
                let isUsual = character.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && $0.value != 0x7F
                        && !"/\\:*?\"<>|".unicodeScalars.contains($0)
                }
                return isUsual ? character : "_"
            })
        let isReference = text.allSatisfy { $0 == "." || $0 == " " }
        return isReference ? "_" : text
    }
}
