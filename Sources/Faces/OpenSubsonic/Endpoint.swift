package import PhonolithAccess
package import PhonolithUsers

/// A call of the protocol: its name, what it takes, who may make it, and what answers it. The table of all endpoints
/// (``SubsonicEndpoints``) is what requests are checked against, and what tests read.
package struct Endpoint: Sendable {
    /// As in the URL, without `.view`.
    package let name: String
    /// Parameters of its own, beside those that every call has.
    package let parameters: [Parameter]
    /// The role that may call it.
    package let role: AccessRole
    /// The right that a caller needs; `nil` if all users may call it.
    package let right: UserRight?
    /// Whether an app password is not enough, unless it was made for administration.
    package let refusesAppPasswords: Bool
    /// Answers a call whose parameters and caller have been checked.
    let handler: @Sendable (SubsonicCall) async throws -> SubsonicAnswer

    init(
        _ name: String, _ parameters: [Parameter] = [], role: AccessRole = .user,
        right: UserRight? = nil,
        refusesAppPasswords: Bool = false,
        _ handler: @escaping @Sendable (SubsonicCall) async throws -> SubsonicAnswer
    ) {
        self.name = name
        self.parameters = parameters
        self.role = role
        self.right = right
        self.refusesAppPasswords = refusesAppPasswords
        self.handler = handler
    }
}

extension Endpoint {
    private static let verbs: Set = [
        "add", "change", "create", "delete", "report", "save", "scrobble", "set", "star", "unstar",
        "update",
    ]

    /// Whether it changes the library, as its name says; others only read it.
    package var changesLibrary: Bool { Self.verbs.contains(String(name.prefix { $0.isLowercase })) }
}

/// A parameter of an endpoint.
package struct Parameter: Hashable, Sendable {
    /// The kind of its values.
    package enum Kind: Hashable, Sendable {
        case text
        /// A text that may be empty.
        case anyText
        case integer
        case number
        case flag
        case choice([String])
    }

    package var name: String
    package var kind: Kind
    package var isRequired = false
    package var isRepeated = false

    static func required(_ name: String, _ kind: Kind = .text) -> Parameter {
        Parameter(name: name, kind: kind, isRequired: true)
    }

    static func optional(_ name: String, _ kind: Kind = .text) -> Parameter {
        Parameter(name: name, kind: kind)
    }

    static func list(_ name: String, _ kind: Kind = .text, isRequired: Bool = false) -> Parameter {
        Parameter(name: name, kind: kind, isRequired: isRequired, isRepeated: true)
    }

    /// Finds what is wrong with the values of a call.
    func check(_ text: FormText) throws(SubsonicError) {
        let values = text.values(name)
        if isRequired, values.isEmpty || kind != .anyText && values.contains("") {
            throw .missing(name)
        }
        for value in isRepeated ? values : Array(values.prefix(1)) where !value.isEmpty {
            try check(value)
        }
    }

    private func check(_ value: String) throws(SubsonicError) {
        switch kind {
        case .text, .anyText: break
        case .integer:
            if Int(value) == nil { throw .wrong(name, value, expected: "a whole number") }
        case .number:
            if Double(value)?.isFinite != true { throw .wrong(name, value, expected: "a number") }
        case .flag:
            if value.asFlag == nil { throw .wrong(name, value, expected: "true or false") }
        case .choice(let choices):
            if !choices.contains(value) {
                throw .wrong(name, value, expected: "one of " + choices.joined(separator: ", "))
            }
        }
    }
}

extension FormText {
    /// The library would end a text at NUL.
    func refuseNUL() throws(SubsonicError) {
        guard let pair = pairs.first(where: { $0.value.utf8.contains(0) }) else { return }
        throw .wrong(pair.name, pair.value, expected: "text without NUL")
    }
}

/// Every endpoint that is answered, by its name.
package enum SubsonicEndpoints {
    package static let all: [Endpoint] = [
        SystemEndpoints.all, ScanEndpoints.all, BrowsingEndpoints.all, FolderEndpoints.all,
        ListEndpoints.all, SearchEndpoints.all, PlaylistEndpoints.all, MediaEndpoints.all,
        TranscodingEndpoints.all,
        VideoEndpoints.all, LiveStreamingEndpoints.all,
        AnnotationEndpoints.all, PlaybackReportEndpoints.all,
        StarEndpoints.all, BookmarkEndpoints.all, PlayQueueEndpoints.all, RadioEndpoints.all,
        ShareEndpoints.all, PodcastEndpoints.all, PodcastEditingEndpoints.all,
        JukeboxEndpoints.all, ChatEndpoints.all,
        UserEndpoints.all,
        UserEditingEndpoints.all,
    ].flatMap(\.self)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// - Parameter name: As the URL has it, with or without `.view`.
    package static func endpoint(_ name: Substring) -> Endpoint? {
        byName[String(name.hasSuffix(".view") ? name.dropLast(5) : name)]
    }
}
