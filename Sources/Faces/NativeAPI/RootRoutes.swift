import FoundationEssentials
import HTTPTypes
import Hummingbird
import PhonolithAccess
import PhonolithFiles
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import PhonolithStore
import PhonolithStreaming
import PhonolithUsers

/// The folders that are scanned.
enum RootRoutes {
    static let all = [
        APIRoute(.get, "/roots", "List the scanned folders.", answer: .list("Root")) {
            call in
            let records = try await call.library.perform { catalog in
                try catalog.roots.allOpen().map {
                    Record($0, itemCount: try catalog.roots.itemCount(in: $0.id))
                }
            }
            return .list(records)
        },
        APIRoute(
            .post, "/roots", "Add a folder on the server; the next scan reads it.",
            body: [
                APIParameter("path", .string, "Absolute path on the server."),
                APIParameter("pathBase64", .string, pathBase64),
                APIParameter("kind", .string, "music, podcast, audiobook or video."),
            ], answer: .nothing, role: .admin, add),
        APIRoute(
            .delete, "/roots/{id}",
            "Stop scanning a folder; its items are hidden, and their ratings and counts are kept.",
            answer: .nothing, role: .admin
        ) { call in
            let id: MediaRootID = try call.id()
            let removal = try await changeRoots(call) { catalog in
                try catalog.roots.all().first { $0.id == id }.flatMap {
                    try catalog.roots.remove($0.path)
                }
            }
            guard removal != nil else { throw Problem.notFound("root", id.description) }
            return .noContent
        },
        APIRoute(
            .get, "/roots/choices",
            "List the subfolders of a folder on the server, to choose a root.",
            parameters: [
                APIParameter(
                    "path", .string, "Absolute path. Default: home folder of the server's user."),
                APIParameter("pathBase64", .string, pathBase64),
            ], answer: .object("FolderChoices"), role: .admin, choices),
    ]

    static let pathBase64 = "Bytes of the path in Base64, if they are not UTF-8."

    private struct Body: Decodable {
        var path: String?
        var pathBase64: String?
        var kind: String?
    }

    private static func choices(_ call: APICall) async throws -> Response {
        let wanted = try MediaPath.sent(call.text("path"), base64: call.text("pathBase64"))
        let choices = try await call.library.files.perform {
            try FolderChoices(in: wanted ?? FolderChoices.start)
        }
        return .json(choices.json)
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
        guard let path = try MediaPath.sent(body.path, base64: body.pathBase64) else {
            throw Problem(.badRequest, "path is missing: the path of the folder")
        }
        let isAdded = try await changeRoots(call) { catalog -> Bool in
            guard path.bytes.first == 0x2F, let folder = path.resolved, folder.isFolder
            else { return false }
            try catalog.roots.add(folder, kind: wanted)
            return true
        }
        guard isAdded else {
            throw Problem(
                .unprocessableContent,
                "no such folder on the server: \(path.description.prefix(200))")
        }
        return .noContent
    }

    /// Changes the roots while no scan runs.
    private static func changeRoots<Value: Sendable>(
        _ call: APICall, _ body: @escaping @Sendable (Catalog) throws -> Value
    ) async throws -> Value {
        try await call.library.perform { catalog in
            let lock = try ScanLock(library: catalog.path, for: .changingRoots)
            defer { withExtendedLifetime(lock) {} }
            return try body(catalog)
        }
    }
}

extension FolderChoices {
    fileprivate var json: JSON {
        let parent = path == "/" ? nil : path.parent
        let own = Record(
            path.values + [
                ("parent", parent.map { .text($0.description) }),
                ("parentBase64", parent.flatMap { $0.isUTF8 ? nil : .bytes($0.bytes) }),
                ("total", .integer(total)),
            ])
        let choices = folders.map { choice in
            Record(
                [("name", .text(choice.path.lastComponent.description))] + choice.path.values
                    + [("isReadable", .boolean(choice.isReadable))])
        }
        return .object(own, [("folders", .array(choices.map { JSON($0) }))])
    }
}

extension MediaPath {
    /// The path, and its bytes where the text does not say them all.
    fileprivate var values: [(name: String, value: MediaValue?)] {
        [("path", .text(description)), ("pathBase64", isUTF8 ? nil : .bytes(bytes))]
    }

    /// A path as a client sends it: its bytes in Base64, else its text; `nil` for neither.
    static func sent(_ text: String?, base64: String?) throws(Problem) -> MediaPath? {
        guard let base64 else { return text.map { MediaPath($0) } }
        guard let data = Data(base64Encoded: base64) else {
            throw .badParameter("pathBase64", base64, "bytes in Base64")
        }
        return MediaPath(bytes: Array(data))
    }
}
