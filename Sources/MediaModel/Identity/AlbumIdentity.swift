/// What makes tracks one album.
///
/// One by MusicBrainz release id; else by album title and album artist; else, where no album artist is
/// named, by album title and folder, the disc folders of one release counting as one.
package struct AlbumIdentity: Hashable, Sendable {
    /// By what the tracks are held together.
    package enum Rule: Hashable, Sendable {
        case musicBrainzRelease(String)
        case albumArtist(title: String, artist: String)
        case folder(title: String, folder: MediaPath)
    }

    /// By what the tracks are held together; names are folded.
    package let rule: Rule
    /// The album's title as this track has it.
    package let title: String

    /// The album of a track; `nil` if no tag names an album.
    package init?(facts: MediaFacts, folder: MediaPath) {
        guard let title = facts.albumTitle else { return nil }
        self.title = title
        if let release = facts.musicBrainzAlbumID {
            rule = .musicBrainzRelease(release.lowercased())
        } else if let artist = facts.albumArtist {
            rule = .albumArtist(title: title.folded, artist: artist.folded)
        } else {
            rule = .folder(title: title.folded, folder: folder.withoutDiscFolder)
        }
    }

    /// The text that stands for the album in the library. A folder is taken with its root, because two
    /// roots may have folders of the same name.
    package func text(rootID: Int64) -> String {
        switch rule {
        case .musicBrainzRelease(let id): "release\u{1F}\(id)"
        case .albumArtist(let title, let artist): "artist\u{1F}\(title)\u{1F}\(artist)"
        case .folder(let title, let folder):
            "folder\u{1F}\(title)\u{1F}\(rootID)\u{1F}\(folder.text)"
        }
    }
}

extension MediaPath {
    /// The folder that holds the disc folders of one release, where this is one of them (`CD1`, `Disc 2`,
    /// `disk-03`, `CD 1 - Live`), else the folder itself.
    package var withoutDiscFolder: MediaPath {
        let name = lastComponent.description.lowercased()
        let words = ["cd", "disc", "disk", "disque", "disco"]
        for word in words where name.hasPrefix(word) {
            let rest = name.dropFirst(word.count).drop { " -_.".contains($0) }
            if let first = rest.first, first.isASCII, first.isNumber { return parent }
        }
        return self
    }

    /// A text from which the bytes can be had back: the path itself, or hexadecimal where it is not UTF-8.
    fileprivate var text: String {
        isUTF8 ? description : "\u{1E}" + bytes.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
