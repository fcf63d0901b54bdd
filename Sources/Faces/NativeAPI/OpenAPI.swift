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
        .json(Array(document(below: call.service.basePath).json.utf8))
    }

    /// A JSON value, as far as the description needs them.
    private indirect enum Value {
        case text(String)
        case flag(Bool)
        case list([Value])
        case object([(String, Value)])

        var json: String {
            switch self {
            case .text(let text): text.jsonQuoted
            case .flag(let flag): flag ? "true" : "false"
            case .list(let list): "[" + list.map(\.json).joined(separator: ",") + "]"
            case .object(let pairs):
                "{" + pairs.map { $0.jsonQuoted + ":" + $1.json }.joined(separator: ",") + "}"
            }
        }
    }

    private static func document(below basePath: String) -> Value {
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
            ("servers", .list([.object([("url", .text("\(basePath)/api/v1"))])])),
            (
                "security",
                .list([.object([("appPassword", .list([]))]), .object([("session", .list([]))])])
            ),
            ("paths", .object(paths)),
            (
                "components",
                .object([("securitySchemes", securitySchemes), ("schemas", schemas)])
            ),
        ])
    }

    private static var securitySchemes: Value {
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

    private static var paths: [(String, Value)] {
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

    private static func operation(_ route: APIRoute) -> Value {
        var pairs: [(String, Value)] = [("summary", .text(route.summary))]
        let parameters =
            route.pathParameters.map { parameter($0, in: "path") }
            + route.parameters.map { parameter($0, in: "query") }
        if !parameters.isEmpty { pairs.append(("parameters", .list(parameters))) }
        if !route.body.isEmpty {
            pairs.append(("requestBody", requestBody(of: route)))
        }
        if route.role == .anybody { pairs.append(("security", .list([]))) }
        pairs.append(("responses", responses(route)))
        return .object(pairs)
    }

    private static func requestBody(of route: APIRoute) -> Value {
        let properties = route.body.map { ($0.name, schema($0)) }
        let required = route.body.filter(\.isRemovable).map { Value.text($0.name) }
        var object: [(String, Value)] = [
            ("type", .text("object")), ("properties", .object(properties)),
        ]
        if !required.isEmpty { object.append(("required", .list(required))) }
        return .object([
            ("required", .flag(!required.isEmpty)),
            ("content", content("application/json", .object(object))),
        ])
    }

    private static func parameter(_ parameter: APIParameter, in place: String) -> Value {
        .object([
            ("name", .text(parameter.name)), ("in", .text(place)),
            ("required", .flag(place == "path")), ("description", .text(parameter.summary)),
            (
                "schema",
                parameter.isRepeated
                    ? .object([("type", .text("array")), ("items", schema(parameter))])
                    : schema(parameter)
            ),
        ])
    }

    private static func schema(_ parameter: APIParameter) -> Value {
        let type = Value.text(parameter.kind.rawValue)
        var pairs = [("type", parameter.isRemovable ? .list([type, .text("null")]) : type)]
        if parameter.kind == .array {
            pairs.append(("items", .object([("type", .text("string"))])))
        }
        return .object(pairs)
    }

    private static func responses(_ route: APIRoute) -> Value {
        let problem = Value.object([
            ("description", .text("A problem.")),
            ("content", content("application/problem+json", reference("Problem"))),
        ])
        return .object([
            (route.answer == .nothing ? "204" : "\(route.status.code)", success(route.answer)),
            ("default", problem),
        ])
    }

    private static func success(_ answer: APIAnswerKind) -> Value {
        func described(_ text: String, _ content: Value) -> Value {
            .object([("description", .text(text)), ("content", content)])
        }
        switch answer {
        case .nothing: return .object([("description", .text("Done."))])
        case .bytes(let type):
            return described("The bytes.", content(type, .object([])))
        case .object(let name):
            return described("The object.", content("application/json", reference(name)))
        case .list(let name):
            let page = Value.object([
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
                ("required", .list([.text("items"), .text("total")])),
            ])
            return described("A page.", content("application/json", page))
        }
    }

    private static func content(_ type: String, _ schema: Value) -> Value {
        .object([(type, .object([("schema", schema)]))])
    }

    private static func reference(_ name: String) -> Value {
        .object([("$ref", .text("#/components/schemas/\(name)"))])
    }

    // MARK: - Schemas

    private static var schemas: Value {
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

    /// An item's properties are those of the library; what else there is is an object.
    private static func schema(named name: String) -> Value {
        var pairs: [(String, Value)] = [("type", .text("object"))]
        if name == "Item" {
            pairs.append(
                (
                    "properties",
                    .object(MediaProperty.listed.map { ($0.rawValue, schema(of: $0)) })
                ))
        }
        return .object(pairs)
    }

    private static func schema(of property: MediaProperty) -> Value {
        let text = Value.object([("type", .text("string"))])
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
