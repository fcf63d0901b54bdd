import HTTPTypes
import Hummingbird
import NIOCore
import PhonolithAccess
import PhonolithMediaModel

/// The description of the native API (OpenAPI 3.1), made of the same table as its answers.
enum OpenAPI {
    static let route = APIRoute(
        .get, "/openapi.json", "Describe this API.", answer: .bytes("application/json")
    ) { call in
        .json(document(below: call.service.basePath))
    }

    private static func document(below basePath: String) -> JSON {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Phonolith", "version": "1",
                "description":
                    "Bodies of another type than described get 415, changes that pages of other sites request 403.",
            ],
            "servers": [["url": .text("\(basePath)/api/v1")]],
            "security": [["appPassword": []], ["session": []]],
            "paths": .object(paths),
            "components": ["securitySchemes": securitySchemes, "schemas": schemas],
        ]
    }

    private static var securitySchemes: JSON {
        [
            "appPassword": ["type": "http", "scheme": "bearer"],
            "session": ["type": "apiKey", "in": "cookie", "name": .text(SessionCookie.name)],
        ]
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
        let parameters =
            route.pathParameters.map { parameter($0, in: "path") }
            + route.parameters.map { parameter($0, in: "query") }
        return [
            "summary": .text(route.summary),
            "parameters": parameters.isEmpty ? nil : .array(parameters),
            "requestBody": route.body.isEmpty ? nil : requestBody(of: route),
            "security": route.role == .anybody ? [] : nil,
            "responses": responses(route),
        ]
    }

    private static func requestBody(of route: APIRoute) -> JSON {
        let required = route.body.filter(\.isRemovable).map { JSON.text($0.name) }
        let object: JSON = [
            "type": "object",
            "properties": .object(route.body.map { ($0.name, schema($0)) }),
            "required": required.isEmpty ? nil : .array(required),
        ]
        return [
            "required": .boolean(!required.isEmpty), "content": content("application/json", object),
        ]
    }

    private static func parameter(_ parameter: APIParameter, in place: String) -> JSON {
        let schema = schema(parameter)
        return [
            "name": .text(parameter.name), "in": .text(place),
            "required": .boolean(place == "path"), "description": .text(parameter.summary),
            "schema": parameter.isRepeated ? ["type": "array", "items": schema] : schema,
        ]
    }

    private static func schema(_ parameter: APIParameter) -> JSON {
        let type = JSON.text(parameter.kind.rawValue)
        return [
            "type": parameter.isRemovable ? [type, "null"] : type,
            "items": parameter.kind == .array ? ["type": "string"] : nil,
        ]
    }

    private static func responses(_ route: APIRoute) -> JSON {
        let status = route.answer == .nothing ? "204" : "\(route.status.code)"
        return [
            status: success(route.answer),
            "default": [
                "description": "A problem.",
                "content": content("application/problem+json", reference("Problem")),
            ],
        ]
    }

    private static func success(_ answer: APIAnswerKind) -> JSON {
        switch answer {
        case .nothing: return ["description": "Done."]
        case .bytes(let type):
            return ["description": "The bytes.", "content": content(type, [:])]
        case .object(let name):
            let content = content("application/json", reference(name))
            return ["description": "The object.", "content": content]
        case .list(let name):
            let page: JSON = [
                "type": "object",
                "properties": [
                    "items": ["type": "array", "items": reference(name)],
                    "total": ["type": "integer"],
                    "next": ["type": "string"],
                ],
                "required": ["items", "total"],
            ]
            return ["description": "A page.", "content": content("application/json", page)]
        }
    }

    private static func content(_ type: String, _ schema: JSON) -> JSON {
        [type: ["schema": schema]]
    }

    private static func reference(_ name: String) -> JSON {
        ["$ref": .text("#/components/schemas/\(name)")]
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
        let properties = MediaProperty.listed.map { ($0.rawValue, JSON?.some(schema(of: $0))) }
        return ["type": "object", "properties": name == "Item" ? .object(properties) : nil]
    }

    private static func schema(of property: MediaProperty) -> JSON {
        if [.musicBrainzArtistIDs, .musicBrainzAlbumArtistIDs].contains(property) {
            return ["type": "array", "items": ["type": "string"]]
        }
        return switch property.kind {
        case .number: ["type": "number"]
        case .boolean: ["type": "boolean"]
        case .timestamp: ["type": "string", "format": "date-time"]
        case .date, .identifier, .code: ["type": "string"]
        case .text, .mediaType, .structure: [:]
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
