import PhonolithMediaModel

// By what a file can be known again, strongest first. Each is made of what is known of a file, and is `nil` where
// that is too little.

/// One file in the file system, unchanged.
struct SameFile: Hashable {
    let device, inode, size, modified: Int

    init?(_ file: FileTrace) {
        if file.isOutOfReach || file.stamp.isOfUnknownContent || !file.isOnKnownDevice {
            return nil
        }
        device = file.stamp.device
        inode = file.stamp.inode
        size = file.stamp.size
        modified = file.stamp.modified
    }
}

/// One file unchanged, on a disk that may have been mounted elsewhere since.
struct SameFileElsewhere: Hashable {
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
struct FileWithAudio: Hashable {
    let device, inode: Int
    let signature: AudioSignature

    init?(_ file: FileTrace) {
        guard let signature = file.signature, file.isOnKnownDevice else { return nil }
        self.signature = signature
        device = file.stamp.device
        inode = file.stamp.inode
    }
}

/// The audio under its name, and those of a number of folders above it.
struct NamedAudio: Hashable {
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
struct TaggedAudio: Hashable {
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
struct Tags: Hashable {
    let texts: [String?]
    let numbers: [Int?]
    // In seconds.
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

/// The same tags of a song, whatever its exact length: another encoding, also of one outside an album.
package struct SongTags: Hashable {
    package let title: String
    let artist: String
    let album: String?
    let disc: Int
    let track: Int?

    package init?(_ file: FileTrace) {
        guard let title = file.title, let artist = file.artist ?? file.albumArtist else {
            return nil
        }
        (self.title, self.artist, album) = (title, artist, file.albumTitle)
        (disc, track) = (file.discNumber ?? 1, file.trackNumber)
    }
}

/// The same tracks of a cue sheet: another encoding of an image.
struct SheetTitles: Hashable {
    let titles: [String]

    init?(_ file: FileTrace) {
        guard file.sheetTitles.count > 1, file.sheetTitles.contains(where: { !$0.isEmpty }) else {
            return nil
        }
        titles = file.sheetTitles
    }
}

/// The same title in the same place of an album: another encoding of a track.
package struct AlbumPlace: Hashable {
    let album: String
    let albumArtist: String
    package let title: String
    let disc: Int
    let track: Int

    package init?(_ file: FileTrace) {
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

/// The last names of the path, in any form of Unicode.
struct PathSuffix: Hashable {
    let names: [String]

    init?(_ file: FileTrace, length: Int) {
        let all = file.path.bytes.split(separator: 0x2F)
        guard all.count >= length else { return nil }
        // Names that are not UTF-8 are compared by their bytes, which Latin-1 keeps apart.
        names = all.suffix(length).map { name in
            String(validating: name, as: UTF8.self)?.normalizedNFC
                ?? String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
        }
    }
}

extension FileTrace {
    /// Whether a present file may take the place of one that went.
    static func isHeir(_ gone: FileTrace, _ heir: FileTrace) -> Bool {
        guard let old = gone.itemID, let new = heir.itemID, !heir.hasUserValues else {
            return false
        }
        // A file that was moved has a new row, and a copy that was found again has an old item.
        return new > old || heir.fileID > gone.fileID
    }

    /// Whether two files that have the tags of one song are about as long and may be on one disc.
    static func areOneSong(_ one: FileTrace, _ other: FileTrace) -> Bool {
        areAsLong(one, other) && areOnOneDisc(one, other)
    }

    /// Whether two files may be on one disc: where no tag says which one it is, the folders do (`CD1`, `CD2`).
    static func areOnOneDisc(_ one: FileTrace, _ other: FileTrace) -> Bool {
        guard one.discNumber == nil, other.discNumber == nil,
            let disc = one.path.parent.discNumber, let otherDisc = other.path.parent.discNumber
        else { return true }
        return disc == otherDisc
    }

    /// Whether another file that has taken this one's path is a new form of it: a new encoding, or new tags of
    /// audio that has no signature.
    func isReplaced(by other: FileTrace) -> Bool {
        // Nothing is inherited by what cannot be read: it keeps the place until it can.
        guard other.itemID != nil else { return true }
        if hasSameTags(as: other) { return true }
        let (own, others) = ([title, albumTitle], [other.title, other.albumTitle])
        if stamp.isSameFile(as: other.stamp) {
            // A number alone proves nothing: the next file gets that of a deleted one.
            if own == others { return true }
            if Self.differ(self, other, by: 0.1) {
                return hasSignatureOfTags || !isOfAnotherSong(than: other)
            }
        }
        return own == [nil, nil] && others == own && Self.areAsLong(self, other)
    }

    fileprivate var isOnKnownDevice: Bool { stamp.device != FileSystemIdentity.forgotten }

    /// Whether both have the same place in an album, or a title and something more that agrees.
    private func hasSameTags(as other: FileTrace) -> Bool {
        if agrees(with: other, on: \.albumTitle), agrees(with: other, on: \.trackNumber),
            discNumber == other.discNumber
        {
            // Many albums are called "Greatest Hits".
            return !(differs(from: other, in: \.title) && differs(from: other, in: \.artist))
        }
        return agrees(with: other, on: \.title)
            && (agrees(with: other, on: \.artist) || agrees(with: other, on: \.albumTitle)
                || Self.areAsLong(self, other))
    }

    /// Whether the tags are those of two songs.
    private func isOfAnotherSong(than other: FileTrace) -> Bool {
        differs(from: other, in: \.title) && !agrees(with: other, on: \.artist)
    }

    private func agrees<Value: Equatable>(
        with other: FileTrace, on key: KeyPath<FileTrace, Value?>
    ) -> Bool {
        self[keyPath: key] != nil && self[keyPath: key] == other[keyPath: key]
    }

    private func differs<Value: Equatable>(
        from other: FileTrace, in key: KeyPath<FileTrace, Value?>
    ) -> Bool {
        self[keyPath: key] != nil && other[keyPath: key] != nil
            && self[keyPath: key] != other[keyPath: key]
    }

    /// Whether the signature changes with the tags, because it is unknown where these are in the file.
    private var hasSignatureOfTags: Bool {
        let name = path.lastComponent.description
        let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return [
            "avi", "flv", "caf", "au", "mpg", "mpeg", "ts", "m2ts", "mts", "vob",
        ].contains(suffix)
    }

    /// Whether two differ in length by a number of seconds at most.
    private static func differ(_ one: FileTrace, _ other: FileTrace, by limit: Double) -> Bool {
        guard let one = one.duration, let other = other.duration else { return false }
        return abs(one - other) <= limit
    }

    /// Whether two are about as long: encoders put some milliseconds of silence round a track, each its own.
    static func areAsLong(_ one: FileTrace, _ other: FileTrace) -> Bool {
        differ(one, other, by: 2)
    }
}
