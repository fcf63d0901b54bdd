/// Finds the albums that are editions of one: a reissue, a remaster, a deluxe edition next to the first one.
package struct AlbumEditions: Hashable, Sendable {
    /// One album, as its tags have it.
    package struct Album: Hashable, Sendable {
        /// Which album it is.
        package var id: MediaAlbumID
        /// The title; equal for editions, except for what distinguishes them.
        package var title: String
        /// `nil` for various artists.
        package var artist: String?
        /// What MusicBrainz says the editions have in common.
        package var releaseGroupID: String?
        /// What distinguishes it from others, for display: `2011-05-03`, `Deluxe Edition`, `CD`.
        package var marks: [String]

        /// Makes an album.
        package init(
            id: MediaAlbumID, title: String, artist: String? = nil,
            releaseGroupID: String? = nil, marks: [String] = []
        ) {
            (self.id, self.title, self.artist) = (id, title, artist)
            (self.releaseGroupID, self.marks) = (releaseGroupID, marks)
        }
    }

    /// The albums of which there are several editions, those of one together.
    package let groups: [[Album]]

    /// Compares albums: those of one release group are editions of one, and those by one artist whose titles are the same
    /// without the edition.
    package init(of albums: [Album]) {
        var groupOfKey: [String: Int] = [:]
        var groups: [[Int]] = []
        for (index, album) in albums.enumerated() {
            let title = "\((album.artist ?? "").folded)\u{1F}\(Self.work(album.title).folded)"
            let keys = [title] + (album.releaseGroupID.map { ["\u{1F}\($0.lowercased())"] } ?? [])
            let known = Set(keys.compactMap { groupOfKey[$0] }).sorted()
            let group = known.first ?? groups.count
            if known.isEmpty { groups.append([]) }
            groups[group].append(index)
            // What was two until now is one.
            for other in known.dropFirst() {
                groups[group] += groups[other]
                groups[other] = []
                for (key, value) in groupOfKey where value == other { groupOfKey[key] = group }
            }
            for key in keys { groupOfKey[key] = group }
        }
        self.groups = groups.filter { $0.count > 1 }.map { $0.sorted().map { albums[$0] } }
    }

    // MARK: - Titles

    /// A title without the edition at its end: `Homogenic (Deluxe Edition) [2011 Remaster]` is `Homogenic`.
    static func work(_ title: String) -> String {
        var title = title[...]
        while let (rest, words) = lastPart(of: title), isEdition(words) { title = rest }
        return String(title)
    }

    /// The editions that a title names: `Deluxe Edition`, `2011 Remaster`.
    package static func editions(in title: String) -> [String] {
        var (title, found) = (title[...], [String]())
        while let (rest, words) = lastPart(of: title), isEdition(words) {
            found.insert(String(words), at: 0)
            title = rest
        }
        return found
    }

    /// What is at the end of a title in parentheses or brackets, or after a dash.
    private static func lastPart(of title: Substring) -> (rest: Substring, words: Substring)? {
        let trimmed = title.trimmingSuffix(while: \.isWhitespace)
        let pairs: [Character: Character] = [")": "(", "]": "["]
        if let last = trimmed.last, let opening = pairs[last] {
            guard let start = trimmed.lastIndex(of: opening) else { return nil }
            let words = trimmed[trimmed.index(after: start)...].dropLast()
            return rest(trimmed[..<start], words)
        }
        for dash in [" - ", " – ", " — ", ": "] {
            guard let range = trimmed.ranges(of: dash).last else { continue }
            return rest(trimmed[..<range.lowerBound], trimmed[range.upperBound...])
        }
        return nil
    }

    private static func rest(
        _ rest: Substring, _ words: Substring
    ) -> (rest: Substring, words: Substring)? {
        let rest = rest.trimmingSuffix(while: \.isWhitespace)
        return rest.isEmpty ? nil : (rest, words)
    }

    /// Words of which one makes what is at the end of a title an edition.
    private static let editionWords: Set<String> = [
        "edition", "deluxe", "remaster", "remastered", "reissue", "reissued", "expanded",
        "anniversary", "bonus", "mono", "stereo", "version", "limited", "explicit", "clean",
        "collector's", "collectors", "remixed", "vinyl", "sacd", "hi-res", "edicion", "ausgabe",
        "edizione", "remasterise", "remasterizado",
    ]

    private static func isEdition(_ words: Substring) -> Bool {
        String(words).folded.split { $0 == " " || $0 == "," || $0 == "/" }
            .contains { editionWords.contains(String($0)) }
    }
}

extension Substring {
    /// Without the characters at the end that are dropped.
    func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isDropped(last) { text.removeLast() }
        return text
    }
}
