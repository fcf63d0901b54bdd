/// Why a playlist cannot be changed as asked. The description is one line for the user.
public enum PlaylistEditError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such list.
    case noPlaylist(String)
    /// Several lists are called so.
    case ambiguousName(String, ids: [String])
    /// A list is called so already.
    case nameTaken(String)
    /// A list of the name that the user chose exists, and is not to be replaced.
    case nameNotReplaced(String)
    /// The user changed the list after it was read from its file.
    case isEdited(String)
    /// Rules ask for the list.
    case isAskedFor(String, by: [String])
    /// A rule asks for a list that does not exist.
    case ruleAsksForUnknown(String, nearest: String?)
    /// The list was edited since its revision was read.
    case wasEdited(String)
    /// There is no entry there; `position` counts from 0, as the entries do.
    case positionOutOfRange(position: Int, count: Int)
    /// There is no such item.
    case noItem(String)
    /// What a rule finds cannot be edited one by one.
    case isSmart(String)
    /// The list was made by hand, and has no rule.
    case isNotSmart(String)
    /// The rule would ask for its own list.
    case asksForItself(String)
    /// A rule that the language of --where cannot say.
    case unsayableRule(String)
    /// A name without a letter.
    case emptyName

    /// One line, without a full stop. Positions count from 1, as lists show them.
    public var description: String {
        switch self {
        case .noPlaylist(let name):
            "\(name): no playlist is called so; phonolith playlist list shows all"
        case .ambiguousName(let name, let ids):
            "\(name): several playlists are called so; name one by its id: \(ids.joined(separator: ", "))"
        case .nameTaken(let name):
            "\(name): there is a playlist of this name already; take another name, or delete that one"
        case .nameNotReplaced(let name):
            "\(name): there is a playlist of this name already; add --replace to replace it, or choose another name"
        case .isEdited(let name):
            "\(name): you changed this playlist after it was read from its file; add --replace to discard your changes, or --name to import the file as another list"
        case .isAskedFor(let name, let others):
            "\(name): the rules of \(others.joined(separator: ", ")) ask for it; change or delete these smart playlists first"
        case .ruleAsksForUnknown(let name, let nearest):
            "the rule asks for the playlist '\(name)', which does not exist\(nearest.map { "; did you mean '\($0)'?" } ?? "")"
        case .wasEdited(let name): "\(name): was edited meanwhile; read it again"
        case .positionOutOfRange(let position, let count):
            count == 0
                ? "\(position + 1): the playlist has no entries"
                : "\(position + 1): no entry is there; the playlist has 1 to \(count)"
        case .noItem(let id): "\(id): no item has this id; phonolith items lists them"
        case .isSmart(let name):
            "\(name): is a smart playlist, whose rule says what is in it; change that with: phonolith playlist smart, or duplicate it as a list of its own"
        case .isNotSmart(let name):
            "\(name): is a list made by hand and has no rule; choose another name for the smart playlist"
        case .asksForItself(let name):
            "\(name): its rule asks for the list itself; change inPlaylist"
        case .unsayableRule(let reason): "the rule cannot be kept: \(reason)"
        case .emptyName: "a playlist needs a name"
        }
    }
}
