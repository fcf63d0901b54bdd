import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import NIOCore
import PlaylistFiles
import Serving

/// All entries of a playlist as one answer. They are read and sent some at a time, so that the memory does not grow with the
/// list: a rule may find the whole library.
struct PlaylistEntryList: Sendable {
    private let call: APICall
    private let playlist: MediaPlaylistID
    /// `nil` for a smart playlist, whose entries are what its rule finds.
    private let entries: [StoredPlaylistEntry]?
    private let revision: Int

    private static let atOnce = 1000

    /// Where the list is read on.
    private struct Place: Sendable {
        var count = 0
        /// Of a smart playlist.
        var token: PageToken?
    }

    init(of playlist: MediaPlaylist, _ call: APICall) async throws {
        self.call = call
        self.playlist = playlist.persistentID
        (entries, revision) = try await call.library.perform { catalog in
            (
                playlist.isSmart ? nil : try catalog.playlists.entries(of: playlist.persistentID),
                try catalog.playlists.revision(of: playlist.persistentID) ?? 0
            )
        }
    }

    /// The first entries are read before the answer begins, so that what is wrong has its status; a later error breaks the
    /// connection off.
    func response() async throws -> Response {
        let first = try await read(at: Place())
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .cacheControl: "private, no-cache",
                .eTag: "\"\(revision)\"",
            ],
            body: ResponseBody { writer in
                var (records, next) = first
                var count = 0
                try await writer.write(ByteBuffer(string: #"{"items":["#))
                while true {
                    var bytes: [UInt8] = []
                    for record in records {
                        if count > 0 { bytes.append(UInt8(ascii: ",")) }
                        count += 1
                        bytes += JSON(record.numbered(count)).bytes
                    }
                    if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                    guard let place = next else { break }
                    // Meanwhile the user may have been deleted, or the app password revoked.
                    _ = try await call.renewedCaller()
                    (records, next) = try await read(at: place)
                }
                try await writer.write(ByteBuffer(string: "],\"total\":\(count)}"))
                try await writer.finish(nil)
            })
    }

    private func read(at place: Place) async throws -> (records: [Record], next: Place?) {
        try await call.library.perform { [playlist, entries] catalog in
            guard let entries else { return try Self.found(by: playlist, at: place, in: catalog) }
            let part = entries.dropFirst(place.count).prefix(Self.atOnce)
            let items = Dictionary(
                try catalog.items.all(part.compactMap(\.item)).map { ($0.persistentID, $0) },
                uniquingKeysWith: { first, _ in first })
            let records = part.map { entry in Record(entry, entry.item.flatMap { items[$0] }) }
            return (records, part.endIndex < entries.endIndex ? Place(count: part.endIndex) : nil)
        }
    }

    private static func found(
        by playlist: MediaPlaylistID, at place: Place, in catalog: Catalog
    ) throws -> (records: [Record], next: Place?) {
        var query = MediaQuery.items(of: playlist)
        (query.limit, query.after) = (atOnce, place.token)
        var records: [Record] = []
        let token = try catalog.items.forEach(matching: query) { records.append(Record(found: $0)) }
        return (records, token.map { Place(count: 0, token: $0) })
    }
}
