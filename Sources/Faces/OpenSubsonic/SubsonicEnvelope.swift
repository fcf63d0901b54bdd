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
