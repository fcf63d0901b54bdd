/// Where the facts of a file have the value of a property, and so how it is stored, compared and shown.
package enum FactField: Sendable {
    case text(Access<String?>)
    case texts(Access<[String]>)
    /// A mark of which the case of ASCII letters does not count.
    case code(Access<String?>)
    case codes(Access<[String]>)
    case integer(Access<Int?>)
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
        case .title: .text(.init({ $0.title }, { $0.title = $1 }))
        case .albumTitle: .text(.init({ $0.albumTitle }, { $0.albumTitle = $1 }))
        case .artist: .text(.init({ $0.artist }, { $0.artist = $1 }))
        case .artists: .texts(.init({ $0.artists }, { $0.artists = $1 }))
        case .albumArtist: .text(.init({ $0.albumArtist }, { $0.albumArtist = $1 }))
        case .albumArtists: .texts(.init({ $0.albumArtists }, { $0.albumArtists = $1 }))
        case .composer: .text(.init({ $0.composer }, { $0.composer = $1 }))
        case .composers: .texts(.init({ $0.composers }, { $0.composers = $1 }))
        case .genres: .texts(.init({ $0.genres }, { $0.genres = $1 }))
        case .titleSort: .text(.init({ $0.titleSort }, { $0.titleSort = $1 }))
        case .albumSort: .text(.init({ $0.albumSort }, { $0.albumSort = $1 }))
        case .artistSort: .text(.init({ $0.artistSort }, { $0.artistSort = $1 }))
        case .albumArtistSort: .text(.init({ $0.albumArtistSort }, { $0.albumArtistSort = $1 }))
        case .composerSort: .text(.init({ $0.composerSort }, { $0.composerSort = $1 }))
        case .discSubtitle: .text(.init({ $0.discSubtitle }, { $0.discSubtitle = $1 }))
        case .comments: .text(.init({ $0.comments }, { $0.comments = $1 }))
        case .lyrics: .text(.init({ $0.lyrics }, { $0.lyrics = $1 }))
        case .userGrouping: .text(.init({ $0.userGrouping }, { $0.userGrouping = $1 }))
        case .ensemble: .text(.init({ $0.ensemble }, { $0.ensemble = $1 }))
        case .work: .text(.init({ $0.work }, { $0.work = $1 }))
        case .opus: .text(.init({ $0.opus }, { $0.opus = $1 }))
        case .movement: .text(.init({ $0.movement }, { $0.movement = $1 }))
        case .mood: .text(.init({ $0.mood }, { $0.mood = $1 }))
        case .podcastTitle: .text(.init({ $0.podcastTitle }, { $0.podcastTitle = $1 }))
        case .tvShow: .text(.init({ $0.tvShow }, { $0.tvShow = $1 }))
        case .label: .text(.init({ $0.label }, { $0.label = $1 }))
        case .episodeID: .code(.init({ $0.episodeID }, { $0.episodeID = $1 }))
        case .key: .code(.init({ $0.key }, { $0.key = $1 }))
        case .language: .code(.init({ $0.language }, { $0.language = $1 }))
        case .catalogNumber: .code(.init({ $0.catalogNumber }, { $0.catalogNumber = $1 }))
        case .barcode: .code(.init({ $0.barcode }, { $0.barcode = $1 }))
        case .media: .code(.init({ $0.media }, { $0.media = $1 }))
        case .releaseType: .code(.init({ $0.releaseType }, { $0.releaseType = $1 }))
        case .releaseStatus: .code(.init({ $0.releaseStatus }, { $0.releaseStatus = $1 }))
        case .releaseCountry: .code(.init({ $0.releaseCountry }, { $0.releaseCountry = $1 }))
        case .encoder: .code(.init({ $0.encoder }, { $0.encoder = $1 }))
        case .isrc: .code(.init({ $0.isrc }, { $0.isrc = $1 }))
        case .musicBrainzRecordingID:
            .code(.init({ $0.musicBrainzRecordingID }, { $0.musicBrainzRecordingID = $1 }))
        case .musicBrainzTrackID:
            .code(.init({ $0.musicBrainzTrackID }, { $0.musicBrainzTrackID = $1 }))
        case .musicBrainzAlbumID:
            .code(.init({ $0.musicBrainzAlbumID }, { $0.musicBrainzAlbumID = $1 }))
        case .musicBrainzReleaseGroupID:
            .code(.init({ $0.musicBrainzReleaseGroupID }, { $0.musicBrainzReleaseGroupID = $1 }))
        case .musicBrainzArtistIDs:
            .codes(.init({ $0.musicBrainzArtistIDs }, { $0.musicBrainzArtistIDs = $1 }))
        case .musicBrainzAlbumArtistIDs:
            .codes(.init({ $0.musicBrainzAlbumArtistIDs }, { $0.musicBrainzAlbumArtistIDs = $1 }))
        case .codec: .code(.init({ $0.codec }, { $0.codec = $1 }))
        case .videoCodec: .code(.init({ $0.videoCodec }, { $0.videoCodec = $1 }))
        case .container: .code(.init({ $0.container }, { $0.container = $1 }))
        case .albumTrackNumber:
            .integer(.init({ $0.albumTrackNumber }, { $0.albumTrackNumber = $1 }))
        case .albumTrackCount: .integer(.init({ $0.albumTrackCount }, { $0.albumTrackCount = $1 }))
        case .discNumber: .integer(.init({ $0.discNumber }, { $0.discNumber = $1 }))
        case .discCount: .integer(.init({ $0.discCount }, { $0.discCount = $1 }))
        case .seasonNumber: .integer(.init({ $0.seasonNumber }, { $0.seasonNumber = $1 }))
        case .episodeNumber: .integer(.init({ $0.episodeNumber }, { $0.episodeNumber = $1 }))
        case .beatsPerMinute: .integer(.init({ $0.beatsPerMinute }, { $0.beatsPerMinute = $1 }))
        case .energy: .integer(.init({ $0.energy }, { $0.energy = $1 }))
        case .movementNumber: .integer(.init({ $0.movementNumber }, { $0.movementNumber = $1 }))
        case .movementCount: .integer(.init({ $0.movementCount }, { $0.movementCount = $1 }))
        case .bitRate: .integer(.init({ $0.bitRate }, { $0.bitRate = $1 }))
        case .sampleRate: .integer(.init({ $0.sampleRate }, { $0.sampleRate = $1 }))
        case .channelCount: .integer(.init({ $0.channelCount }, { $0.channelCount = $1 }))
        case .bitDepth: .integer(.init({ $0.bitDepth }, { $0.bitDepth = $1 }))
        case .width: .integer(.init({ $0.width }, { $0.width = $1 }))
        case .height: .integer(.init({ $0.height }, { $0.height = $1 }))
        case .rotation: .integer(.init({ $0.rotation }, { $0.rotation = $1 }))
        case .playbackDuration:
            .number(.init({ $0.playbackDuration }, { $0.playbackDuration = $1 }))
        case .frameRate: .number(.init({ $0.frameRate }, { $0.frameRate = $1 }))
        case .replayGainTrackGain:
            .number(.init({ $0.replayGainTrackGain }, { $0.replayGainTrackGain = $1 }))
        case .replayGainTrackPeak:
            .number(.init({ $0.replayGainTrackPeak }, { $0.replayGainTrackPeak = $1 }))
        case .replayGainAlbumGain:
            .number(.init({ $0.replayGainAlbumGain }, { $0.replayGainAlbumGain = $1 }))
        case .replayGainAlbumPeak:
            .number(.init({ $0.replayGainAlbumPeak }, { $0.replayGainAlbumPeak = $1 }))
        case .releaseDate: .date(.init({ $0.releaseDate }, { $0.releaseDate = $1 }))
        case .originalDate: .date(.init({ $0.originalDate }, { $0.originalDate = $1 }))
        case .isCompilation: .flag(.init({ $0.isCompilation }, { $0.isCompilation = $1 }))
        case .isExplicit: .flag(.init({ $0.isExplicit }, { $0.isExplicit = $1 }))
        case .hasProtectedAsset:
            .flag(.init({ $0.hasProtectedAsset }, { $0.hasProtectedAsset = $1 }))
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
    package func value(of field: FactField) -> MediaValue? {
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
