import PhonolithAccess
import PhonolithMediaModel

/// The envelope of every answer, in the form that the client asked for.
struct SubsonicEnvelope: Sendable {
    /// The version of the protocol that is spoken.
    static let protocolVersion = "1.16.1"

    enum Form: Hashable, Sendable {
        case xml, json
        /// JSON as the argument of a function.
        case jsonp(callback: String)
    }

    let serverVersion: String
    /// Whether OpenSubsonic's fields are left out.
    var isClassic = false

    /// Puts an answer together.
    ///
    /// - Parameter payload: Named parts; none for an answer without content.
    func body(_ payload: SubsonicObject, isFailure: Bool = false) -> SubsonicObject {
        var envelope = SubsonicObject()
        envelope.add("status", isFailure ? "failed" : "ok")
        envelope.add("version", Self.protocolVersion)
        envelope.addOpen("type", "phonolith")
        envelope.addOpen("serverVersion", serverVersion)
        envelope.addOpen("openSubsonic", .flag(true))
        for field in payload.fields { envelope.add(field.name, field.value) }
        return isClassic ? envelope.classic : envelope
    }

    static func render(_ body: SubsonicObject, as form: Form) -> SubsonicText {
        var text = SubsonicText()
        switch form {
        case .xml:
            text.append(contentsOf: #"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)
            text.append(UInt8(ascii: "\n"))
            var root = SubsonicObject("xmlns", .text("http://subsonic.org/restapi"))
            for field in body.fields { root.add(field.name, field.value) }
            SubsonicXML.append(root, as: "subsonic-response", to: &text)
        case .json:
            SubsonicJSON.append(SubsonicObject("subsonic-response", .object(body)), to: &text)
        case .jsonp(let callback):
            text.append(contentsOf: (callback + "(").utf8)
            SubsonicJSON.append(SubsonicObject("subsonic-response", .object(body)), to: &text)
            text.append(contentsOf: ");".utf8)
        }
        return text
    }
}

extension SubsonicEnvelope.Form {
    /// The form that the parameters ask for: `f`, and `callback` for JSONP; XML by default. A callback that is no
    /// name could be any program, and gets plain JSON.
    init(_ parameters: FormText) {
        switch parameters["f"] {
        case "json": self = .json
        case "jsonp":
            let callback = parameters["callback"] ?? ""
            self = callback.isScriptName ? .jsonp(callback: callback) : .json
        default: self = .xml
        }
    }

    var contentType: String {
        switch self {
        case .xml: "application/xml; charset=utf-8"
        case .json: "application/json"
        case .jsonp: "text/javascript; charset=utf-8"
        }
    }
}

extension String {
    /// Whether the text is a name of JavaScript, or several joined by dots, in ASCII.
    fileprivate var isScriptName: Bool {
        utf8.count <= 200
            && split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                guard let first = part.utf8.first, !first.isDigit else {
                    return false
                }
                return part.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                        true
                    default: false
                    }
                }
            }
    }
}

/// Why a call is refused, with the protocol's code. It is sent with HTTP status 200: clients drop the body of any
/// other.
package struct SubsonicError: Error, Hashable, Sendable {
    package enum Code: Int, Hashable, Sendable {
        case generic = 0
        case missingParameter = 10
        case wrongCredentials = 40
        case tokenNotSupported = 41
        case authenticationNotSupported = 42
        case conflictingAuthentication = 43
        case invalidKey = 44
        case notAuthorized = 50
        case notFound = 70
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static func missing(_ parameter: String) -> SubsonicError {
        SubsonicError(.missingParameter, "Required parameter is missing: \(parameter)")
    }

    static func wrong(_ parameter: String, _ value: String, expected: String) -> SubsonicError {
        SubsonicError(.generic, "\(parameter) is \(expected), not '\(value.prefix(100))'")
    }

    static func notFound(_ what: String, _ id: String) -> SubsonicError {
        SubsonicError(.notFound, "\(what) not found: \(id.prefix(100))")
    }

    var object: SubsonicObject {
        var error = SubsonicObject()
        error.add("code", code.rawValue)
        error.add("message", message)
        return error
    }
}
