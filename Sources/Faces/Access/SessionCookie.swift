package import HTTPTypes
import PhonolithMediaModel

/// The cookie of a browser's login, and the token that shows that a request comes from the page itself.
package enum SessionCookie {
    package static let name = "phonolith"
    package static let csrfHeader = HTTPField.Name("X-CSRF-Token")

    // In seconds.
    static let duration = 30 * 86_400

    /// - Parameter token: `nil` to delete the cookie.
    package static func header(_ token: String?, origin: String) -> String {
        let path = origin.split(separator: "/", maxSplits: 3).dropFirst(2).joined()
        let secure = origin.hasPrefix("https:") ? "; Secure" : ""
        return "\(name)=\(token ?? ""); Path=/\(path); HttpOnly; SameSite=Lax"
            + "; Max-Age=\(token == nil ? 0 : duration)\(secure)"
    }

    package static func token(in headers: HTTPFields) -> String? {
        headers[values: .cookie].lazy.flatMap { $0.split(separator: ";") }.compactMap {
            let parts = $0.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].drop(while: { $0 == " " }) == name
                ? String(parts[1]) : nil
        }.first
    }

    /// A token that another site cannot know, as it cannot read the cookie; derived from the cookie's token, one way.
    package static func csrfToken(_ token: String) -> String {
        SecretBytes.sha256("csrf " + token).prefix(16).hexadecimal
    }
}
