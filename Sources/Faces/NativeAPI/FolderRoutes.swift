import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithMediaModel
import PhonolithQueries

/// The folders as they are on disk.
enum FolderRoutes {
    static let all: [APIRoute] = [
        APIRoute(.get, "/folders", "List the scanned folders.", answer: .list("Folder")) {
            call in
            let folders = try await call.library.perform { catalog in
                try catalog.roots.allOpen().compactMap { try catalog.folders.folder(of: $0.id) }
            }
            return .list(folders.map { Record($0) })
        },
        APIRoute(
            .get, "/folders/{id}", "Show a folder with its subfolders and items.",
            answer: .object("FolderContents"), show),
    ]

    private static let itemsAtOnce = 1000

    private static func show(_ call: APICall) async throws -> Response {
        let id: PersistentID<LibraryFolder> = try call.id()
        let found = try await call.library.perform { catalog -> (JSON, [MediaItemID])? in
            guard let folder = try catalog.folders.folder(id.rawValue) else { return nil }
            let folders = try catalog.folders.all(in: folder).map { JSON(Record($0)) }
            let empty = JSON.object(
                Record(folder), [("folders", .array(folders)), ("items", .array([]))])
            return (empty, try catalog.folders.itemIDs(in: folder))
        }
        guard let (empty, items) = found else { throw Problem.notFound("folder", id.description) }
        return try await call.object(empty.bytes.dropLast(2), from: items[...]) { items, _ in
            let rest = items.dropFirst(itemsAtOnce)
            let objects = try await call.library.perform { catalog in
                try catalog.items.all(Array(items.prefix(itemsAtOnce))).map { JSON($0) }
            }
            return (objects, rest.isEmpty ? nil : rest)
        }
    }
}

extension Record {
    fileprivate init(_ folder: LibraryFolder) {
        self.init([
            ("persistentID", .text(String(folder.id))), ("name", .text(folder.name)),
            ("parentPersistentID", folder.parent.map { .text(String($0)) }),
            ("root", .text(folder.root.description)),
            ("path", .text(folder.rootPath.appending(folder.path).description)),
        ])
    }
}
