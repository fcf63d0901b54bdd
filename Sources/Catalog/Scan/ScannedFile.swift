package import MediaModel

/// What the file system says of a file; when two of these are equal, the file need not be read again.
package struct FileStamp: Hashable, Sendable {
    /// In bytes.
    package var size: Int
    /// When the content was changed, in nanoseconds since 1970.
    package var modified: Int
    /// When anything about the file was changed, its content, name or rights, in nanoseconds since 1970:
    /// programs can set back the time of the content, but not this one. 0 where nobody looked.
    package var changed: Int
    /// The same of the `.lrc` file beside it; 0 where there is none.
    package var lyricsModified: Int
    /// A number that stands for the cue sheets beside it that may be about it, and for their stamps; 0 where
    /// there are none.
    package var sheetsState: Int
    /// The file system's number.
    package var device: Int
    /// The file's number in its file system.
    package var inode: Int

    /// Makes a stamp.
    package init(
        size: Int, modified: Int, changed: Int = 0, lyricsModified: Int = 0, sheetsState: Int = 0,
        device: Int, inode: Int
    ) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.lyricsModified = lyricsModified
        self.sheetsState = sheetsState
        self.device = device
        self.inode = inode
    }

    /// The stamp of a file whose content could not be looked at. It is that of no file, so that the next
    /// scan looks again: rights can be given without a trace in a file's time.
    package var ofUnknownContent: FileStamp {
        var stamp = self
        stamp.modified = .min
        return stamp
    }

    /// Whether the content could not be looked at.
    var isOfUnknownContent: Bool { modified == .min }

    /// Whether nothing tells that the content changed. A file's place in the file system is no part of
    /// it: a restored backup has the same content in another inode.
    package func hasSameContent(as other: FileStamp) -> Bool {
        (size, modified, changed, lyricsModified, sheetsState)
            == (
                other.size, other.modified, other.changed, other.lyricsModified, other.sheetsState
            )
    }

    /// Whether both are of one file in the file system, whatever its content.
    package func isSameFile(as other: FileStamp) -> Bool {
        (device, inode) == (other.device, other.inode)
    }
}

/// A file that the library knows.
package struct KnownFile: Hashable, Sendable {
    /// The row's number.
    package var id: Int64
    /// Its name in its folder.
    package var name: MediaPath
    /// What the file system said when it was read.
    package var stamp: FileStamp
    /// Whether the last look found it gone.
    package var isMissing: Bool
    /// Why it could not be read, or what is wrong with it; `nil` for a sound file.
    package var problem: String?
    /// Whether it has items all the same: it is damaged, but not unreadable.
    package var isListed: Bool
    /// Whether nothing of it could be read.
    package var isUnreadable: Bool { problem != nil && !isListed }
    /// When it was last read, in nanoseconds since 1970.
    package var readAt: Int
    /// What its audio is known by.
    package var signature: AudioSignature?

    /// Makes a known file.
    package init(
        id: Int64, name: MediaPath, stamp: FileStamp, isMissing: Bool = false,
        problem: String? = nil, isListed: Bool = false, readAt: Int = 0,
        signature: AudioSignature? = nil
    ) {
        self.id = id
        self.name = name
        self.stamp = stamp
        self.isMissing = isMissing
        self.problem = problem
        self.isListed = isListed
        self.readAt = readAt
        self.signature = signature
    }
}

/// A file that was read, ready to be written.
package struct ScannedFile: Sendable {
    /// The folder below the root.
    package var folder: MediaPath
    /// The name in the folder.
    package var name: MediaPath
    /// What the file system said before the file was read.
    package var stamp: FileStamp
    /// The row of a file that the library knew before; `nil` for a new one.
    package var knownID: Int64?
    /// Whether the file known at this path may have gone from it, and this be another: then the row of
    /// ``knownID`` keeps its item until the end of the scan, which decides that.
    package var isAnother: Bool
    /// What reading it gave.
    package var outcome: Outcome
    /// The tracks that a cue sheet takes it apart into; they stand in lists in its place.
    package var tracks: [ScannedTrack] = []
    /// What is wrong with a medium of which something could be read all the same; `nil` where nothing is.
    package var damage: String?
    /// When it was read, in nanoseconds since 1970.
    package var readAt: Int

    /// What reading a file gives.
    package enum Outcome: Sendable {
        /// It is a medium.
        case item(ItemContents)
        /// It cannot be read, for the reason given.
        case unreadable(String)
    }

    /// The embedded pictures.
    package var pictures: [Picture] {
        if case .item(let contents) = outcome { contents.pictures } else { [] }
    }

    /// Why it cannot be read, or what is wrong with it.
    package var problem: String? {
        if case .unreadable(let reason) = outcome { reason } else { damage }
    }

    /// What the audio is known by.
    package var signature: AudioSignature? {
        if case .item(let contents) = outcome { contents.signature } else { nil }
    }

    /// Makes a scanned file.
    package init(
        folder: MediaPath, name: MediaPath, stamp: FileStamp, knownID: Int64?,
        isAnother: Bool = false, outcome: Outcome, readAt: Int = 0
    ) {
        self.folder = folder
        self.name = name
        self.stamp = stamp
        self.knownID = knownID
        self.isAnother = isAnother
        self.outcome = outcome
        self.readAt = readAt
    }
}

