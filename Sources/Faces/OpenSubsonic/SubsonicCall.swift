import Hummingbird
import PhonolithAccess
import PhonolithMediaModel

/// A call whose parameters have been checked against its endpoint, and whose caller is known.
struct SubsonicCall: Sendable {
    let text: FormText
    /// The request, if its body is JSON.
    let json: Request?
    /// The client's, without its port.
    let address: String
    let caller: Caller
    let library: ServedCatalog
    let service: SubsonicService
    /// The beginning of this server's URLs, for links that are given to others.
    let origin: String

    /// The client's name for itself.
    var client: String { (text["c"] ?? "").asPlayerName }

    /// The object in the body; `nil` if it has none, or one of another kind.
    ///
    /// - Throws: ``BodyRefusal/tooLong(most:)``, `LongBodies.Refusal`, ``RequestExcess``.
    func object<Value: Decodable & Sendable>(_ type: Value.Type) async throws -> Value? {
        guard let json else { return nil }
        do {
            return try await service.bodies.object(
                type, in: json, upTo: RequestLimits.Body.object, from: address)
        } catch BodyRefusal.lacksProperty, BodyRefusal.otherObject {
            return nil
        }
    }

    // The endpoint's table has checked them: a value of another kind here is a fault of the table.

    func text(_ name: String) throws(SubsonicError) -> String {
        guard let value = text[name] else { throw .missing(name) }
        return value
    }

    /// A text, absent where it is empty.
    func optionalText(_ name: String) -> String? { text[name].flatMap { $0.isEmpty ? nil : $0 } }

    func texts(_ name: String) -> [String] { text.values(name).filter { !$0.isEmpty } }

    func integer(_ name: String) -> Int? { text[name].flatMap { Int($0) } }

    func integers(_ name: String) -> [Int] { text.values(name).compactMap { Int($0) } }

    func flag(_ name: String) -> Bool? { text[name]?.asFlag }

    /// A count of answers: at most 500. More is not refused, because clients ask for it.
    func count(_ name: String, default standard: Int) -> Int {
        min(max(integer(name) ?? standard, 0), 500)
    }

    func offset(_ name: String = "offset") -> Int { max(integer(name) ?? 0, 0) }

    /// The id in a parameter.
    ///
    /// - Throws: Error 70 for what is not an id: nothing has it.
    func id(_ name: String = "id", _ what: String = "Item") throws(SubsonicError) -> SubsonicID {
        let value = try text(name)
        guard let id = SubsonicID(value) else { throw .notFound(what, value) }
        return id
    }
}

/// The answer of an endpoint.
enum SubsonicAnswer: Sendable {
    /// An envelope with these parts, which may be none.
    case payload(SubsonicObject)
    /// Bytes that are not an envelope.
    case bytes(ByteAnswer)

    static let nothing = SubsonicAnswer.payload(SubsonicObject())

    static func payload(_ name: String, _ object: SubsonicObject) -> SubsonicAnswer {
        .payload(SubsonicObject(name, .object(object)))
    }

    /// A part that is a list.
    static func list(
        _ name: String, of key: String, _ objects: [SubsonicObject]
    ) -> SubsonicAnswer {
        .payload(name, SubsonicObject(key, .objects(objects)))
    }
}

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
