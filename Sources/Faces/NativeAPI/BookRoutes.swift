import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries
import PhonolithStore

enum BookRoutes {
    static let all = [list, show]

    /// Books are few: they are put together in memory, and no page is longer than their list.
    private static let list = APIRoute(
        .get, "/books", "List audiobooks as whole books, with the user's progress.",
        parameters: ListParameters.filters + [
            APIParameter(
                "sort", .string,
                "\(AudiobookOrder.allCases.map(\.rawValue).joined(separator: ", ")); the last two newest first."
            )
        ], answer: .list("Book")
    ) { call in
        let request = try ListParameters.request(call, of: .title, ListParameters.filters)
        let order = call.text("sort").map { AudiobookOrder(rawValue: $0) } ?? .author
        guard let order else {
            let known = AudiobookOrder.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.badParameter("sort", call.text("sort") ?? "", known)
        }
        let books = try await call.library.perform {
            order.sorted(
                try $0.items.audiobooks(matching: request.predicates, isMissing: request.isMissing))
        }
        return .list(books.map(record))
    }

    private static let show = APIRoute(
        .get, "/books/{id}", "Show the audiobook that contains an item, with its parts.",
        answer: .object("BookContents")
    ) { call in
        let part = try await call.item()
        let predicate = part.albumPersistentID.map {
            MediaPredicate.equalTo(.albumPersistentID, .integer(Int($0.rawValue)))
        }
        let book = try await call.library.perform { catalog in
            let books = try catalog.items.audiobooks(
                matching: [
                    predicate ?? .equalTo(.persistentID, .integer(Int(part.persistentID.rawValue)))
                ])
            return books.first { $0.parts.contains { $0.persistentID == part.persistentID } }
        }
        guard let book else { throw Problem.notFound("book with a part", call.path["id"] ?? "") }
        return .json(.object(record(book), [("parts", .array(book.parts.map { JSON($0) }))]))
    }

    /// A book, with the id of its first part, which stands for it, and the pictures of that part.
    private static func record(_ book: Audiobook) -> Record {
        let first = book.parts[0]
        var record = Record(book)
        let artwork = first.value(for: .artwork).map { [("artwork", $0)] } ?? []
        record.fields =
            [("persistentID", .text(first.persistentID.description))] + record.fields + artwork
        return record
    }
}
