import Foundation
public import MediaModel

/// A smart playlist of Navidrome, a `.nsp` file (navidrome.org/docs/usage/features/smart-playlists), as far as its
/// fields and comparisons exist here. One that has others is refused, because without them it would be another
/// list.
public struct NavidromePlaylist: Hashable, Sendable {
    /// What the list is called.
    public var name: String?
    /// Words about it.
    public var comment: String?
    /// What is in it.
    public var rule: SmartPlaylistRule

    /// Parses a file.
    public init(parsing contents: [UInt8]) throws(PlaylistError) {
        let bytes = PlaylistText.utf8(contents)
        guard
            let object = try? JSONSerialization.jsonObject(
                with: Data(bytes), options: []) as? [String: Any]
        else { throw PlaylistError("is no JSON object") }
        name = object["name"] as? String
        comment = object["comment"] as? String
        var parts: [MediaPredicate] = []
        if let all = object["all"] { parts.append(.all(try Self.list(all))) }
        if let any = object["any"] { parts.append(.any(try Self.list(any))) }
        guard !parts.isEmpty else { throw PlaylistError("has neither 'all' nor 'any'") }
        rule = SmartPlaylistRule(predicate: parts.count == 1 ? parts[0] : .all(parts))
        rule.order = try Self.order(
            object["sort"] as? String ?? "", isTurned: object["order"] as? String == "desc")
        if let limit = object["limit"] as? Int, limit > 0 { rule.limit = .items(limit) }
        if object["limitPercent"] != nil {
            throw PlaylistError("has 'limitPercent', which is unknown here")
        }
    }

    private static func order(_ text: String, isTurned: Bool) throws(PlaylistError) -> [MediaOrder]
    {
        var order: [MediaOrder] = []
        for key in text.split(separator: ",") {
            let key = String(key).trimmedBlanks
            let isDescending = key.hasPrefix("-")
            let name = key.drop { $0 == "-" || $0 == "+" }.lowercased()
            guard let property = fields[name], property.kind != .structure else {
                throw PlaylistError("is sorted by '\(name)', which is unknown here")
            }
            order.append(MediaOrder(property, isDescending: isDescending != isTurned))
        }
        return order
    }

    private static func list(_ value: Any) throws(PlaylistError) -> [MediaPredicate] {
        guard let objects = value as? [[String: Any]] else {
            throw PlaylistError("has conditions that are no list of objects")
        }
        var predicates: [MediaPredicate] = []
        for object in objects {
            for (word, value) in object.sorted(by: { $0.key < $1.key }) {
                predicates.append(try predicate(word.lowercased(), value))
            }
        }
        return predicates
    }

    private static func predicate(
        _ word: String, _ value: Any
    ) throws(PlaylistError) -> MediaPredicate {
        if word == "all" { return .all(try list(value)) }
        if word == "any" { return .any(try list(value)) }
        guard let object = value as? [String: Any], object.count == 1, let field = object.first
        else { throw PlaylistError("has a '\(word)' without a field") }
        guard let property = fields[field.key.lowercased()] else {
            throw PlaylistError("asks for '\(field.key)', which is unknown here")
        }
        let condition = comparison(word, property, field.value)
        guard let condition else {
            throw PlaylistError("compares '\(field.key)' by '\(word)', which is unknown here")
        }
        if let problem = condition.problem { throw PlaylistError("cannot be asked: \(problem)") }
        return condition
    }

    private static func comparison(
        _ word: String, _ property: MediaProperty, _ value: Any
    ) -> MediaPredicate? {
        if word == "intherange" {
            guard let bounds = value as? [Any], bounds.count == 2,
                let low = media(bounds[0], property), let high = media(bounds[1], property)
            else { return nil }
            return .between(property, low, high)
        }
        guard let media = media(value, property) else { return nil }
        let text = value as? String
        return switch word {
        case "is": .equalTo(property, media)
        case "isnot": .not(.equalTo(property, media))
        case "gt", "after": .greaterThan(property, media)
        case "lt", "before": .lessThan(property, media)
        case "contains": text.map { .contains(property, $0) }
        case "notcontains": text.map { .not(.contains(property, $0)) }
        case "startswith": text.map { .hasPrefix(property, $0) }
        default: nil
        }
    }

    private static func media(_ value: Any, _ property: MediaProperty) -> MediaValue? {
        switch property.kind {
        case .boolean: (value as? Bool).map(MediaValue.boolean)
        case .number:
            (value as? Int).map(MediaValue.integer) ?? (value as? Double).map(MediaValue.number)
        default: (value as? String).map(MediaValue.text) ?? (value as? Int).map(MediaValue.integer)
        }
    }

    /// Navidrome's names (`model/criteria/fields.go`), of what exists here.
    private static let fields: [String: MediaProperty] = [
        "title": .title, "album": .albumTitle, "artist": .artist, "albumartist": .albumArtist,
        "composer": .composer, "genre": .genre, "tracknumber": .albumTrackNumber,
        "discnumber": .discNumber, "discsubtitle": .discSubtitle, "year": .year,
        "date": .releaseDate, "releasedate": .releaseDate, "originaldate": .originalDate,
        "compilation": .isCompilation, "grouping": .userGrouping, "comment": .comments,
        "lyrics": .lyrics, "bpm": .beatsPerMinute, "duration": .playbackDuration,
        "bitrate": .bitRate, "bitdepth": .bitDepth, "samplerate": .sampleRate,
        "channels": .channelCount, "codec": .codec, "size": .fileSize,
        "filepath": .relativePath, "isrc": .isrc, "dateadded": .dateAdded,
        "lastplayed": .lastPlayedDate, "playcount": .playCount, "rating": .rating,
        "sorttitle": .titleSort, "sortalbum": .albumSort, "sortartist": .artistSort,
        "sortalbumartist": .albumArtistSort, "mbz_recording_id": .musicBrainzRecordingID,
        "mbz_release_track_id": .musicBrainzTrackID, "mbz_album_id": .musicBrainzAlbumID,
        "mbz_release_group_id": .musicBrainzReleaseGroupID,
    ]
}
