/// Where the facts of a file have the value of a property, and so how it is stored, compared and shown.
public enum FactField: Sendable {
    /// A field of the facts.
    public typealias Path<Value> = any WritableKeyPath<MediaFacts, Value> & Sendable

    /// Text for people.
    case text(Path<String?>)
    /// Several texts for people.
    case texts(Path<[String]>)
    /// A mark of which the case of ASCII letters does not count.
    case code(Path<String?>)
    /// Several marks.
    case codes(Path<[String]>)
    /// A whole number.
    case integer(Path<Int?>)
    /// A number.
    case number(Path<Double?>)
    /// As far as it is known.
    case date(Path<PartialDate?>)
    /// Yes, no, or nothing said.
    case flag(Path<Bool?>)
}

extension MediaProperty {
    /// The field of the property; `nil` for what is derived from others, has a form of its own, or is not the file's.
    public var field: FactField? {
        switch self {
        case .title: .text(\.title)
        case .albumTitle: .text(\.albumTitle)
        case .artist: .text(\.artist)
        case .artists: .texts(\.artists)
        case .albumArtist: .text(\.albumArtist)
        case .albumArtists: .texts(\.albumArtists)
        case .composer: .text(\.composer)
        case .composers: .texts(\.composers)
        case .genres: .texts(\.genres)
        case .titleSort: .text(\.titleSort)
        case .albumSort: .text(\.albumSort)
        case .artistSort: .text(\.artistSort)
        case .albumArtistSort: .text(\.albumArtistSort)
        case .composerSort: .text(\.composerSort)
        case .discSubtitle: .text(\.discSubtitle)
        case .comments: .text(\.comments)
        case .lyrics: .text(\.lyrics)
        case .userGrouping: .text(\.userGrouping)
        case .work: .text(\.work)
        case .movement: .text(\.movement)
        case .mood: .text(\.mood)
        case .podcastTitle: .text(\.podcastTitle)
        case .tvShow: .text(\.tvShow)
        case .label: .text(\.label)
        case .episodeID: .code(\.episodeID)
        case .key: .code(\.key)
        case .language: .code(\.language)
        case .catalogNumber: .code(\.catalogNumber)
        case .barcode: .code(\.barcode)
        case .media: .code(\.media)
        case .releaseType: .code(\.releaseType)
        case .releaseStatus: .code(\.releaseStatus)
        case .releaseCountry: .code(\.releaseCountry)
        case .encoder: .code(\.encoder)
        case .isrc: .code(\.isrc)
        case .musicBrainzRecordingID: .code(\.musicBrainzRecordingID)
        case .musicBrainzTrackID: .code(\.musicBrainzTrackID)
        case .musicBrainzAlbumID: .code(\.musicBrainzAlbumID)
        case .musicBrainzReleaseGroupID: .code(\.musicBrainzReleaseGroupID)
        case .musicBrainzArtistIDs: .codes(\.musicBrainzArtistIDs)
        case .musicBrainzAlbumArtistIDs: .codes(\.musicBrainzAlbumArtistIDs)
        case .codec: .code(\.codec)
        case .videoCodec: .code(\.videoCodec)
        case .container: .code(\.container)
        case .albumTrackNumber: .integer(\.albumTrackNumber)
        case .albumTrackCount: .integer(\.albumTrackCount)
        case .discNumber: .integer(\.discNumber)
        case .discCount: .integer(\.discCount)
        case .seasonNumber: .integer(\.seasonNumber)
        case .episodeNumber: .integer(\.episodeNumber)
        case .beatsPerMinute: .integer(\.beatsPerMinute)
        case .movementNumber: .integer(\.movementNumber)
        case .movementCount: .integer(\.movementCount)
        case .bitRate: .integer(\.bitRate)
        case .sampleRate: .integer(\.sampleRate)
        case .channelCount: .integer(\.channelCount)
        case .bitDepth: .integer(\.bitDepth)
        case .width: .integer(\.width)
        case .height: .integer(\.height)
        case .rotation: .integer(\.rotation)
        case .playbackDuration: .number(\.playbackDuration)
        case .frameRate: .number(\.frameRate)
        case .replayGainTrackGain: .number(\.replayGainTrackGain)
        case .replayGainTrackPeak: .number(\.replayGainTrackPeak)
        case .replayGainAlbumGain: .number(\.replayGainAlbumGain)
        case .replayGainAlbumPeak: .number(\.replayGainAlbumPeak)
        case .releaseDate: .date(\.releaseDate)
        case .originalDate: .date(\.originalDate)
        case .isCompilation: .flag(\.isCompilation)
        case .isExplicit: .flag(\.isExplicit)
        case .hasProtectedAsset: .flag(\.hasProtectedAsset)
        default: nil
        }
    }
}

extension FactField {
    /// The place of a text or mark; `nil` for other values.
    package var text: Path<String?>? {
        switch self {
        case .text(let path), .code(let path): path
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
        case .text(let path), .code(let path): self[keyPath: path].map(MediaValue.text)
        case .texts(let path), .codes(let path): texts(self[keyPath: path])
        case .integer(let path): self[keyPath: path].map(MediaValue.integer)
        case .number(let path): self[keyPath: path].map(MediaValue.number)
        case .date(let path): self[keyPath: path].map { .text($0.description) }
        case .flag(let path): self[keyPath: path].map(MediaValue.boolean)
        }
    }

    /// The values of a field, as texts.
    package func texts(of field: FactField) -> [String] {
        func one<Value>(_ value: Value?) -> [String] { value.map { ["\($0)"] } ?? [] }
        return switch field {
        case .text(let path), .code(let path): one(self[keyPath: path])
        case .texts(let path), .codes(let path): self[keyPath: path]
        case .integer(let path): one(self[keyPath: path])
        case .number(let path): one(self[keyPath: path])
        case .date(let path): one(self[keyPath: path])
        case .flag(let path): one(self[keyPath: path])
        }
    }

    func texts(_ values: [String]) -> MediaValue? { values.isEmpty ? nil : .texts(values) }
}
