import HTTPTypes
import Hummingbird
import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

enum HistoryRoutes {
    static let all: [APIRoute] = [
        APIRoute(
            .get, "/history", "List the user's plays and skips, newest first.",
            parameters: ListParameters.page, answer: .list("Play")
        ) { call in
            let request = try ListParameters.request(call, of: .title, ListParameters.page)
            return try await Listing(request, call) { part, catalog in
                var page = Listing.Page()
                page.token = try catalog.plays.forEach(
                    limit: part.limit, offset: part.offset, after: part.after
                ) { page.objects.append(json(of: $0, $1)) }
                return page
            } count: {
                try $0.plays.count()
            }.response()
        }
    ]

    /// A play, with its item below `item`.
    private static func json(of play: Play, _ item: MediaItem?) -> JSON {
        let head = Record([
            ("date", .timestamp(play.date)), ("player", .text(play.player)),
            ("finished", .boolean(play.isFinished)),
        ])
        return .object(head, [("item", item.map { JSON($0) } ?? [:])])
    }
}
