/// A request for a list in the words that the command line and HTTP share: filters, order and page.
package struct ListRequest: Hashable, Sendable {
    /// The options, and the parameters of a URL.
    package enum Parameter: String, Hashable, Sendable {
        case title, artist, album
        case albumArtist = "album-artist"
        case genre, composer, year
        case condition = "where"
        case missing, sort, limit, offset, after
    }

    /// Conditions that must all be met.
    package private(set) var predicates: [MediaPredicate] = []
    /// Whether to list missing items instead of present ones.
    package private(set) var isMissing = false
    /// The order; empty for that of the list.
    package private(set) var order: [MediaOrder] = []
    package private(set) var limit: Int?
    package private(set) var offset = 0
    package private(set) var after: PageToken?

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - grouping: The kind of things that are listed.
    ///   - texts: The values of the parameters that are given; several only for ``Parameter/condition``.
    package init(
        of grouping: MediaGrouping, _ texts: [Parameter: [String]]
    ) throws(ListRequestError) {
        for (parameter, property) in Self.texts {
            predicates += (texts[parameter] ?? []).map { .equalTo(property, .text($0)) }
        }
        for text in texts[.year] ?? [] {
            let years = try Self.years(text)
            predicates.append(
                .between(.year, .integer(years.lowerBound), .integer(years.upperBound)))
        }
        for text in texts[.condition] ?? [] { predicates.append(try Self.predicate(text)) }
        if let text = texts[.missing]?.first { isMissing = try Self.flag(text) }
        if let text = texts[.sort]?.first { order = try Self.order(text, of: grouping) }
        if let text = texts[.limit]?.first { limit = try Self.count(text, .limit) }
        if let text = texts[.offset]?.first { offset = try Self.count(text, .offset) }
        if let text = texts[.after]?.first { after = try Self.token(text) }
    }

    /// A list's own query with what is requested of it.
    package func query(of list: MediaQuery) -> MediaQuery {
        var query = list
        query.filterPredicates += predicates
        query.isMissing = isMissing
        if !order.isEmpty { query.order = order }
        (query.limit, query.offset, query.after) = (limit, offset, after)
        return query
    }

    private static let texts: [(Parameter, MediaProperty)] = [
        (.title, .title), (.artist, .artist), (.album, .albumTitle),
        (.albumArtist, .albumArtist), (.genre, .genre), (.composer, .composer),
    ]
}

// MARK: - Values

extension ListRequest {
    /// Reads `1997`, `1990..1999`, `1990..` or `..1999`.
    private static func years(_ text: String) throws(ListRequestError) -> ClosedRange<Int> {
        func year(_ part: Substring, or bound: Int?) throws(ListRequestError) -> Int {
            if part.isEmpty, let bound { return bound }
            guard let year = Int(part), (1...9999).contains(year) else {
                throw ListRequestError(
                    .year, text, .value(expected: "a year or a range like 1990..1999"))
            }
            return year
        }
        guard let dots = text.firstRange(of: "..") else {
            let year = try year(text[...], or: nil)
            return year...year
        }
        let from = try year(text[..<dots.lowerBound], or: 1)
        let to = try year(text[dots.upperBound...], or: 9999)
        guard from <= to else { throw ListRequestError(.year, text, .reversedYears) }
        return from...to
    }

    private static func predicate(_ text: String) throws(ListRequestError) -> MediaPredicate {
        do throws(ExpressionError) {
            return try MediaPredicate(expression: text)
        } catch {
            throw ListRequestError(.condition, text, .expression(error))
        }
    }

    private static func flag(_ text: String) throws(ListRequestError) -> Bool {
        switch text.asciiLowercased {
        case "true", "1": return true
        case "false", "0": return false
        default: throw ListRequestError(.missing, text, .value(expected: "true or false"))
        }
    }

    private static func order(
        _ text: String, of grouping: MediaGrouping
    ) throws(ListRequestError) -> [MediaOrder] {
        let keys = grouping.sortKeys
        var order: [MediaOrder] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = parts[0].trimmed(of: \.isBlank)
            // Like the properties of expressions, keys are found in any case.
            let lowercased = name.asciiLowercased
            let known = keys[name] ?? keys.first { $0.key.asciiLowercased == lowercased }?.value
            guard let key = known else {
                throw ListRequestError(.sort, name, .key(of: grouping))
            }
            switch parts.count > 1 ? parts[1] : "asc" {
            case "asc": order.append(MediaOrder(key))
            case "desc": order.append(MediaOrder(key, isDescending: true))
            default: throw ListRequestError(.sort, String(part), .direction(ofKey: name))
            }
        }
        return order
    }

    private static func count(
        _ text: String, _ parameter: Parameter
    ) throws(ListRequestError) -> Int {
        guard let number = Int(text), number >= 0 else {
            throw ListRequestError(parameter, text, .value(expected: "0 or more"))
        }
        return number
    }

    private static func token(_ text: String) throws(ListRequestError) -> PageToken {
        guard let token = PageToken(text) else {
            throw ListRequestError(.after, text, .value(expected: "the token of a page"))
        }
        return token
    }
}

/// Why a ``ListRequest`` cannot be read: the parameter, its text, and the fault.
package struct ListRequestError: Error, Hashable, Sendable {
    package var parameter: ListRequest.Parameter
    /// The value, or the part of it that is wrong.
    package var text: String
    package var fault: Fault

    package enum Fault: Hashable, Sendable {
        /// Another value is expected: `0 or more`.
        case value(expected: String)
        /// The second year is before the first.
        case reversedYears
        /// The key to sort by is unknown.
        case key(of: MediaGrouping)
        /// The direction of a key is unknown.
        case direction(ofKey: String)
        case expression(ExpressionError)
    }

    init(_ parameter: ListRequest.Parameter, _ text: String, _ fault: Fault) {
        (self.parameter, self.text, self.fault) = (parameter, text, fault)
    }

    /// The nearest key to sort by, if the key is unknown.
    package var nearestKey: String? {
        guard case .key(let grouping) = fault else { return nil }
        return text.nearest(among: grouping.sortKeys.keys)
    }

    /// The values that the parameter takes.
    package var expected: String {
        switch fault {
        case .value(let expected): expected
        case .reversedYears: "the earlier year first"
        case .key(let grouping): grouping.sortKeys.keys.sorted().joined(separator: ", ")
        case .direction(let key): "\(key) or \(key):desc"
        case .expression(let error): error.expected
        }
    }
}

/// A list that the command line and the service have, by the same name.
package enum MediaList: String, CaseIterable, Sendable {
    case items, songs, audiobooks, videos, albums, artists
    case albumArtists = "album-artists"
    case composers, genres, compilations, podcasts

    /// The query of the list; albums, artists and compilations have all of their items.
    package var query: MediaQuery {
        switch self {
        case .items: MediaQuery()
        case .songs: .songs
        case .audiobooks: .audiobooks
        case .videos: .videosByShow
        case .albums: MediaQuery.albums.ofWholeCollections
        case .artists: MediaQuery.artists.ofWholeCollections
        case .albumArtists: MediaQuery.albumArtists.ofWholeCollections
        case .composers: .composers
        case .genres: .genres
        case .compilations: MediaQuery.compilations.ofWholeCollections
        case .podcasts: .podcasts
        }
    }
}

extension MediaQuery {
    fileprivate static var videosByShow: MediaQuery {
        var query = videos
        query.order = [.tvShow, .seasonNumber, .episodeNumber, .title].map { MediaOrder($0) }
        return query
    }
}
