/// Where the facts of a file have the value of a property, and so how it is stored, compared and shown.
package enum FactField: Sendable {
    /// Text for people.
    case text(Access<String?>)
    /// Several texts for people.
    case texts(Access<[String]>)
    /// A mark of which the case of ASCII letters does not count.
    case code(Access<String?>)
    /// Several marks.
    case codes(Access<[String]>)
    /// A whole number.
    case integer(Access<Int?>)
    /// A number.
    case number(Access<Double?>)
    /// As far as it is known.
    case date(Access<PartialDate?>)
    /// Yes, no, or nothing said.
    case flag(Access<Bool?>)
}

extension FactField {
    /// Reads and writes a field. It has functions, because a key path takes 300 ns each time, which is most of what
    /// reading an item takes.
    package struct Access<Value>: Sendable {
        package let get: @Sendable (MediaFacts) -> Value
        package let set: @Sendable (inout MediaFacts, Value) -> Void

        package init(
            _ get: @escaping @Sendable (MediaFacts) -> Value,
            _ set: @escaping @Sendable (inout MediaFacts, Value) -> Void
        ) {
            (self.get, self.set) = (get, set)
        }
    }
}

extension MediaProperty {
    private typealias Access<Value> = FactField.Access<Value>

    /// The field of the property; `nil` for what is derived from others, has a form of its own, or is not the file's.
    package var field: FactField? {
        switch self {
        case .title: .text(Access({ $0.title }, { $0.title = $1 }))
        case .albumTitle: .text(Access({ $0.albumTitle }, { $0.albumTitle = $1 }))
        case .artist: .text(Access({ $0.artist }, { $0.artist = $1 }))
        case .artists: .texts(Access({ $0.artists }, { $0.artists = $1 }))
        case .albumArtist: .text(Access({ $0.albumArtist }, { $0.albumArtist = $1 }))
        case .albumArtists: .texts(Access({ $0.albumArtists }, { $0.albumArtists = $1 }))
        case .composer: .text(Access({ $0.composer }, { $0.composer = $1 }))
        case .composers: .texts(Access({ $0.composers }, { $0.composers = $1 }))
        case .genres: .texts(Access({ $0.genres }, { $0.genres = $1 }))
        case .titleSort: .text(Access({ $0.titleSort }, { $0.titleSort = $1 }))
        case .albumSort: .text(Access({ $0.albumSort }, { $0.albumSort = $1 }))
        case .artistSort: .text(Access({ $0.artistSort }, { $0.artistSort = $1 }))
        case .albumArtistSort: .text(Access({ $0.albumArtistSort }, { $0.albumArtistSort = $1 }))
        case .composerSort: .text(Access({ $0.composerSort }, { $0.composerSort = $1 }))
        case .discSubtitle: .text(Access({ $0.discSubtitle }, { $0.discSubtitle = $1 }))
        case .comments: .text(Access({ $0.comments }, { $0.comments = $1 }))
        case .lyrics: .text(Access({ $0.lyrics }, { $0.lyrics = $1 }))
        case .userGrouping: .text(Access({ $0.userGrouping }, { $0.userGrouping = $1 }))
        case .work: .text(Access({ $0.work }, { $0.work = $1 }))
        case .movement: .text(Access({ $0.movement }, { $0.movement = $1 }))
        case .mood: .text(Access({ $0.mood }, { $0.mood = $1 }))
        case .podcastTitle: .text(Access({ $0.podcastTitle }, { $0.podcastTitle = $1 }))
        case .tvShow: .text(Access({ $0.tvShow }, { $0.tvShow = $1 }))
        case .label: .text(Access({ $0.label }, { $0.label = $1 }))
        case .episodeID: .code(Access({ $0.episodeID }, { $0.episodeID = $1 }))
        case .key: .code(Access({ $0.key }, { $0.key = $1 }))
        case .language: .code(Access({ $0.language }, { $0.language = $1 }))
        case .catalogNumber: .code(Access({ $0.catalogNumber }, { $0.catalogNumber = $1 }))
        case .barcode: .code(Access({ $0.barcode }, { $0.barcode = $1 }))
        case .media: .code(Access({ $0.media }, { $0.media = $1 }))
        case .releaseType: .code(Access({ $0.releaseType }, { $0.releaseType = $1 }))
        case .releaseStatus: .code(Access({ $0.releaseStatus }, { $0.releaseStatus = $1 }))
        case .releaseCountry: .code(Access({ $0.releaseCountry }, { $0.releaseCountry = $1 }))
        case .encoder: .code(Access({ $0.encoder }, { $0.encoder = $1 }))
        case .isrc: .code(Access({ $0.isrc }, { $0.isrc = $1 }))
        case .musicBrainzRecordingID:
            .code(Access({ $0.musicBrainzRecordingID }, { $0.musicBrainzRecordingID = $1 }))
        case .musicBrainzTrackID:
            .code(Access({ $0.musicBrainzTrackID }, { $0.musicBrainzTrackID = $1 }))
        case .musicBrainzAlbumID:
            .code(Access({ $0.musicBrainzAlbumID }, { $0.musicBrainzAlbumID = $1 }))
        case .musicBrainzReleaseGroupID:
            .code(Access({ $0.musicBrainzReleaseGroupID }, { $0.musicBrainzReleaseGroupID = $1 }))
        case .musicBrainzArtistIDs:
            .codes(Access({ $0.musicBrainzArtistIDs }, { $0.musicBrainzArtistIDs = $1 }))
        case .musicBrainzAlbumArtistIDs:
            .codes(Access({ $0.musicBrainzAlbumArtistIDs }, { $0.musicBrainzAlbumArtistIDs = $1 }))
        case .codec: .code(Access({ $0.codec }, { $0.codec = $1 }))
        case .videoCodec: .code(Access({ $0.videoCodec }, { $0.videoCodec = $1 }))
        case .container: .code(Access({ $0.container }, { $0.container = $1 }))
        case .albumTrackNumber:
            .integer(Access({ $0.albumTrackNumber }, { $0.albumTrackNumber = $1 }))
        case .albumTrackCount: .integer(Access({ $0.albumTrackCount }, { $0.albumTrackCount = $1 }))
        case .discNumber: .integer(Access({ $0.discNumber }, { $0.discNumber = $1 }))
        case .discCount: .integer(Access({ $0.discCount }, { $0.discCount = $1 }))
        case .seasonNumber: .integer(Access({ $0.seasonNumber }, { $0.seasonNumber = $1 }))
        case .episodeNumber: .integer(Access({ $0.episodeNumber }, { $0.episodeNumber = $1 }))
        case .beatsPerMinute: .integer(Access({ $0.beatsPerMinute }, { $0.beatsPerMinute = $1 }))
        case .movementNumber: .integer(Access({ $0.movementNumber }, { $0.movementNumber = $1 }))
        case .movementCount: .integer(Access({ $0.movementCount }, { $0.movementCount = $1 }))
        case .bitRate: .integer(Access({ $0.bitRate }, { $0.bitRate = $1 }))
        case .sampleRate: .integer(Access({ $0.sampleRate }, { $0.sampleRate = $1 }))
        case .channelCount: .integer(Access({ $0.channelCount }, { $0.channelCount = $1 }))
        case .bitDepth: .integer(Access({ $0.bitDepth }, { $0.bitDepth = $1 }))
        case .width: .integer(Access({ $0.width }, { $0.width = $1 }))
        case .height: .integer(Access({ $0.height }, { $0.height = $1 }))
        case .rotation: .integer(Access({ $0.rotation }, { $0.rotation = $1 }))
        case .playbackDuration:
            .number(Access({ $0.playbackDuration }, { $0.playbackDuration = $1 }))
        case .frameRate: .number(Access({ $0.frameRate }, { $0.frameRate = $1 }))
        case .replayGainTrackGain:
            .number(Access({ $0.replayGainTrackGain }, { $0.replayGainTrackGain = $1 }))
        case .replayGainTrackPeak:
            .number(Access({ $0.replayGainTrackPeak }, { $0.replayGainTrackPeak = $1 }))
        case .replayGainAlbumGain:
            .number(Access({ $0.replayGainAlbumGain }, { $0.replayGainAlbumGain = $1 }))
        case .replayGainAlbumPeak:
            .number(Access({ $0.replayGainAlbumPeak }, { $0.replayGainAlbumPeak = $1 }))
        case .releaseDate: .date(Access({ $0.releaseDate }, { $0.releaseDate = $1 }))
        case .originalDate: .date(Access({ $0.originalDate }, { $0.originalDate = $1 }))
        case .isCompilation: .flag(Access({ $0.isCompilation }, { $0.isCompilation = $1 }))
        case .isExplicit: .flag(Access({ $0.isExplicit }, { $0.isExplicit = $1 }))
        case .hasProtectedAsset:
            .flag(Access({ $0.hasProtectedAsset }, { $0.hasProtectedAsset = $1 }))
        default: nil
        }
    }
}

