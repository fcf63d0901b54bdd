import PhonolithMediaModel
import PhonolithQueries
import PhonolithUsers

/// The longest texts and lists that a request may have, in both APIs, by the names of their parameters. They are checked
/// before anything is computed from them.
package enum RequestLimits {
    /// The largest value of a parameter.
    package enum Size: Hashable, Sendable {
        // In UTF-8.
        case bytes(Int)
        // Unicode scalars.
        case characters(Int)
    }

    /// Of texts that are not in ``sizes``.
    package static let otherText = Size.bytes(4096)
    package static let parameterName = 255
    /// Of a main password, in bytes of UTF-8.
    package static let password = 1024
    /// How many values a list has, and how many parameters a form.
    package static let listCount = 100_000
    /// How many entries a playlist has that was edited by a client.
    package static let playlistEntries = 100_000
    /// How many parameters a URL has, of which there may be many at once.
    package static let urlParameters = 12_000

    // Bodies, in bytes.
    package enum Body {
        /// A form: clients send whole playlists.
        package static let form = 10 << 20
        /// An object with a list.
        package static let list = 1 << 20
        package static let object = 64 << 10
        /// An object of a client without credentials: `session` and `setup`.
        package static let unknownClient = 16 << 10
        package static let playlistFile = 8 << 20
    }

    /// Values with a limit of their own.
    package static let sizes: [String: Size] = {
        let name = Size.bytes(UserName.longest)
        // As hexadecimal digits after `enc:`, too.
        let password = Size.bytes(4 + 2 * Self.password)
        let secret = Size.bytes(255)
        let search = Size.characters(SearchQuery.longest)
        let text = Size.bytes(16 << 10)
        return [
            "u": name, "username": name, "user": name,
            "p": password, "password": password, "new": password,
            "t": secret, "s": secret, "apiKey": secret, "token": secret,
            "id": secret, "songId": secret, "albumId": secret, "artistId": secret,
            "playlistId": secret, "songIdToAdd": secret, "songIndexToRemove": secret,
            "musicFolderId": secret, "mediaId": secret, "current": secret, "items": secret,
            "closedRoots": secret, "rights": secret, "add": secret, "label": secret,
            "query": search, "any": search, "q": search,
            "where": text, "message": text, "comment": text, "description": text, "after": text,
            "since": text,
        ]
    }()

    /// The largest value of a parameter.
    package static func size(of name: String) -> Size { sizes[name] ?? otherText }
}

extension RequestLimits.Size: CustomStringConvertible {
    /// Whether a text is larger. Takes no longer for a text that is much too long.
    package func isExceeded(by text: some StringProtocol) -> Bool {
        switch self {
        case .bytes(let most): text.utf8.count > most
        case .characters(let most):
            text.utf8.count > 4 * most || text.unicodeScalars.count > most
        }
    }

    /// Whether a text whose bytes are written in percents is larger, whatever it is.
    package func isExceeded(byEncoded count: Int) -> Bool {
        switch self {
        case .bytes(let most): count > 3 * most
        case .characters(let most): count > 12 * most
        }
    }

    package var description: String {
        switch self {
        case .bytes(let most): "\(most) bytes"
        case .characters(let most): "\(most) characters"
        }
    }
}

/// A text or list of a request that is too long.
package struct RequestExcess: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter, cut to what can be shown.
    package let parameter: String
    /// The largest that is taken.
    package let limit: String

    package init(_ parameter: some StringProtocol, _ limit: String) {
        self.parameter = String(decoding: parameter.utf8.prefix(100), as: UTF8.self)
        self.limit = limit
    }

    /// A list of more parameters than this.
    package init(parameters most: Int) {
        self.init("the list of parameters", "\(most) parameters")
    }

    /// One line for the client.
    package var description: String { "\(parameter) is too long: \(limit) at most" }
}
