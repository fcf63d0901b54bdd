package import PhonolithMediaModel

/// The properties that show whether a new file is one that disappeared elsewhere.
package struct FileTrace: Hashable, Sendable {
    package var fileID: Int64
    /// Its item; `nil` for a file that cannot be read.
    package var itemID: Int64?
    // Absolute.
    package var path: MediaPath
    /// The file's metadata in the file system when it was read.
    package var stamp: FileStamp
    /// The signature of its audio.
    package var signature: AudioSignature?
    // The tag `MUSICBRAINZ_RELEASETRACKID`.
    package var musicBrainzTrackID: String?
    // Folded.
    package var title: String?
    // Folded.
    package var artist: String?
    // Folded.
    package var albumTitle: String?
    /// Folded; the artist where no album artist is tagged.
    package var albumArtist: String?
    // From 1.
    package var discNumber: Int?
    // From 1.
    package var trackNumber: Int?
    // In seconds.
    package var duration: Double?
    /// The data of a film or an episode; `nil` for everything else.
    package var video: Video?
    /// The folded titles of the tracks that a cue sheet finds in it, in order.
    package var sheetTitles: [String] = []
    /// Of a file that is gone: whether another file is now at its path.
    package var isDisplaced = false
    /// Of a file at whose path another one is, or was since: the number of that one's file system.
    package var displacingDevice: Int?
    /// Of such a file: whether that is another disk's.
    package var isDisplacedByOtherDisk = false
    /// Of a file that went: whether its root cannot be looked at, so that only the very same file is it.
    package var isOutOfReach = false
    /// Of a file that went: whether the user removed its root, so that it counts as gone wherever it is.
    package var isOfRemovedRoot = false
    /// Whether a finished scan has compared it with the files that went.
    package var isSettled = true
    /// Whether the user rated, played, skipped or bookmarked what it holds, or put it in a playlist; of a file
    /// that came this is not asked.
    package var hasUserValues = false

    /// The data of a film or an episode.
    package struct Video: Hashable, Sendable {
        // Folded.
        package var show: String?
        package var season: Int?
        package var episode: Int?
        package var year: Int?

        package init() {}
    }

    /// Makes a trace of a file of which no more is known.
    package init(fileID: Int64, itemID: Int64?, path: MediaPath, stamp: FileStamp) {
        self.fileID = fileID
        self.itemID = itemID
        self.path = path
        self.stamp = stamp
    }
}

extension FileTrace {
    /// The file as what may be a track of an image; `nil` for one that cannot be read.
    package var sheetTrack: SheetTrack? {
        guard let itemID else { return nil }
        var track = SheetTrack(item: itemID, number: trackNumber)
        (track.title, track.artist, track.duration) = (title, artist, duration)
        track.albumTitle = albumTitle
        return track
    }
}

/// A file that came and is a track of an image that went.
package struct PartMatch: Hashable, Sendable {
    /// The item of the track.
    package var track: Int64
    /// The file as it is now.
    package var new: FileTrace

    package init(track: Int64, new: FileTrace) { (self.track, self.new) = (track, new) }
}

/// A file that came and is one that went.
package struct FileMatch: Hashable, Sendable {
    /// The file as it was.
    package var gone: FileTrace
    /// The file as it is now.
    package var new: FileTrace

    package init(gone: FileTrace, new: FileTrace) {
        self.gone = gone
        self.new = new
    }

    /// Whether the file is at its old path.
    package var isAtSamePath: Bool { gone.path == new.path }
}
