import MediaModel

/// Finds out which files that came are files that went: a pure function of what is known of both.
///
/// The strongest sign decides first. A sign counts only where it is unique on both sides: of two equal
/// copies nobody knows which is which, unless a finer sign tells them apart.
package struct MoveMatching {
    private var gone: [FileTrace]
    private var new: [FileTrace]
    private var matches: [FileMatch] = []

    /// The matches, strongest first.
    package static func matches(gone: [FileTrace], new: [FileTrace]) -> [FileMatch] {
        var matching = MoveMatching(gone: gone, new: new)
        matching.run()
        return matching.matches
    }

    private init(gone: [FileTrace], new: [FileTrace]) {
        self.gone = gone
        self.new = new
    }

    private mutating func run() {
        pair(by: { SameFile($0) })
        // A disk may be mounted elsewhere, under another number; its files are still the same.
        pair(by: { SameFileElsewhere($0) })
        gone.removeAll(where: \.isOutOfReach)
        pair(by: { FileWithAudio($0) })
        pair(by: { NamedAudio($0, folders: 1) })
        pair(by: { NamedAudio($0, folders: 0) })
        pair(by: { TaggedAudio($0) })
        pair(by: \.signature)
        pair(by: \.musicBrainzTrackID)
        pair(by: { Tags($0) })
        pair(by: { AlbumPlace($0) }, where: Self.areAsLong)
        // Whoever has come to a path and is nothing else is what stood there.
        pair(by: \.path, where: { gone, _ in gone.isDisplaced })
    }

    private mutating func pair<Key: Hashable>(
        by key: (FileTrace) -> Key?, where agree: (FileTrace, FileTrace) -> Bool = { _, _ in true }
    ) {
        if gone.isEmpty || new.isEmpty { return }
        let old = Self.unique(gone, by: key)
        var matched: Set<Int64> = []
        for (key, file) in Self.unique(new, by: key).sorted(by: {
            $0.value.fileID < $1.value.fileID
        }) {
            guard let before = old[key], agree(before, file) else { continue }
            matches.append(FileMatch(gone: before, new: file))
            matched.formUnion([before.fileID, file.fileID])
        }
        if matched.isEmpty { return }
        gone.removeAll { matched.contains($0.fileID) }
        new.removeAll { matched.contains($0.fileID) }
    }

    private static func unique<Key: Hashable>(
        _ files: [FileTrace], by key: (FileTrace) -> Key?
    ) -> [Key: FileTrace] {
        var found: [Key: FileTrace?] = [:]
        for file in files {
            guard let key = key(file) else { continue }
            if found.updateValue(file, forKey: key) != nil { found[key] = .some(nil) }
        }
        return found.compactMapValues(\.self)
    }

    /// Encoders put some milliseconds of silence round a track, each its own.
    private static func areAsLong(_ gone: FileTrace, _ new: FileTrace) -> Bool {
        guard let one = gone.duration, let other = new.duration else { return false }
        return abs(one - other) <= 2
    }
}

// MARK: - Signs

/// One file in the file system, unchanged.
private struct SameFile: Hashable {
    let device, inode, size, modified: Int

    init?(_ file: FileTrace) {
        if file.isOutOfReach || file.stamp.isOfUnknownContent { return nil }
        device = file.stamp.device
        inode = file.stamp.inode
        size = file.stamp.size
        modified = file.stamp.modified
    }
}

/// One file unchanged, on a disk that may have been mounted elsewhere since.
private struct SameFileElsewhere: Hashable {
    let inode, size, modified: Int
    let signature: AudioSignature

    init?(_ file: FileTrace) {
        guard let signature = file.signature else { return nil }
        self.signature = signature
        inode = file.stamp.inode
        size = file.stamp.size
        modified = file.stamp.modified
    }
}

/// One file in the file system with its audio: a file system gives the number of a deleted file to the next.
private struct FileWithAudio: Hashable {
    let device, inode: Int
    let signature: AudioSignature

    init?(_ file: FileTrace) {
        guard let signature = file.signature else { return nil }
        self.signature = signature
        device = file.stamp.device
        inode = file.stamp.inode
    }
}

/// The audio under its name, and that of so many folders above it.
private struct NamedAudio: Hashable {
    let signature: AudioSignature
    let names: [MediaPath]

    init?(_ file: FileTrace, folders: Int) {
        guard let signature = file.signature else { return nil }
        self.signature = signature
        var (names, rest) = ([file.path.lastComponent], file.path.parent)
        for _ in 0..<folders {
            names.append(rest.lastComponent)
            rest = rest.parent
        }
        self.names = names
    }
}

/// The audio with its tags.
private struct TaggedAudio: Hashable {
    let signature: AudioSignature
    let texts: [String?]
    let numbers: [Int?]

    init?(_ file: FileTrace) {
        guard let signature = file.signature else { return nil }
        self.signature = signature
        texts = [file.title, file.artist, file.albumTitle]
        numbers = [file.discNumber, file.trackNumber]
    }
}

/// The same tags and duration.
private struct Tags: Hashable {
    let texts: [String?]
    let numbers: [Int?]
    /// In seconds.
    let duration: Int

    init?(_ file: FileTrace) {
        guard let title = file.title, file.artist != nil || file.albumTitle != nil,
            let duration = file.duration, duration < 1e9
        else { return nil }
        texts = [title, file.artist, file.albumTitle]
        numbers = [file.discNumber, file.trackNumber]
        self.duration = Int(duration.rounded())
    }
}

/// The same title in the same place of an album: another encoding of a track.
private struct AlbumPlace: Hashable {
    let album: String
    let albumArtist: String
    let title: String
    let disc: Int
    let track: Int

    init?(_ file: FileTrace) {
        guard let album = file.albumTitle, let artist = file.albumArtist, let title = file.title,
            let track = file.trackNumber
        else { return nil }
        self.album = album
        albumArtist = artist
        self.title = title
        disc = file.discNumber ?? 1
        self.track = track
    }
}