/// A track that a cue sheet finds in a file.
package struct ScannedTrack: Sendable {
    /// In the sheet; 0 for what is hidden before the first. By it a track is known again.
    package var number: Int
    /// In the file, in seconds.
    package var startTime: Double
    /// In the file, in seconds; `nil` for the end of the file.
    package var endTime: Double?
    /// What it is.
    package var contents: ItemContents

    /// Makes a track.
    package init(number: Int, startTime: Double, endTime: Double?, contents: ItemContents) {
        self.number = number
        self.startTime = startTime
        self.endTime = endTime
        self.contents = contents
    }
}

/// All that is stored of one item, with the keys it is found and sorted by. Making it is the dear part
/// of writing, so it is done on the threads that read.
package struct ItemContents: Sendable {
    let facts: MediaFacts
    let pictures: [Picture]
    let keys: ItemKeys
    let album: AlbumIdentity?
    let credits: [Credit]
    /// What the audio is known by.
    package let signature: AudioSignature?
    let search: SearchEntry
    /// The podcast that an episode belongs to.
    var podcast: String? {
        facts.mediaType.isDisjoint(with: [.podcast, .videoPodcast])
            ? nil : facts.podcastTitle ?? facts.albumTitle
    }

    /// Derives the keys of an item.
    ///
    /// - Parameters:
    ///   - facts: What the file says, and the root's kind on top.
    ///   - pictures: The embedded pictures, in order.
    ///   - path: The file's path below its root.
    ///   - signature: What the audio is known by.
    package init(
        facts: MediaFacts, pictures: [Picture], path: MediaPath, sortKeys: SortKeyMaker,
        signature: AudioSignature? = nil
    ) {
        self.facts = facts
        self.signature = signature
        self.pictures = pictures
        keys = ItemKeys(facts: facts, fileName: path.lastComponent, sortKeys: sortKeys)
        album = AlbumIdentity(facts: facts, folder: path.parent)
        credits = Credit.all(of: facts)
        search = SearchEntry(facts: facts, fileName: path.lastComponent)
    }
}

/// What an item is compared and sorted by.
struct ItemKeys: Hashable, Sendable {
    var titleFolded: String?
    var title: String
    var album: String?
    var albumFolded: String?
    /// Where the text to show is not the only name; so with the next two.
    var artistFolded: String?
    var artist: String?
    var albumArtist: String?
    var albumArtistFolded: String?
    var composer: String?
    var composerFolded: String?
    var genre: String?
    /// Of what tags say that names are to be sorted by, with or without the names.
    var titleSort: String?
    var albumSort: String?
    var artistSort: String?
    var albumArtistSort: String?
    var composerSort: String?
    var discSubtitle: String?
    var podcastTitle: String?
    var tvShow: String?
    var userGrouping: String?
    /// Of how the text begins; so with the next one.
    var comments: String?
    var lyrics: String?

    /// How much of a long text is sorted by, in Unicode scalars.
    private static let beginningLength = 64

    init(facts: MediaFacts, fileName: MediaPath, sortKeys: SortKeyMaker) {
        func key(_ name: String?, _ sortTag: String? = nil) -> String? {
            name.map { sortTag ?? sortKeys.key(for: $0) }
        }
        func sortTag(_ text: String?) -> String? {
            text.map { sortKeys.key(for: $0, sortName: $0) }
        }
        func beginning(_ text: String?) -> String? {
            key(
                text.map {
                    String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.beginningLength)))
                })
        }
        func folded(_ shown: String?, _ names: [String]) -> String? {
            names.count == 1 && names[0] == shown ? nil : shown?.folded
        }
        titleSort = sortTag(facts.titleSort)
        albumSort = sortTag(facts.albumSort)
        artistSort = sortTag(facts.artistSort)
        albumArtistSort = sortTag(facts.albumArtistSort)
        composerSort = sortTag(facts.composerSort)
        titleFolded = facts.title?.folded
        title =
            key(facts.title, titleSort) ?? sortKeys.key(for: fileName.description.normalizedNFC)
        album = key(facts.albumTitle, albumSort)
        albumFolded = facts.albumTitle?.folded
        artistFolded = folded(facts.artist, facts.artists)
        albumArtistFolded = folded(facts.albumArtist, facts.albumArtists)
        composerFolded = folded(facts.composer, facts.composers)
        artist = key(facts.artist, artistSort)
        composer = key(facts.composer, composerSort)
        genre = key(facts.genres.first)
        discSubtitle = key(facts.discSubtitle)
        podcastTitle = key(facts.podcastTitle)
        tvShow = key(facts.tvShow)
        userGrouping = key(facts.userGrouping)
        comments = beginning(facts.comments)
        lyrics = beginning(facts.lyrics)
        albumArtist =
            key(facts.albumArtist, albumArtistSort)
            ?? (facts.isCompilation == true ? sortKeys.key(for: "Various Artists") : artist)
    }
}

extension AudioSignature {
    /// Takes what was stored; SQLite has no unsigned numbers.
    init?(stored: Int64?) {
        guard let stored else { return nil }
        self.init(rawValue: UInt64(bitPattern: stored))
    }

    /// The number, to be stored.
    var stored: Int64 { Int64(bitPattern: rawValue) }
}
