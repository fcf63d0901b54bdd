import Catalog
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import NIOCore

/// A list as an answer: a page with its count and the URL of the next, or all of it as NDJSON.
///
/// It is read a page at a time, each beginning after the last of the one before, so that the memory does not grow with
/// the list, and a slow client holds up neither the catalogue's readers nor its writer.
struct Listing: Sendable {
    /// What one page of the list is.
    private struct Page: Sendable {
        /// The objects as JSON, without anything between them.
        var objects: [[UInt8]] = []
        /// The id of the last.
        var last: Int64?
    }

    private let call: APICall
    private let query: MediaQuery

    init(_ base: MediaQuery, _ call: APICall) throws(Problem) {
        self.call = call
        query = try ListParameters.query(base, call)
    }

    func response() async throws -> Response {
        call.wantsLines ? stream() : try await page()
    }

    // MARK: - A page

    private func page() async throws -> Response {
        var query = query
        let limit = min(query.limit ?? ListParameters.standardPage, ListParameters.largestPage)
        query.limit = limit
        let asked = query
        let (page, total) = try await call.library.perform { catalog in
            (try Self.read(asked, from: catalog), try Self.count(asked, in: catalog))
        }
        var bytes = Array(#"{"items":["#.utf8)
        for (index, object) in page.objects.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += object
        }
        bytes += Array("],\"total\":\(total)".utf8)
        if page.objects.count == limit, let last = page.last {
            bytes += Array(",\"next\":".utf8)
            next(after: last).appendJSON(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return .json(bytes)
    }

    /// The same request, for what comes after.
    private func next(after last: Int64) -> String {
        var parts = call.query.pairs.filter { $0.name != "after" && $0.name != "offset" }
        parts.append(("after", String(last)))
        let query = parts.map { "\($0.name.urlEncoded)=\($0.value.urlEncoded)" }
        let path = call.request.uri.path
        return "\(path)?\(query.joined(separator: "&"))"
    }

    /// How many there are, whatever the page.
    private static func count(_ query: MediaQuery, in catalog: Catalog) throws -> Int {
        var query = query
        (query.limit, query.offset, query.after, query.afterGroup) = (nil, 0, nil, nil)
        return try query.groupingType == .title
            ? catalog.itemCount(matching: query) : catalog.collectionCount(of: query)
    }

    // MARK: - All of it

    private static let streamedPage = 1000

    private func stream() -> Response {
        let (library, query) = (call.library, query)
        return .lines(
            ResponseBody { writer in
                var query = query
                var left = query.limit ?? .max
                while left > 0 {
                    query.limit = min(left, Self.streamedPage)
                    let asked = query
                    let page = try await library.perform { try Self.read(asked, from: $0) }
                    var bytes: [UInt8] = []
                    for object in page.objects { bytes += object + [0x0A] }
                    if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
                    left -= page.objects.count
                    guard page.objects.count == asked.limit, let last = page.last else { break }
                    query.offset = 0
                    if query.groupingType == .title {
                        query.after = PersistentID(last)
                    } else {
                        query.afterGroup = MediaGroup(query.groupingType, last)
                    }
                }
                try await writer.finish(nil)
            })
    }

    // MARK: - Reading

    private static func read(_ query: MediaQuery, from catalog: Catalog) throws -> Page {
        var page = Page()
        func add(_ id: Int64, _ append: (inout [UInt8]) -> Void) {
            var bytes: [UInt8] = []
            append(&bytes)
            page.objects.append(bytes)
            page.last = id
        }
        if query.groupingType == .title {
            try catalog.forEachItem(matching: query) {
                add($0.persistentID.rawValue, $0.appendJSON)
            }
        } else {
            try catalog.forEachCollection(of: query) {
                add($0.persistentID, Record($0).appendJSON)
            }
        }
        return page
    }
}

extension String {
    /// As a part of a URL's query.
    fileprivate var urlEncoded: String {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default:
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
