import PhonolithIdentity
package import PhonolithMediaModel

/// A file that was read, ready to be written.
package struct ScannedFile: Sendable {
    /// The folder below the root.
    package var folder: MediaPath
    /// The name in the folder.
    package let name: MediaPath
    /// The sort key of the name.
    let nameKey: String
    let nameFolded: String
    /// The file's metadata in the file system before the file was read.
    package var stamp: FileStamp
    /// The row of a file that the library knew before; `nil` for a new one.
    package var knownID: Int64?
    /// Whether the file known at this path may have gone from it, and this be another: then the row of
    /// ``knownID`` keeps its item until the end of the scan, which decides that.
    package var isAnother: Bool
    /// The result of reading it.
    package var outcome: Outcome
    /// The tracks that a cue sheet takes it apart into; they are in lists in its place.
    package var tracks: [ScannedTrack] = []
    /// The damage of a medium that could be read in part; `nil` if there is none.
    package var damage: String?
    /// When it was read, in nanoseconds since 1970.
    package var readAt: Int

    /// The result of reading a file.
    package enum Outcome: Sendable {
        case item(ItemContents)
        /// It cannot be read, for the reason given.
        case unreadable(String)
    }

    package var pictures: [Picture] {
        if case .item(let contents) = outcome { contents.pictures } else { [] }
    }

    /// Why it cannot be read, or what is wrong with it.
    package var problem: String? {
        if case .unreadable(let reason) = outcome { reason } else { damage }
    }

    /// The signature of the audio.
    package var signature: AudioSignature? {
        if case .item(let contents) = outcome { contents.signature } else { nil }
    }

    package init(
        folder: MediaPath, name: MediaPath, stamp: FileStamp, knownID: Int64?,
        isAnother: Bool = false, outcome: Outcome, readAt: Int = 0
    ) {
        self.folder = folder
        self.name = name
        nameKey = SortKeyMaker.key(for: name)
        nameFolded = name.foldedAsEnd
        self.stamp = stamp
        self.knownID = knownID
        self.isAnother = isAnother
        self.outcome = outcome
        self.readAt = readAt
    }
}

/// A track that a cue sheet finds in a file.
package struct ScannedTrack: Sendable {
    /// In the sheet; 0 for what is hidden before the first.
    package var number: Int
    /// In the file, in seconds.
    package var startTime: Double
    /// In the file, in seconds; `nil` for the end of the file.
    package var endTime: Double?
    package var contents: ItemContents

    package init(number: Int, startTime: Double, endTime: Double?, contents: ItemContents) {
        self.number = number
        self.startTime = startTime
        self.endTime = endTime
        self.contents = contents
    }

    /// By what it is recognized.
    var sheetTrack: SheetTrack {
        var track = SheetTrack(item: 0, number: number)
        track.title = contents.keys.titleFolded
        track.artist = contents.facts.artist?.folded
        track.isrc = contents.facts.isrc
        (track.startTime, track.duration) = (startTime, contents.facts.playbackDuration)
        return track
    }
}
