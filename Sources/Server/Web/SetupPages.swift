import Catalog
import HTTPTypes
import Hummingbird
import Logging
import MediaModel
import Synchronization

/// The first page, and the one on which the owner's password is set before anybody can log in.
struct SetupPages: Sendable {
    let access: Access

    /// Where the password is set.
    static let path = "/setup"
    /// A body may be this long.
    private static let longestBody = 1 << 14

    /// The page at `/`.
    func front(_ facts: RequestFacts) -> Response {
        HTMLPage(
            title: "Phonolith",
            body: """
                <p>This is the address for apps that speak Subsonic or OpenSubsonic: \
                <code>\(facts.origin.htmlEscaped)</code></p>
                <p>Apps log in with an app password, which <code>phonolith app-password add NAME</code> makes.</p>
                """
        ).response()
    }

    func respond(to request: Request, _ facts: RequestFacts) async -> Response {
        do {
            switch request.method {
            case .get, .head:
                let token = FormText(request.uri.query ?? "")["token"] ?? ""
                guard try await access.isSetupToken(token) else { return refusal }
                return form(token, problem: nil, at: facts.origin)
            case .post:
                let body = try await request.body.collect(upTo: Self.longestBody)
                return try await set(FormText(String(buffer: body)), facts)
            default: return .plain(.methodNotAllowed, headers: [.allow: "GET, HEAD, POST"])
            }
        } catch {
            facts.logger.error("request failed", metadata: ["error": "\(error)"])
            return .plain(.internalServerError)
        }
    }

    private func set(_ fields: FormText, _ facts: RequestFacts) async throws -> Response {
        let token = fields["token"] ?? ""
        guard try await access.isSetupToken(token) else { return refusal }
        let password = fields["password"] ?? ""
        guard password.count >= Access.shortestPassword else {
            return form(
                token, problem: "Use \(Access.shortestPassword) characters or more.",
                at: facts.origin)
        }
        guard password == fields["again"] else {
            return form(token, problem: "The two passwords are not the same.", at: facts.origin)
        }
        guard let made = try await access.setUp(password, with: token) else { return refusal }
        facts.logger.info("the owner's password is set", metadata: ["address": "\(facts.address)"])
        return HTMLPage(
            title: "Phonolith is set up",
            body: """
                <p>The user <code>\(made.user.htmlEscaped)</code> has a password now.</p>
                <p>Apps connect to <code>\(facts.origin.htmlEscaped)</code> with this name and an app password. Here is \
                the first; it is shown only once:</p>
                <p><code>\(made.appPassword)</code></p>
                <p>More are made by <code>phonolith app-password add \(made.user.htmlEscaped)</code>, and other users \
                by <code>phonolith user add NAME</code>.</p>
                """
        ).response()
    }

    private func form(_ token: String, problem: String?, at origin: String) -> Response {
        HTMLPage(
            title: "Set the owner's password",
            body: """
                \(problem.map { "<p><strong>\($0.htmlEscaped)</strong></p>" } ?? "")
                <form method="post" action="\(origin.htmlEscaped)\(Self.path)">
                <input type="hidden" name="token" value="\(token.htmlEscaped)">
                <label>Password <input type="password" name="password" autocomplete="new-password" required></label>
                <label>Again <input type="password" name="again" autocomplete="new-password" required></label>
                <button>Set password</button>
                </form>
                """
        ).response(problem == nil ? .ok : .unprocessableContent)
    }

    private var refusal: Response {
        HTMLPage(
            title: "Not found",
            body: """
                <p>This link was used already, or is of an earlier start. \
                <code>phonolith serve</code> prints a new one as long as no user has a password.</p>
                """
        ).response(.notFound)
    }
}

/// The token of the link that sets the owner's password, once.
final class SetupToken: Sendable {
    private let token = Mutex<String?>(nil)

    /// Makes a token in the place of the one before.
    func renew() -> String {
        let word = SecretBytes.word()
        token.withLock { $0 = word }
        return word
    }

    func matches(_ text: String) -> Bool {
        guard let known = token.withLock({ $0 }) else { return false }
        return SecretBytes.areEqual(Array(known.utf8), Array(text.utf8))
    }

    /// Uses the token up.
    ///
    /// - Returns: Whether it was this one, and not used yet.
    func use(_ text: String) -> Bool {
        token.withLock { known in
            guard let word = known, SecretBytes.areEqual(Array(word.utf8), Array(text.utf8)) else {
                return false
            }
            known = nil
            return true
        }
    }
}
