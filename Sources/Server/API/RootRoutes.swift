import Catalog
import Files
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel

/// The folders that are scanned.
enum RootRoutes {
    static let all = [
        APIRoute(.get, "/roots", "List the scanned folders.", answer: .list("Root")) {
            call in
            let records = try await call.library.perform { catalog in
                try catalog.openRoots().map {
                    Record($0, itemCount: try catalog.itemCount(in: $0.id))
                }
            }
            return .list(records)
        },
        APIRoute(
            .post, "/roots", "Add a folder on the server; the next scan reads it.",
            body: [
                APIParameter("path", .string, "Absolute path on the server."),
                APIParameter("kind", .string, "music, podcast, audiobook or video."),
            ], answer: .nothing, role: .admin, add),
        APIRoute(
            .delete, "/roots/{id}",
            "Stop scanning a folder; its items are hidden, and their ratings and counts are kept.",
            answer: .nothing, role: .admin
        ) { call in
            let id: MediaRootID = try call.id()
            let removal = try await call.library.perform { catalog in
                try catalog.roots().first { $0.id == id }.flatMap {
                    try catalog.removeRoot($0.path)
                }
            }
            guard removal != nil else { throw Problem.notFound("root", id.description) }
            return .noContent
        },
    ]

    private struct Body: Decodable {
        var path: String
        var kind: String?
    }

    private static func add(_ call: APICall) async throws -> Response {
        let body = try await call.body(Body.self)
        var kind: LibraryRoot.Kind?
        if let name = body.kind, !name.isEmpty {
            guard let known = LibraryRoot.Kind(rawValue: name) else {
                throw Problem.badParameter("kind", name, "music, podcast, audiobook or video")
            }
            kind = known
        }
        let wanted = kind
        let isAdded = try await call.library.perform { catalog -> Bool in
            guard body.path.hasPrefix("/"),
                let folder = MediaPath(body.path).resolved, folder.isFolder
            else { return false }
            try catalog.addRoot(folder, kind: wanted)
            return true
        }
        guard isAdded else {
            throw Problem(
                .unprocessableContent, "no such folder on the server: \(body.path.prefix(200))")
        }
        return .noContent
    }
}

extension Record {
    fileprivate init(_ root: LibraryRoot, itemCount: Int) {
        self.init([
            ("persistentID", .text(root.id.description)), ("path", .text(root.path.description)),
            ("kind", root.kind.map { .text($0.rawValue) }), ("count", .integer(itemCount)),
            ("isAvailable", .boolean(root.isAvailable)),
        ])
    }
}
