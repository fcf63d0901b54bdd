import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithImporting
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

/// All entries of a playlist as one answer: a rule may find the whole library.
struct PlaylistEntryList: Sendable {
    private let call: APICall
    private let playlist: MediaPlaylistID
    /// `nil` for a smart playlist, whose entries are what its rule finds.
    private let entries: [StoredPlaylistEntry]?
    private let revision: Int

    private static let atOnce = 1000

    /// Where the list is read on.
    private struct Place: Sendable {
        /// Of a smart playlist; others are read on after as many entries as were read.
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

    func response() async throws -> Response {
        try await call.object(
            Array(#"{"items":["#.utf8), from: Place(), eTag: "\"\(revision)\""
        ) { place, count in
            let (records, next) = try await read(at: place, count)
            let numbered = records.enumerated().map { JSON($1.numbered(count + $0 + 1)) }
            return (numbered, next)
        } closing: {
            "],\"total\":\($0)}"
        }
    }

    private func read(
        at place: Place, _ count: Int
    ) async throws -> (records: [Record], next: Place?) {
        try await call.library.perform { [playlist, entries] catalog in
            guard let entries else {
                var query = MediaQuery.items(of: playlist)
                (query.limit, query.after) = (Self.atOnce, place.token)
                var records: [Record] = []
                let next = try catalog.items.forEach(matching: query) {
                    records.append(Record(found: $0))
                }
                return (records, next.map { Place(token: $0) })
            }
            let part = entries.dropFirst(count).prefix(Self.atOnce)
            let items = try catalog.items.byID(part.compactMap(\.item))
            let records = part.map { entry in Record(entry, entry.item.flatMap { items[$0] }) }
            return (records, part.endIndex < entries.endIndex ? Place() : nil)
        }
    }
}
