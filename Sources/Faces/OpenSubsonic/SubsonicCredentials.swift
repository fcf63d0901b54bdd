import PhonolithAccess
import PhonolithMediaModel

/// Reads who makes a call from its parameters.
enum SubsonicCredentials {
    static func read(_ text: FormText) throws(SubsonicError) -> Credentials {
        let name = text["u"].flatMap { $0.isEmpty ? nil : $0 }
        if let key = text["apiKey"] {
            if ["u", "p", "t", "s"].contains(where: { text[$0] != nil }) {
                throw SubsonicError(
                    .conflictingAuthentication, "apiKey is given alone, without u, p, t and s")
            }
            return .key(key)
        }
        guard let name else { throw .missing("u") }
        if let token = text["t"] {
            guard let salt = text["s"] else { throw .missing("s") }
            if text["p"] != nil {
                throw SubsonicError(.conflictingAuthentication, "p is given without t and s")
            }
            return .token(name: name, token: token, salt: salt)
        }
        guard let password = text["p"] else { throw .missing("p") }
        return .password(name: name, password: password.decodedPassword)
    }
}

extension String {
    /// The password in `enc:` and hexadecimal digits, which are UTF-8, or Latin-1 from some programs; any other text is
    /// the password itself.
    var decodedPassword: String {
        guard hasPrefix("enc:"), let bytes = [UInt8](hexadecimal: dropFirst(4)) else {
            return self
        }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}
