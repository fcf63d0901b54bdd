import PhonolithMediaModel

/// A field of Navidrome's rules, of those that exist here.
///
/// Where a file lacks a field, Navidrome compares a value that stands for it, and so such files meet
/// conditions that they do not meet here (`model/criteria/fields.go`, `persistence/criteria_sql.go`).
struct NavidromeField {
    var property: MediaProperty
    /// The value that is compared where a file has none.
    var absence: Absence

    enum Absence {
        case never
        // The number 0.
        case zero
        case empty
        /// Nothing: no comparison holds, not even that it is another value.
        case null
        /// The field has a list of values, which is empty then.
        case noValues
        /// The text of lyrics is wrapped in JSON: only a part of it can be found.
        case wrapped
    }

    /// Whether `isMissing` and `isPresent` can be asked: not of columns that are never null, and not of artists,
    /// for whom Navidrome puts "[Unknown Artist]".
    var canBeMissing: Bool {
        switch absence {
        case .null, .wrapped: true
        case .noValues: property != .artist && property != .albumArtist
        case .empty: property.kind == .code && property != .codec
        case .never, .zero: false
        }
    }

    init(_ property: MediaProperty, _ absence: Absence) {
        self.property = property
        self.absence = absence
    }

    /// The field of that name, in any case of letters.
    init?(named name: String) {
        guard let field = Self.fields[name.lowercased()] else { return nil }
        self = field
    }

    private static let fields: [String: NavidromeField] = [
        "title": .init(.title, .never), "album": .init(.albumTitle, .empty),
        "artist": .init(.artist, .noValues), "albumartist": .init(.albumArtist, .noValues),
        "composer": .init(.composer, .noValues), "genre": .init(.genre, .noValues),
        "grouping": .init(.userGrouping, .noValues), "isrc": .init(.isrc, .noValues),
        "tracknumber": .init(.albumTrackNumber, .zero), "discnumber": .init(.discNumber, .zero),
        "discsubtitle": .init(.discSubtitle, .empty), "year": .init(.year, .zero),
        "date": .init(.releaseDate, .empty), "releasedate": .init(.releaseDate, .empty),
        "originaldate": .init(.originalDate, .empty),
        "compilation": .init(.isCompilation, .never), "comment": .init(.comments, .empty),
        "lyrics": .init(.lyrics, .wrapped), "bpm": .init(.beatsPerMinute, .null),
        "duration": .init(.playbackDuration, .zero), "bitrate": .init(.bitRate, .zero),
        "bitdepth": .init(.bitDepth, .zero), "samplerate": .init(.sampleRate, .zero),
        "channels": .init(.channelCount, .zero), "codec": .init(.codec, .empty),
        "size": .init(.fileSize, .never), "filepath": .init(.relativePath, .never),
        "dateadded": .init(.dateAdded, .never), "lastplayed": .init(.lastPlayedDate, .null),
        "playcount": .init(.playCount, .never), "rating": .init(.rating, .zero),
        "loved": .init(.isFavorite, .never), "dateloved": .init(.favoriteDate, .null),
        "sorttitle": .init(.titleSort, .empty), "sortalbum": .init(.albumSort, .empty),
        "sortartist": .init(.artistSort, .empty),
        "sortalbumartist": .init(.albumArtistSort, .empty),
        "mbz_recording_id": .init(.musicBrainzRecordingID, .empty),
        "mbz_release_track_id": .init(.musicBrainzTrackID, .empty),
        "mbz_album_id": .init(.musicBrainzAlbumID, .empty),
        "mbz_release_group_id": .init(.musicBrainzReleaseGroupID, .empty),
        "rgtrackgain": .init(.replayGainTrackGain, .null),
        "rgtrackpeak": .init(.replayGainTrackPeak, .null),
        "rgalbumgain": .init(.replayGainAlbumGain, .null),
        "rgalbumpeak": .init(.replayGainAlbumPeak, .null),
    ]
}
