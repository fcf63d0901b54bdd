/// A pattern for one name, as shells have it: `*`, `?`, `[a-z]`, `[!a-z]`, `[[:digit:]]`, `\\` (fnmatch(3)).
///
/// Matching takes at most the product of both lengths, whatever the pattern: patterns come with the files of others,
/// and `fnmatch` takes years for some.
struct GlobPattern: Hashable, Sendable {
    private var tokens: [Token] = []
    /// How many characters a name has at least.
    private var minimum: Int { tokens.count { $0 != .anything } }

    private enum Token: Hashable {
        case character(Unicode.Scalar)
        case anyCharacter
        case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
        case anything

        func matches(_ character: Unicode.Scalar) -> Bool {
            switch self {
            case .character(let own): own == character
            case .anyCharacter: true
            case .set(let ranges, let isNegated):
                ranges.contains { $0.contains(character) } != isNegated
            case .anything: false
            }
        }
    }

    init(_ text: some StringProtocol) {
        var rest = Array(text.unicodeScalars)[...]
        while let character = rest.popFirst() {
            switch character {
            case "*": if tokens.last != .anything { tokens.append(.anything) }
            case "?": tokens.append(.anyCharacter)
            case "\\": tokens.append(.character(rest.popFirst() ?? "\\"))
            case "[": tokens.append(Self.set(&rest) ?? .character("["))
            default: tokens.append(.character(character))
            }
        }
    }

    /// Whether the whole of a name is as the pattern says.
    func matches(_ name: [Unicode.Scalar]) -> Bool {
        guard minimum <= name.count else { return false }
        var (place, index) = (0, 0)
        // Of several `*` only the last need be tried with more characters: the part before it fits already.
        var again: (place: Int, index: Int)?
        while index < name.count {
            if place < tokens.count, tokens[place] == .anything {
                place += 1
                again = (place, index)
            } else if place < tokens.count, tokens[place].matches(name[index]) {
                (place, index) = (place + 1, index + 1)
            } else if let trial = again {
                (place, index) = (trial.place, trial.index + 1)
                again = (place, index)
            } else {
                return false
            }
        }
        return tokens[place...].allSatisfy { $0 == .anything }
    }

    // MARK: - Sets

    /// Reads what is after `[`; `nil`, and nothing read, where no `]` ends it.
    private static func set(_ text: inout ArraySlice<Unicode.Scalar>) -> Token? {
        var rest = text
        let isNegated = rest.first == "!" || rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        var isFirst = true
        while let character = rest.popFirst() {
            if character == "]", !isFirst {
                text = rest
                return .set(ranges, isNegated: isNegated)
            }
            isFirst = false
            if character == "[", let named = named(&rest) {
                ranges += named
                continue
            }
            guard let low = character == "\\" ? rest.popFirst() : character else { return nil }
            guard rest.first == "-", let next = rest.dropFirst().first, next != "]" else {
                ranges.append(low...low)
                continue
            }
            rest.removeFirst(2)
            guard let high = next == "\\" ? rest.popFirst() : next else { return nil }
            if low <= high { ranges.append(low...high) }
        }
        return nil
    }

    /// Reads `:digit:]`; `nil`, and nothing read, for anything else.
    private static func named(
        _ text: inout ArraySlice<Unicode.Scalar>
    ) -> [ClosedRange<Unicode.Scalar>]? {
        guard text.first == ":", let end = text.dropFirst().firstIndex(of: ":"),
            text[end...].dropFirst().first == "]"
        else { return nil }
        let name = String(String.UnicodeScalarView(text[(text.startIndex + 1)..<end]))
        guard let ranges = classes[name] else { return nil }
        text = text[(end + 2)...]
        return ranges
    }

    /// The characters of ASCII that POSIX has in each class (locale "C").
    private static let classes: [String: [ClosedRange<Unicode.Scalar>]] = [
        "alnum": ["0"..."9", "A"..."Z", "a"..."z"], "alpha": ["A"..."Z", "a"..."z"],
        "blank": [" "..." ", "\t"..."\t"], "cntrl": ["\0"..."\u{1F}", "\u{7F}"..."\u{7F}"],
        "digit": ["0"..."9"], "graph": ["!"..."~"], "lower": ["a"..."z"], "print": [" "..."~"],
        "punct": ["!"..."/", ":"..."@", "["..."`", "{"..."~"],
        "space": [" "..." ", "\t"..."\r"], "upper": ["A"..."Z"],
        "xdigit": ["0"..."9", "A"..."F", "a"..."f"],
    ]
}
