/// One person or band in one role on one item.
package struct Credit: Hashable, Sendable {
    package var role: Role
    /// From 0, in the order of the tag.
    package var position: Int
    package var name: CreditedName

    /// In which role; the raw value is stored.
    package enum Role: Int, Hashable, Sendable {
        case artist = 0
        case albumArtist = 1
        case composer = 2
    }

    /// Everyone in the facts. Where no tag names an album artist, the artists are it, except for a
    /// compilation, which has none.
    package static func all(of facts: MediaFacts) -> [Credit] {
        let artists = names(
            facts.artists, ids: facts.musicBrainzArtistIDs, sortName: facts.artistSort)
        let albumArtists = names(
            facts.albumArtists, ids: facts.musicBrainzAlbumArtistIDs,
            sortName: facts.albumArtistSort)
        let composers = names(facts.composers, ids: [], sortName: facts.composerSort)
        let fallback = facts.isCompilation == true ? [] : artists
        return credits(artists, .artist)
            + credits(albumArtists.isEmpty ? fallback : albumArtists, .albumArtist)
            + credits(composers, .composer)
    }

    private static func credits(_ names: [CreditedName], _ role: Role) -> [Credit] {
        names.enumerated().map { Credit(role: role, position: $0.offset, name: $0.element) }
    }

    /// Ids belong to names only where there are as many of them; a sort tag, only to a single name.
    private static func names(
        _ names: [String], ids: [String], sortName: String?
    ) -> [CreditedName] {
        names.enumerated().map { index, name in
            CreditedName(
                name: name, sortName: names.count == 1 ? sortName : nil,
                musicBrainzID: ids.count == names.count ? ids[index].lowercased() : "")
        }
    }
}

/// An artist as a tag names it.
package struct CreditedName: Hashable, Sendable {
    package var name: String
    package var sortName: String?
    /// Empty where the tag has none.
    package var musicBrainzID: String
}
