import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore
import PhonolithUsers

/// A list as an answer: a page with its count and the URL of the next, or all of it as NDJSON, each part of which begins at
/// the token of the one before.
struct Listing: Sendable {
    /// One page of a list.
    struct Page: Sendable {
        var objects: [JSON] = []
        /// Where the next page begins; `nil` for the last.
        var token: PageToken?
    }

    /// The part of a list that is read.
    struct Part: Sendable {
        var limit: Int?
        var offset: Int
        var after: PageToken?
    }

    private let call: APICall
    private let part: Part
    private let read: @Sendable (Part, Catalog) throws -> Page
    private let count: @Sendable (Catalog) throws -> Int

    /// - Parameters:
    ///   - read: Reads a part of the list.
    ///   - count: Counts all of the list.
    init(
        _ request: ListRequest, _ call: APICall,
        read: @escaping @Sendable (Part, Catalog) throws -> Page,
        count: @escaping @Sendable (Catalog) throws -> Int
    ) {
        self.call = call
        part = Part(limit: request.limit, offset: request.offset, after: request.after)
        self.read = read
        self.count = count
    }

    func response() async throws -> Response {
        try await call.wantsLines ? stream() : page()
    }

    // MARK: - A page

    private func page() async throws -> Response {
        var part = part
        part.limit = min(part.limit ?? ListParameters.standardPage, ListParameters.largestPage)
        let (page, total) = try await call.library.perform(for: .readingAtOneMoment) {
            [part] catalog in
            (try read(part, catalog), try count(catalog))
        }
        return .json([
            "items": .array(page.objects), "total": .integer(total),
            "next": page.token.map { .text(next(after: $0)) },
        ])
    }

    /// The same request, for what comes after.
    private func next(after token: PageToken) -> String {
        var parts = call.query.pairs.filter { $0.name != "after" && $0.name != "offset" }
        parts.append(("after", token.description))
        let query = parts.map {
            "\(PercentEncoding.value($0.name))=\(PercentEncoding.value($0.value))"
        }
        let path = call.request.uri.path
        return "\(path)?\(query.joined(separator: "&"))"
    }

    // MARK: - All of it

    private static let streamedPage = 1000

    private func stream() async throws -> Response {
        let read: @Sendable (Part) async throws -> AnswerPart<Part> = { part in
            let left = part.limit ?? .max
            let some = Part(
                limit: min(left, Self.streamedPage), offset: part.offset, after: part.after)
            let page = try await call.library.perform { try self.read(some, $0) }
            let rest = left - page.objects.count
            return (
                page.objects.flatMap { $0.bytes + [0x0A] },
                page.token.flatMap { rest > 0 ? Part(limit: rest, offset: 0, after: $0) : nil }
            )
        }
        return .lines(call.body(try await read(part), then: read))
    }
}

// MARK: - Items and collections

extension Listing {
    /// The list of a query.
    init(_ base: MediaQuery, _ call: APICall) throws(Problem) {
        let request = try ListParameters.request(
            call, of: base.groupingType, ListParameters.all)
        var whole = request.query(of: base)
        (whole.limit, whole.offset, whole.after) = (nil, 0, nil)
        self.init(request, call) { [whole] part, catalog in
            var query = whole
            (query.limit, query.offset, query.after) = (part.limit, part.offset, part.after)
            return try Page(query, in: catalog)
        } count: { [whole, counts = call.service.counts] catalog in
            try counts.count(of: whole, in: catalog)
        }
    }
}

extension Listing.Page {
    fileprivate init(_ query: MediaQuery, in catalog: Catalog) throws {
        if query.groupingType == .title {
            token = try catalog.items.forEach(matching: query) { objects.append(JSON($0)) }
        } else {
            token = try catalog.collections.forEach(of: query) { objects.append(JSON(Record($0))) }
        }
    }
}
