import Catalog
import Foundation
import HTTPTypes
import Server
import Testing

/// `docs/api.md` is made of the tables that requests are matched with.
@Suite struct APIPageTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/api.md")

    @Test("The page of the APIs says what the server does; PHONOLITH_WRITE_DOCS=1 writes it anew")
    func page() throws {
        if ProcessInfo.processInfo.environment["PHONOLITH_WRITE_DOCS"] != nil {
            try Self.text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == Self.text)
    }

    private static var text: String {
        """
        # The APIs of the service

        Made from the tables in `Sources/Server` by `APIPageTests`. How the service is set up, and who may log in how, is in
        [service.md](service.md).

        ## The native API

        Below `/api/v1`. Bodies are JSON objects. A list is `{"items": […], "total": N, "next": URL}`, where `next` is left
        out on the last page; with `Accept: application/x-ndjson` the lists of items and collections are streamed, an object a
        line. Errors are problem details (RFC 9457). Answers in JSON have an `ETag`, and `If-None-Match` is answered 304.

        \(APIRoutes.all.map(section).joined(separator: "\n\n"))

        ## OpenSubsonic

        Below `/rest`, with and without `.view`, by GET and by POST of a form. Required parameters are **bold**; those with
        `…` may be repeated.

        | endpoint | parameters | who |
        |---|---|---|
        \(SubsonicEndpoints.all.map(row).joined(separator: "\n"))

        """
    }

    private static func section(_ route: APIRoute) -> String {
        var lines = ["### \(route.method.rawValue) \(route.path)", "", route.summary, ""]
        lines += route.parameters.map { "- `\($0.name)` (\($0.kind.rawValue)): \($0.summary)" }
        lines += route.body.map {
            "- `\($0.name)` in the body (\($0.kind.rawValue)): \($0.summary)"
        }
        lines.append("- \(answer(route))\(who(route.role, route.right?.rawValue))")
        return lines.joined(separator: "\n")
    }

    private static func answer(_ route: APIRoute) -> String {
        switch route.answer {
        case .list(let name): "Answers a list of `\(name)`."
        case .object(let name): "Answers \(route.status.code) with a `\(name)`."
        case .nothing: "Answers 204."
        case .bytes(let type): "Answers `\(type)`."
        }
    }

    private static func who(_ role: AccessRole, _ right: String?) -> String {
        switch role {
        case .anybody: " Needs no credentials."
        case .admin: " For administrators."
        case .user: right.map { " For users with the right to \($0)." } ?? ""
        }
    }

    private static func row(_ endpoint: Endpoint) -> String {
        let parameters = endpoint.parameters.map { parameter in
            let name = "`\(parameter.name)`" + (parameter.isRepeated ? "…" : "")
            return parameter.isRequired ? "**\(name)**" : name
        }
        let who =
            switch endpoint.role {
            case .anybody: "anybody"
            case .admin: "administrators"
            case .user: endpoint.right.map { "users with `\($0.rawValue)Role`" } ?? "users"
            }
        return "| `\(endpoint.name)` | \(parameters.joined(separator: " ")) | \(who) |"
    }
}
