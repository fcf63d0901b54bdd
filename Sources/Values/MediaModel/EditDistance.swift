extension String {
    /// How many characters must be put in, left out or changed to make one text of the other
    /// (Levenshtein's distance). Case does not matter.
    package func editDistance(to other: String) -> Int {
        let other = Array(other.lowercased())
        var distances = Array(0...other.count)
        for (row, character) in lowercased().enumerated() {
            var diagonal = distances[0]
            distances[0] = row + 1
            for (column, otherCharacter) in other.enumerated() {
                let replaced = diagonal + (character == otherCharacter ? 0 : 1)
                diagonal = distances[column + 1]
                distances[column + 1] = Swift.min(
                    replaced, diagonal + 1, distances[column] + 1)
            }
        }
        return distances[other.count]
    }

    /// The name that was probably meant: one that has the text in it, or is a few letters away; `nil` where
    /// there is none.
    package func nearest(among names: some Sequence<String>) -> String? {
        // A longer text is not a misspelt name, and comparing it takes time.
        guard utf8.count <= 64 else { return nil }
        let near = names.sorted().map { (name: $0, distance: $0.editDistance(to: self)) }
        let longer = near.filter { $0.name.lowercased().contains(lowercased()) }
        let meant =
            utf8.count >= 4 && !longer.isEmpty
            ? longer : near.filter { $0.distance <= Swift.min(3, $0.name.count / 2) }
        return meant.min { $0.distance < $1.distance }?.name
    }

    /// The three names that are most like the text, for a message, such as `; the nearest are a, b, c`.
    ///
    /// - Parameter none: The message where there are no names.
    package func nearestNames(among names: some Sequence<String>, orSaying none: String) -> String {
        // Names are shorter, and the distance of a long text is slow to compute.
        let text = String(prefix(64))
        let nearest = names.map { (name: $0, distance: $0.editDistance(to: text)) }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3).map(\.name).joined(separator: ", ")
        return nearest.isEmpty ? "; \(none)" : "; the nearest are \(nearest)"
    }
}
