import Access
import HTTPTypes
import Hummingbird
import JSONWriting
import MediaModel
import NIOCore

/// The description of the native API (OpenAPI 3.1), made of the same table as its answers.
enum OpenAPI {
    static let route = APIRoute(
        .get, "/openapi.json", "Describe this API.", answer: .bytes("application/json")
    ) { call in
        .json(document(below: call.service.basePath))
    }

    private static func document(below basePath: String) -> JSON {
        .object([
            ("openapi", .text("3.1.0")),
            (
                "info",
                .object([
                    ("title", .text("Phonolith")), ("version", .text("1")),
                    (
                        "description",
                        .text(
                            "Bodies of another type than described get 415, changes that pages of other sites request 403."
                        )
                    ),
                ])
            ),
            ("servers", .array([.object([("url", .text("\(basePath)/api/v1"))])])),
            (
                "security",
                .array([.object([("appPassword", .array([]))]), .object([("session", .array([]))])])
            ),
            ("paths", .object(paths)),
            (
                "components",
                .object([("securitySchemes", securitySchemes), ("schemas", schemas)])
            ),
        ])
    }

    private static var securitySchemes: JSON {
        .object([
            ("appPassword", .object([("type", .text("http")), ("scheme", .text("bearer"))])),
            (
                "session",
                .object([
                    ("type", .text("apiKey")), ("in", .text("cookie")),
                    ("name", .text(SessionCookie.name)),
                ])
            ),
        ])
    }

    private static var paths: [(String, JSON?)] {
        var known: [String] = []
        for route in APIRoutes.all where !known.contains(route.path) { known.append(route.path) }
        return known.map { path in
            (
                path,
                .object(
                    APIRoutes.all.filter { $0.path == path }.map {
                        ($0.method.rawValue.lowercased(), operation($0))
                    })
            )
        }
    }

    private static func operation(_ route: APIRoute) -> JSON {
        var pairs: [(String, JSON?)] = [("summary", .text(route.summary))]
        let parameters =
            route.pathParameters.map { parameter($0, in: "path") }
            + route.parameters.map { parameter($0, in: "query") }
        if !parameters.isEmpty { pairs.append(("parameters", .array(parameters))) }
        if !route.body.isEmpty {
            pairs.append(("requestBody", requestBody(of: route)))
        }
        if route.role == .anybody { pairs.append(("security", .array([]))) }
        pairs.append(("responses", responses(route)))
        return .object(pairs)
    }

    private static func requestBody(of route: APIRoute) -> JSON {
        let properties = route.body.map { ($0.name, JSON?.some(schema($0))) }
        let required = route.body.filter(\.isRemovable).map { JSON.text($0.name) }
        var object: [(String, JSON?)] = [
            ("type", .text("object")), ("properties", .object(properties)),
        ]
        if !required.isEmpty { object.append(("required", .array(required))) }
        return .object([
            ("required", .boolean(!required.isEmpty)),
            ("content", content("application/json", .object(object))),
        ])
    }

    private static func parameter(_ parameter: APIParameter, in place: String) -> JSON {
        .object([
            ("name", .text(parameter.name)), ("in", .text(place)),
            ("required", .boolean(place == "path")), ("description", .text(parameter.summary)),
            (
                "schema",
                parameter.isRepeated
                    ? .object([("type", .text("array")), ("items", schema(parameter))])
                    : schema(parameter)
            ),
        ])
    }

    private static func schema(_ parameter: APIParameter) -> JSON {
        let type = JSON.text(parameter.kind.rawValue)
        var pairs: [(String, JSON?)] = [
            ("type", parameter.isRemovable ? .array([type, .text("null")]) : type)
        ]
        if parameter.kind == .array {
            pairs.append(("items", .object([("type", .text("string"))])))
        }
        return .object(pairs)
    }

    private static func responses(_ route: APIRoute) -> JSON {
        let problem = JSON.object([
            ("description", .text("A problem.")),
            ("content", content("application/problem+json", reference("Problem"))),
        ])
        return .object([
            (route.answer == .nothing ? "204" : "\(route.status.code)", success(route.answer)),
            ("default", problem),
        ])
    }

    private static func success(_ answer: APIAnswerKind) -> JSON {
        func described(_ text: String, _ content: JSON) -> JSON {
            .object([("description", .text(text)), ("content", content)])
        }
        switch answer {
        case .nothing: return .object([("description", .text("Done."))])
        case .bytes(let type):
            return described("The bytes.", content(type, .object([])))
        case .object(let name):
            return described("The object.", content("application/json", reference(name)))
        case .list(let name):
            let page = JSON.object([
                ("type", .text("object")),
                (
                    "properties",
                    .object([
                        (
                            "items",
                            .object([("type", .text("array")), ("items", reference(name))])
                        ),
                        ("total", .object([("type", .text("integer"))])),
                        ("next", .object([("type", .text("string"))])),
                    ])
                ),
                ("required", .array([.text("items"), .text("total")])),
            ])
            return described("A page.", content("application/json", page))
        }
    }

    private static func content(_ type: String, _ schema: JSON) -> JSON {
        .object([(type, .object([("schema", schema)]))])
    }

    private static func reference(_ name: String) -> JSON {
        .object([("$ref", .text("#/components/schemas/\(name)"))])
    }

    // MARK: - Schemas

    private static var schemas: JSON {
        var names = ["Problem"]
        for route in APIRoutes.all {
            switch route.answer {
            case .list(let name), .object(let name):
                if !names.contains(name) { names.append(name) }
            case .nothing, .bytes: break
            }
        }
        return .object(names.map { ($0, schema(named: $0)) })
    }

    /// An item's properties are those of the library; anything else is an object.
    private static func schema(named name: String) -> JSON {
        var pairs: [(String, JSON?)] = [("type", .text("object"))]
        if name == "Item" {
            pairs.append(
                (
                    "properties",
                    .object(MediaProperty.listed.map { ($0.rawValue, schema(of: $0)) })
                ))
        }
        return .object(pairs)
    }

    private static func schema(of property: MediaProperty) -> JSON {
        let text = JSON.object([("type", .text("string"))])
        if [.musicBrainzArtistIDs, .musicBrainzAlbumArtistIDs].contains(property) {
            return .object([("type", .text("array")), ("items", text)])
        }
        return switch property.kind {
        case .number: .object([("type", .text("number"))])
        case .boolean: .object([("type", .text("boolean"))])
        case .timestamp:
            .object([("type", .text("string")), ("format", .text("date-time"))])
        case .date, .identifier, .code: text
        case .text, .mediaType, .structure: .object([])
        }
    }
}

extension APIRoute {
    fileprivate var pathParameters: [APIParameter] {
        path.split(separator: "/").filter { $0.first == "{" }.map {
            APIParameter(String($0.dropFirst().dropLast()), .string, "The persistent ID.")
        }
    }
}
