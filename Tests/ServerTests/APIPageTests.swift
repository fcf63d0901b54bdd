import Foundation
import HTTPTypes
import PhonolithAccess
import PhonolithNativeAPI
import PhonolithOpenSubsonic
import PhonolithQueries
import PhonolithScans
import PhonolithUsers
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

        `APIPageTests` generates this page from the tables in `Sources/Faces/NativeAPI` and `Sources/Faces/OpenSubsonic`. Setup and
        authentication are described in [service.md](service.md).

        ## The native API

        All paths are below `/api/v1`. Bodies are JSON objects, sent as `application/json` (else 415); changes that pages
        of other sites request are refused (403). A list is `{"items": […], "total": N, "next": URL}`; the last page has no `next`. With `Accept: application/x-ndjson`, lists of items, collections, playlists and plays are streamed,
        one object per line. Errors are problem details (RFC 9457). JSON responses have an `ETag`; a matching `If-None-Match` returns 304.

        \(APIRoutes.all.map(section).joined(separator: "\n\n"))

        ## OpenSubsonic

        All paths are below `/rest`, with or without `.view`. Use GET, or POST with a form. Required parameters are **bold**;
        parameters with `…` can be repeated.

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
        case .list(let name): "Returns a list of `\(name)`."
        case .object(let name): "Returns \(route.status.code) with a `\(name)`."
        case .nothing: "Returns 204."
        case .bytes(let type): "Returns `\(type)`."
        }
    }

    private static func who(_ role: AccessRole, _ right: String?) -> String {
        switch role {
        case .anybody: " No credentials needed."
        case .admin: " For administrators."
        case .user: right.map { " Needs the right `\($0)`." } ?? ""
        }
    }

    private static func row(_ endpoint: Endpoint) -> String {
        let parameters = endpoint.parameters.map { parameter in
            let name = "`\(parameter.name)`" + (parameter.isRepeated ? "…" : "")
            return parameter.isRequired ? "**\(name)**" : name
        }
        let who =
            switch endpoint.role {
            case .anybody: "anyone"
            case .admin: "administrators"
            case .user: endpoint.right.map { "users with `\($0.rawValue)Role`" } ?? "users"
            }
        return "| `\(endpoint.name)` | \(parameters.joined(separator: " ")) | \(who) |"
    }
}
