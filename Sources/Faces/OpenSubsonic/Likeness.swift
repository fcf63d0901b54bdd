package import PhonolithMediaModel

/// How alike songs are to one of them, as far as the library knows: by genres, by who made them, and by when.
package struct Likeness {
    private let genres: Set<String>
    private let names: Set<String>
    private let year: Int?

    package init(to seed: MediaFacts) {
        genres = seed.foldedGenres
        names = seed.foldedNames
        year = seed.year
    }

    /// 3 for each genre that both have, 2 for each name in the credits of both, 1 or 2 for years that are near.
    package func score(_ facts: MediaFacts) -> Int {
        var score = 3 * genres.intersection(facts.foldedGenres).count
        score += 2 * names.intersection(facts.foldedNames).count
        if let year, let other = facts.year {
            let distance = abs(year - other)
            score += distance <= 2 ? 2 : distance <= 8 ? 1 : 0
        }
        return score
    }

    /// The most similar songs, the best first. Equal ones keep their order, and the user's stars and skips count, too.
    ///
    /// - Parameter count: How many; at most a third of them, and two, are of one artist, unless there are no others.
    package func choose(_ count: Int, from candidates: [MediaItem]) -> [MediaItem] {
        func rank(_ item: MediaItem) -> Int {
            score(item.facts) + (item.userValues.isFavorite ? 1 : 0)
                - (item.userValues.skipCount > item.userValues.playCount ? 2 : 0)
        }
        let ranked = candidates.enumerated().map { (rank($1), $0, $1) }
            .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.2)
        let most = max(2, count / 3)
        var counts: [String: Int] = [:]
        var (chosen, left): ([MediaItem], [MediaItem]) = ([], [])
        for item in ranked {
            let artist = (item.artist ?? "").folded
            counts[artist, default: 0] += 1
            if counts[artist, default: 0] <= most { chosen.append(item) } else { left.append(item) }
        }
        return Array((chosen + left).prefix(count))
    }
}

extension MediaFacts {
    fileprivate var foldedGenres: Set<String> { Set(genres.map(\.folded)) }

    fileprivate var foldedNames: Set<String> {
        let first = [artist, albumArtist, composer].compactMap(\.self)
        return Set((first + artists + albumArtists + composers).map(\.folded))
    }

    /// Of the recording, not of a later edition.
    fileprivate var year: Int? { (originalDate ?? releaseDate)?.year }
}
