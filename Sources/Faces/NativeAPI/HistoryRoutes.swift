import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel

/// What the user played.
enum HistoryRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/history", "List the user's plays and skips, newest first.",
            parameters: ListParameters.page, answer: .list("Play")
        ) { call in
            let request = try ListParameters.request(call, of: .title, ListParameters.page)
            return try await Listing(request, call) { part, catalog in
                var page = Listing.Page()
                page.token = try catalog.forEachPlay(
                    limit: part.limit, offset: part.offset, after: part.after
                ) { play, item in page.append { append(play, item, to: &$0) } }
                return page
            } count: {
                try $0.playCount()
            }.response()
        }
    ]

    /// Appends a play, with its item below `item`.
    private static func append(_ play: Play, _ item: MediaItem?, to bytes: inout [UInt8]) {
        Record([
            ("date", .timestamp(play.date)), ("player", .text(play.player)),
            ("finished", .boolean(play.isFinished)),
        ]).appendJSON(to: &bytes)
        bytes.removeLast()
        bytes += Array(",\"item\":".utf8)
        if let item { item.appendJSON(to: &bytes) } else { bytes += Array("{}".utf8) }
        bytes.append(UInt8(ascii: "}"))
    }
}
