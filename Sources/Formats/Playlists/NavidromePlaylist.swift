import FoundationEssentials
package import PhonolithMediaModel

/// A smart playlist of Navidrome, a `.nsp` file (navidrome.org/docs/usage/features/smart-playlists).
///
/// A rule that cannot be said here is refused, because without it the list would be another one. Case and accents
/// do not matter here, which is the one difference that is accepted.
package struct NavidromePlaylist: Hashable, Sendable {
    package var name: String?
    package var comment: String?
    /// The rule for its content.
    package var rule: SmartPlaylistRule

    package init(parsing contents: [UInt8]) throws(PlaylistError) {
        let object = try Self.object(in: contents)
        name = try Self.text("name", in: object)
        comment = try Self.text("comment", in: object)
        rule = SmartPlaylistRule(predicate: try Self.predicate(of: object))
        let direction = try Self.text("order", in: object)?.lowercased() ?? "asc"
        guard direction == "asc" || direction == "desc" else {
            throw PlaylistError("has the order '\(direction)', which is neither asc nor desc")
        }
        rule.order = try Self.order(
            Self.text("sort", in: object) ?? "", isTurned: direction == "desc")
        rule.limit = try Self.number("limit", in: object).map { .items($0) }
        for word in ["limitpercent", "offset"] where try Self.number(word, in: object) != nil {
            throw PlaylistError("has '\(word)', which is not supported")
        }
        try Self.refuseAbsentFirst(in: rule)
    }

    /// The object of a file, its keys in lower case: Navidrome reads them in any case.
    private static func object(
        in contents: [UInt8]
    ) throws(PlaylistError) -> [String: JSONValue] {
        let bytes = JSONValue.strippingComments(PlaylistText.utf8(contents))
        // The decoder's positions are of no use without the comments.
        let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        guard case .object(let object) = value else { throw PlaylistError("is not a JSON object") }
        return Dictionary(object.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
    }

    private static func text(
        _ key: String, in object: [String: JSONValue]
    ) throws(PlaylistError) -> String? {
        switch object[key] {
        case .text(let text): return text.trimmedBlanks.isEmpty ? nil : text
        case nil, .null: return nil
        default: throw PlaylistError("has a '\(key)' that is not text")
        }
    }

    /// A whole number above 0; 0 says nothing.
    private static func number(
        _ key: String, in object: [String: JSONValue]
    ) throws(PlaylistError) -> Int? {
        guard let value = object[key], value != .null else { return nil }
        guard let number = value.whole, number >= 0 else {
            throw PlaylistError("has a '\(key)' that is not a whole number")
        }
        return number == 0 ? nil : number
    }

    // MARK: - Conditions

    private static func predicate(
        of object: [String: JSONValue]
    ) throws(PlaylistError) -> MediaPredicate {
        var lists: [(word: String, parts: [MediaPredicate])] = []
        for word in ["all", "any"] {
            guard let value = object[word], value != .null else { continue }
            let parts = try parts(of: value)
            if !parts.isEmpty { lists.append((word, parts)) }
        }
        guard let list = lists.first else { throw PlaylistError("has neither 'all' nor 'any'") }
        guard lists.count == 1 else {
            throw PlaylistError(
                "has both 'all' and 'any', of which Navidrome uses only 'any'; nest one in the other"
            )
        }
        if list.parts.count == 1 { return list.parts[0] }
        return list.word == "all" ? .all(list.parts) : .any(list.parts)
    }

    private static func parts(of value: JSONValue) throws(PlaylistError) -> [MediaPredicate] {
        guard case .list(let values) = value else {
            throw PlaylistError("has conditions that are not a list of objects")
        }
        var predicates: [MediaPredicate] = []
        for value in values {
            guard case .object(let object) = value else {
                throw PlaylistError("has conditions that are not a list of objects")
            }
            for (word, value) in object.sorted(by: { $0.key < $1.key }) {
                switch word.lowercased() {
                case "all": predicates.append(.all(try parts(of: value)))
                case "any": predicates.append(.any(try parts(of: value)))
                case let word: predicates.append(try NavidromeCondition.predicate(word, value))
                }
            }
        }
        return predicates
    }

    // MARK: - Order

    /// Without keys, Navidrome sorts by title.
    private static func order(_ text: String, isTurned: Bool) throws(PlaylistError) -> [MediaOrder]
    {
        var order: [MediaOrder] = []
        for key in text.split(separator: ",") {
            let key = String(key).trimmedBlanks
            if key.isEmpty { continue }
            let hasSign = key.hasPrefix("-") || key.hasPrefix("+")
            let name = hasSign ? String(key.dropFirst()).trimmedBlanks : key
            if name.lowercased() == "random" {
                order.append(MediaOrder(.random))
                continue
            }
            guard let field = NavidromeField(named: name), field.absence != .wrapped else {
                throw PlaylistError("is sorted by '\(name)', which is not supported")
            }
            order.append(
                MediaOrder(field.property, isDescending: key.hasPrefix("-") != isTurned))
        }
        return order.isEmpty ? [MediaOrder(.title, isDescending: isTurned)] : order
    }

    /// Items without a value come first in Navidrome's ascending orders and last in those here, which changes a
    /// list with a limit.
    private static func refuseAbsentFirst(in rule: SmartPlaylistRule) throws(PlaylistError) {
        guard rule.limit != nil else { return }
        for key in rule.order where !key.isDescending {
            let isAlwaysThere: Set<MediaProperty> = [
                .title, .artist, .albumArtist, .dateAdded, .playCount, .fileSize, .relativePath,
                .isCompilation,
            ]
            guard let property = key.property, !isAlwaysThere.contains(property),
                !rule.predicate.requires(property)
            else { continue }
            throw PlaylistError(
                "has a limit and is sorted by \(property.rawValue), where Navidrome puts missing values first; add a condition that requires a \(property.rawValue)"
            )
        }
    }
}
