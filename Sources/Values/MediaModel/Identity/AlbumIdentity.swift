/// The identity that tracks of one album share.
///
/// One by MusicBrainz release id; else by album title and album artist; else, where no album artist is
/// named, by album title and folder, the disc folders of one release and the parts of one book counting as one. A compilation may be in the folders of
/// its artists. `AlbumVersions` separates albums that are the same by these rules.
package struct AlbumIdentity: Hashable, Sendable {
    /// By what the tracks are held together.
    package enum Rule: Hashable, Sendable {
        case musicBrainzRelease(String)
        case albumArtist(title: String, artist: String)
        /// The folder of the artists' folders.
        case compilation(title: String, folder: MediaPath)
        case folder(title: String, folder: MediaPath)
    }

    /// By what the tracks are held together; names are folded.
    package let rule: Rule
    /// The album's title as this track has it, without the disc.
    package let title: String

    /// The album of a track; `nil` if no tag names an album.
    package init?(facts: MediaFacts, folder: MediaPath) {
        guard let title = facts.albumTitle?.withoutDisc(facts.discNumber) else { return nil }
        self.title = title
        if let release = facts.musicBrainzAlbumID {
            rule = .musicBrainzRelease(release.lowercased())
        } else if let artist = facts.albumArtist {
            rule = .albumArtist(title: title.folded, artist: artist.folded)
        } else if facts.isCompilation == true,
            let artists = folder.withoutDiscFolder.parent.folderOfArtists(with: facts)
        {
            rule = .compilation(title: title.folded, folder: artists)
        } else {
            let isBook = facts.mediaType.contains(.audioBook)
            rule = .folder(
                title: title.folded,
                folder: isBook ? folder.folderOfBook : folder.withoutDiscFolder)
        }
    }

    /// How the texts of albums with a MusicBrainz release id begin.
    package static let releasePrefix = "release\u{1F}"

    /// How the texts of albums of a folder begin.
    package static let folderPrefix = "folder\u{1F}"

    /// The text that stands for the album in the library. A folder is taken with its root, because two
    /// roots may have folders of the same name.
    package func text(rootID: Int64) -> String {
        switch rule {
        case .musicBrainzRelease(let id): Self.releasePrefix + id
        case .albumArtist(let title, let artist): "artist\u{1F}\(title)\u{1F}\(artist)"
        case .compilation(let title, let folder):
            "compilation\u{1F}\(title)\u{1F}\(rootID)\u{1F}\(folder.text)"
        case .folder(let title, let folder):
            "\(Self.folderPrefix)\(title)\u{1F}\(rootID)\u{1F}\(folder.text)"
        }
    }
}

extension MediaPath {
    /// The folder above, where this one has the name of a track's artist as far as file systems allow it.
    fileprivate func folderOfArtists(with facts: MediaFacts) -> MediaPath? {
        func letters(_ name: String) -> String { name.folded.filter { $0.isLetter || $0.isNumber } }
        let name = letters(lastComponent.description)
        let artists = facts.artists + (facts.artist.map { [$0] } ?? [])
        return !name.isEmpty && artists.contains { letters($0) == name } ? parent : nil
    }

    /// A text from which the bytes can be had back: the path itself, or hexadecimal where it is not UTF-8.
    fileprivate var text: String {
        isUTF8 ? description : "\u{1E}" + bytes.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
