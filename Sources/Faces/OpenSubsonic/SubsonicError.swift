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
