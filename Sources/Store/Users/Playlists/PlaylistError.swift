public import PhonolithMediaModel

/// Why a playlist cannot be changed. The description is one line for the user.
public enum PlaylistEditError: PhonolithError {
    /// There is no such playlist.
    case noPlaylist(String)
    /// Several playlists have this name.
    case ambiguousName(String, ids: [String])
    /// A playlist already has this name.
    case nameTaken(String)
    /// A list of the name that the user chose exists, and is not to be replaced.
    case nameNotReplaced(String)
    /// The user changed the list after it was read from its file.
    case isEdited(String)
    /// Rules refer to the playlist.
    case isAskedFor(String, by: [String])
    /// A rule refers to a playlist that does not exist.
    case ruleAsksForUnknown(String, nearest: String?)
    /// The list was edited since its revision was read.
    case wasEdited(String)
    /// There is no such position; `position` counts from 0.
    case positionOutOfRange(position: Int, count: Int)
    /// There is no such item.
    case noItem(String)
    /// The items that a rule finds cannot be edited one by one.
    case isSmart(String)
    /// The playlist is not smart, and has no rule.
    case isNotSmart(String)
    /// The rule refers to its own playlist.
    case asksForItself(String)
    /// A rule that cannot be written as an expression.
    case unsayableRule(String)
    /// A name without a letter.
    case emptyName
    /// More entries than an edit may leave.
    case tooManyEntries(most: Int)
    /// A name that is too long, and its number of Unicode scalars.
    case longName(Int)

    /// One line, without a full stop. Positions count from 1, as lists show them.
    public var description: String {
        switch self {
        case .noPlaylist(let name):
            "\(name): no playlist has this name; phonolith playlist list shows all"
        case .ambiguousName(let name, let ids):
            "\(name): several playlists have this name; use an id: \(ids.joined(separator: ", "))"
        case .nameTaken(let name):
            "\(name): a playlist with this name already exists; choose another name, or delete that one"
        case .nameNotReplaced(let name):
            "\(name): a playlist with this name already exists; add --replace to replace it, or choose another name"
        case .isEdited(let name):
            "\(name): you changed this playlist after it was imported from its file; add --replace to discard your changes, or --name to import the file as another playlist"
        case .isAskedFor(let name, let others):
            others.count == 1
                ? "\(name): is used by the smart playlist \(others[0]); change or delete that one first"
                : "\(name): is used by the smart playlists \(others.joined(separator: ", ")); change or delete these first"
        case .ruleAsksForUnknown(let name, let nearest):
            "the rule refers to the playlist '\(name)', which does not exist\(nearest.map { "; did you mean '\($0)'?" } ?? "")"
        case .wasEdited(let name): "\(name): was edited in the meantime; read it again"
        case .positionOutOfRange(let position, let count):
            count == 0
                ? "\(position + 1): the playlist has no entries"
                : "\(position + 1): no such position; the playlist has positions 1 to \(count)"
        case .noItem(let id): "\(id): no item has this id; phonolith items lists them"
        case .isSmart(let name):
            "\(name): is a smart playlist, and its rule decides its items; change the rule with: phonolith playlist smart, or duplicate it as an ordinary playlist"
        case .isNotSmart(let name):
            "\(name): is an ordinary playlist without a rule; choose another name for the smart playlist"
        case .asksForItself(let name):
            "\(name): its rule refers to the playlist itself; change inPlaylist"
        case .unsayableRule(let reason): "the rule cannot be stored: \(reason)"
        case .emptyName: "a playlist needs a name"
        case .tooManyEntries(let most):
            "a playlist has \(most) entries at most; divide it into several"
        case .longName(let count):
            "the name of a playlist has \(PlaylistStore.longestName) characters at most, not \(count); choose a shorter one"
        }
    }
}

extension PlaylistEditError {
    /// The kind of the error.
    public var code: Code {
        switch self {
        case .noPlaylist: .noPlaylist
        case .ambiguousName: .ambiguousName
        case .nameTaken: .nameTaken
        case .nameNotReplaced: .nameNotReplaced
        case .isEdited: .isEdited
        case .isAskedFor: .isAskedFor
        case .ruleAsksForUnknown: .ruleAsksForUnknown
        case .wasEdited: .wasEdited
        case .positionOutOfRange: .positionOutOfRange
        case .noItem: .noItem
        case .isSmart: .isSmart
        case .isNotSmart: .isNotSmart
        case .asksForItself: .asksForItself
        case .unsayableRule: .unsayableRule
        case .emptyName: .emptyName
        case .tooManyEntries: .tooManyEntries
        case .longName: .longName
        }
    }

    /// The playlist, item or position; empty where it is a name or a number that is refused.
    public var subject: String {
        switch self {
        case .noPlaylist(let name), .ambiguousName(let name, _), .nameTaken(let name),
            .nameNotReplaced(let name), .isEdited(let name), .isAskedFor(let name, _),
            .ruleAsksForUnknown(let name, _), .wasEdited(let name), .noItem(let name),
            .isSmart(let name), .isNotSmart(let name), .asksForItself(let name):
            name
        case .positionOutOfRange(let position, _): String(position + 1)
        case .unsayableRule, .emptyName, .tooManyEntries, .longName: ""
        }
    }

    /// A kind of failure.
    public struct Code: ErrorCode {
        /// The name of the kind.
        public let rawValue: String
        /// Takes a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such playlist.
        public static let noPlaylist = Code(rawValue: "noPlaylist")
        /// Several playlists have this name.
        public static let ambiguousName = Code(rawValue: "ambiguousName")
        /// A playlist already has this name.
        public static let nameTaken = Code(rawValue: "nameTaken")
        /// A list of the name that the user chose exists, and is not to be replaced.
        public static let nameNotReplaced = Code(rawValue: "nameNotReplaced")
        /// The user changed the list after it was read from its file.
        public static let isEdited = Code(rawValue: "isEdited")
        /// Rules refer to the playlist.
        public static let isAskedFor = Code(rawValue: "isAskedFor")
        /// A rule refers to a playlist that does not exist.
        public static let ruleAsksForUnknown = Code(rawValue: "ruleAsksForUnknown")
        /// The list was edited since its revision was read.
        public static let wasEdited = Code(rawValue: "wasEdited")
        /// There is no such position; `position` counts from 0.
        public static let positionOutOfRange = Code(rawValue: "positionOutOfRange")
        /// There is no such item.
        public static let noItem = Code(rawValue: "noItem")
        /// The items that a rule finds cannot be edited one by one.
        public static let isSmart = Code(rawValue: "isSmart")
        /// The playlist is not smart, and has no rule.
        public static let isNotSmart = Code(rawValue: "isNotSmart")
        /// The rule refers to its own playlist.
        public static let asksForItself = Code(rawValue: "asksForItself")
        /// A rule that cannot be written as an expression.
        public static let unsayableRule = Code(rawValue: "unsayableRule")
        /// A name without a letter.
        public static let emptyName = Code(rawValue: "emptyName")
        /// More entries than an edit may leave.
        public static let tooManyEntries = Code(rawValue: "tooManyEntries")
        /// A name that is too long, and its number of Unicode scalars.
        public static let longName = Code(rawValue: "longName")
    }
}
