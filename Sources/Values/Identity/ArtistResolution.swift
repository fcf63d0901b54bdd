import PhonolithMediaModel

/// Decides which spellings are one artist.
///
/// Where every credit of a name carries a MusicBrainz id, the id tells who it is: one id under two names
/// is one artist, one name with two ids is two. As soon as one credit of a name carries none, the name
/// tells, and all credits of that name are one artist.
package enum ArtistResolution {
    /// A spelling with the artist it belongs to now.
    package struct Spelling: Hashable, Sendable {
        package var id: Int64
        package var nameFolded: String
        /// Empty where the tag has none.
        package var musicBrainzID: String
        package var artistID: Int64

        package init(id: Int64, nameFolded: String, musicBrainzID: String, artistID: Int64) {
            self.id = id
            self.nameFolded = nameFolded
            self.musicBrainzID = musicBrainzID
            self.artistID = artistID
        }
    }

    /// Puts spellings that are one artist together.
    ///
    /// - Returns: Groups of spellings, the oldest artist's first; in each the oldest spelling first.
    package static func groups(of spellings: [Spelling]) -> [[Spelling]] {
        let nameless = Set(spellings.lazy.filter(\.musicBrainzID.isEmpty).map(\.nameFolded))
        let groups = Dictionary(grouping: spellings) { spelling in
            nameless.contains(spelling.nameFolded)
                ? "name\u{1F}" + spelling.nameFolded : "id\u{1F}" + spelling.musicBrainzID
        }
        return groups.values
            .map { $0.sorted { ($0.artistID, $0.id) < ($1.artistID, $1.id) } }
            .sorted { ($0[0].artistID, $0[0].id) < ($1[0].artistID, $1[0].id) }
    }

    /// The necessary changes: for each spelling whose artist is another one, its new artist. A group keeps its
    /// oldest artist, unless an earlier group has taken it; then it becomes a new artist (`nil`).
    package static func changes(to spellings: [Spelling]) -> [(
        spellings: [Spelling], artistID: Int64?
    )] {
        var taken: Set<Int64> = []
        return groups(of: spellings).compactMap { group in
            let artistID = group.first { !taken.contains($0.artistID) }?.artistID
            if let artistID { taken.insert(artistID) }
            let changed = group.filter { $0.artistID != artistID }
            return changed.isEmpty ? nil : (changed, artistID)
        }
    }
}