extension FactField {
    /// The access to a text or mark; `nil` for other values.
    package var text: Access<String?>? {
        switch self {
        case .text(let access), .code(let access): access
        default: nil
        }
    }

    /// How its values compare.
    var kind: MediaPropertyKind {
        switch self {
        case .text, .texts: .text
        case .code, .codes: .code
        case .integer, .number: .number
        case .date: .date
        case .flag: .boolean
        }
    }
}

extension MediaFacts {
    /// The value of a field; `nil` if there is none.
    func value(of field: FactField) -> MediaValue? {
        switch field {
        case .text(let access), .code(let access): access.get(self).map(MediaValue.text)
        case .texts(let access), .codes(let access): texts(access.get(self))
        case .integer(let access): access.get(self).map(MediaValue.integer)
        case .number(let access): access.get(self).map(MediaValue.number)
        case .date(let access): access.get(self).map { .text($0.description) }
        case .flag(let access): access.get(self).map(MediaValue.boolean)
        }
    }

    /// The values of a field, as texts.
    package func texts(of field: FactField) -> [String] {
        func one<Value>(_ value: Value?) -> [String] { value.map { ["\($0)"] } ?? [] }
        return switch field {
        case .text(let access), .code(let access): one(access.get(self))
        case .texts(let access), .codes(let access): access.get(self)
        case .integer(let access): one(access.get(self))
        case .number(let access): one(access.get(self))
        case .date(let access): one(access.get(self))
        case .flag(let access): one(access.get(self))
        }
    }

    func texts(_ values: [String]) -> MediaValue? { values.isEmpty ? nil : .texts(values) }
}
