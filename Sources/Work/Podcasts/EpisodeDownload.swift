import FoundationEssentials
import PhonolithFiles
import PhonolithMediaModel
import PhonolithScans
import PhonolithStore
import PhonolithUsers
import SystemPackage

/// Downloads an episode's file. A download whose connection broke is continued, as long as the server
/// still has the same file (RFC 9110, 13.1.5 and 14.2).
struct EpisodeDownload: Sendable {
    let catalog: Catalog
    let fetcher: WebFetcher
    let threads: BlockingThreads
    /// Where files go, in a folder for each podcast.
    let folder: MediaPath
    /// Of a file, in bytes.
    let sizeLimit: Int
    let timeLimit: Duration

    /// Bytes that are written at once.
    private static let chunk = 256 << 10

    /// - Throws: ``FetchError``, or `Errno` where the file cannot be written.
    func run(_ episode: FeedEpisode, feedTitle: String?) async throws {
        let path = try await threads.perform { try place(for: episode, feedTitle) }
        let file = try await threads.perform { () throws -> WholeFile in
            try WholeFile.makeFolder(path.parent)
            return try WholeFile(resumableAt: path)
        }
        let known = episode.validator == nil ? 0 : file.writtenCount
        // Where what is here fits no file of the server's, once more from the beginning.
        if try await !fetch(episode, file, known: known) {
            _ = try await fetch(episode, file, known: 0)
        }
        try await threads.perform { try file.place() }
    }

    /// Fetches what is missing.
    ///
    /// - Parameter known: How many bytes are here.
    /// - Returns: `false` where the server cannot continue after what is here; the file is discarded then.
    private func fetch(_ episode: FeedEpisode, _ file: WholeFile, known: Int) async throws -> Bool {
        var headers: [(String, String)] = []
        if known > 0, let validator = episode.validator {
            headers = [("Range", "bytes=\(known)-"), ("If-Range", validator)]
        }
        return try await fetcher.fetch(
            episode.entry.url, headers: headers, within: timeLimit
        ) { answer in
            try await receive(answer, file, known: known, episode.id)
        }
    }

    /// - Returns: `false` where the answer does not continue what is here.
    private func receive(
        _ answer: WebFetcher.Answer, _ file: WholeFile, known: Int,
        _ id: PersistentID<FeedEpisode>
    ) async throws -> Bool {
        let continues =
            known > 0 && answer.status == 206
            && answer.header("content-range")?.hasPrefix("bytes \(known)-") == true
        if known > 0, answer.status == 416 || answer.status == 206 && !continues {
            await threads.finish { file.discard() }
            return false
        }
        guard answer.status != 206 || continues else { throw FetchError.wrongPart }
        guard answer.status == 200 || answer.status == 206 else {
            throw FetchError.refused(status: answer.status)
        }
        let type = answer.header("content-type")?.lowercased() ?? ""
        if Self.isText(type) { throw FetchError.notMedia(type) }
        let validator = answer.validator
        let writer = try await threads.perform { () throws -> MediaFileWriter in
            let writer = MediaFileWriter(try file.opened(keeping: continues))
            // Another program may have continued it meanwhile.
            if continues, file.writtenCount != known { throw Errno.resourceBusy }
            if !continues { try catalog.feeds.setFile(file.path, validator: validator, of: id) }
            return writer
        }
        var waiting: [UInt8] = []
        func writeWaiting() async throws {
            let bytes = waiting
            waiting = []
            try await threads.perform { try writer.write(bytes) }
        }
        do {
            try await answer.read(upTo: sizeLimit, after: continues ? known : 0) { bytes in
                waiting += bytes
                if waiting.count >= Self.chunk { try await writeWaiting() }
            }
            try await writeWaiting()
        } catch let error as FetchError {
            if error.mayPass {
                // The bytes received are kept for the next attempt.
                try await writeWaiting()
            } else {
                await threads.finish { file.discard() }
            }
            throw error
        }
        if try await threads.perform({ file.writtenCount }) == 0 {
            await threads.finish { file.discard() }
            throw FetchError.notMedia("an empty file")
        }
        return true
    }

    /// Whether a server sends a page instead of a file: a login, or a description of an error.
    private static func isText(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" && $0 != " " }
        return name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("xml")
    }

    /// The file that the episode was to become before, or a new one.
    private func place(for episode: FeedEpisode, _ feedTitle: String?) throws -> MediaPath {
        if let path = episode.path { return path }
        let podcast = folder.appending(
            MediaPath(EpisodeFileName.plain(feedTitle ?? "", or: "Podcast \(episode.feed)")))
        let (stem, suffix) = (
            EpisodeFileName.stem(of: episode), EpisodeFileName.fileExtension(of: episode.entry)
        )
        var path = podcast.appending(MediaPath("\(stem).\(suffix)"))
        if try path.status != nil || catalog.feeds.hasFile(path, besides: episode.id) {
            path = podcast.appending(MediaPath("\(stem) \(episode.id).\(suffix)"))
        }
        try catalog.feeds.setFile(path, validator: nil, of: episode.id)
        return path
    }
}

/// An open file that is written to its end. Only one task uses it.
private final class MediaFileWriter: Sendable {
    private let file: FileDescriptor

    init(_ file: FileDescriptor) { self.file = file }

    // A failure to write was reported when it happened.
    deinit { try? file.close() }

    /// - Throws: ``FetchError`` if the file begins as a web page: some servers send one as audio.
    func write(_ bytes: [UInt8]) throws {
        if Self.isPage(bytes), try file.seek(offset: 0, from: .current) == 0 {
            throw FetchError.notMedia("a web page")
        }
        _ = try file.writeAll(bytes)
    }

    private static let pageBeginnings = ["<!doctype", "<html", "<?xml"]

    private static func isPage(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        return pageBeginnings.contains { start.hasPrefix($0) }
    }
}

extension WebFetcher.Answer {
    /// The validator that later proves the file to be the same: a strong entity tag, else the date.
    fileprivate var validator: String? {
        if let tag = header("etag"), !tag.hasPrefix("W/") { return tag }
        return header("last-modified")
    }
}

/// The name of an episode's file.
enum EpisodeFileName {
    /// In bytes, so that marks and an extension still fit into a name.
    private static let longest = 120

    /// A name that every file system takes: letters, digits and a few signs; never empty, never hidden.
    static func plain(_ text: String, or standard: String) -> String {
        var name = ""
        for character in text.normalizedNFC {
            let isPlain =
                character.isLetter || character.isNumber || " .-_()&,'!+".contains(character)
            let next = isPlain ? String(character) : "_"
            if name.utf8.count + next.utf8.count > longest { break }
            name += next
        }
        let trimmed = name.trimmed { [" ", ".", "_"].contains($0) }
        return trimmed.isEmpty ? standard : trimmed
    }

    /// `2021-09-06 Title`, without an extension.
    static func stem(of episode: FeedEpisode) -> String {
        let title = plain(episode.entry.title ?? "", or: "Episode \(episode.id)")
        return episode.entry.date.map { "\($0.description.prefix(10)) \(title)" } ?? title
    }

    /// The extension that a scan knows the file by.
    static func fileExtension(of entry: Feed.Episode) -> String {
        let inAddress = URL(string: entry.url)?.pathExtension.lowercased() ?? ""
        if MediaFormat(extension: inAddress) != nil { return inAddress }
        let type = String(entry.mimeType?.lowercased().prefix { $0 != ";" } ?? "")
        return MediaFormat(type: type)?.extensions.first
            ?? (type.hasPrefix("video/") ? "mp4" : "mp3")
    }
}
