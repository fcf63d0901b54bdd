import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithTagReading

/// The facts of an item that a cue sheet names: a pure function of the sheet's words and the file's tags.
///
/// Of a part of a file the sheet knows more than the tags, which speak of the whole. Of a file that is one track the
/// tags know more: they are kept up, while a sheet is as old as the copy of the disc.
struct CueFacts {
    private(set) var facts: MediaFacts
    /// The values that come from the sheet, by the names of the properties.
    private(set) var words: [String: PropertyExplanation.Source] = [:]
    private let reader: TagReader
    private let sheet: CueSheet
    private let isPart: Bool

    /// Of a part of a file.
    ///
    /// - Parameter file: The facts of the file's tags and streams.
    init(_ part: CueTracks.Part, in sheet: CueSheet, of file: MediaFacts, reader: TagReader) {
        (facts, self.reader, self.sheet, isPart) = (file, reader, sheet, true)
        forgetTheWhole()
        if let duration = file.playbackDuration {
            facts.playbackDuration = max(0, (part.endTime ?? duration) - part.startTime)
        } else {
            facts.playbackDuration = part.endTime.map { $0 - part.startTime }
        }
        if let words = part.words { take(words) }
        takeAlbum(part.words)
    }

    /// Of a file that is one track: the sheet says what the tags do not.
    init(_ track: CueSheet.Track, in sheet: CueSheet, of file: MediaFacts, reader: TagReader) {
        (facts, self.reader, self.sheet, isPart) = (file, reader, sheet, false)
        take(track)
        takeAlbum(track)
    }

    /// Tags that describe the whole file do not describe its parts.
    private mutating func forgetTheWhole() {
        (facts.title, facts.titleSort, facts.isrc, facts.lyrics) = (nil, nil, nil, nil)
        // Mostly the log of the copying, which is long.
        facts.comments = nil
        (facts.movement, facts.movementNumber) = (nil, nil)
        (facts.musicBrainzRecordingID, facts.musicBrainzTrackID) = (nil, nil)
        (facts.albumTrackNumber, facts.beatsPerMinute, facts.chapters) = (nil, nil, [])
        // How loud the whole is, is how loud the album is.
        if facts.replayGainAlbumGain == nil {
            facts.replayGainAlbumGain = facts.replayGainTrackGain
            facts.replayGainAlbumPeak = facts.replayGainTrackPeak
        }
        (facts.replayGainTrackGain, facts.replayGainTrackPeak) = (nil, nil)
    }

    private mutating func take(_ track: CueSheet.Track) {
        set("title", "TITLE", track.title, \.title)
        set("isrc", "ISRC", track.isrc, \.isrc)
        if track.number > 0 {
            set("albumTrackNumber", "TRACK", "\(track.number)", \.albumTrackNumber) { Int($0) }
        }
        setRemark("replayGainTrackGain", "REPLAYGAIN_TRACK_GAIN", track, \.replayGainTrackGain) {
            ParsedValue.gain($0)
        }
        setRemark("replayGainTrackPeak", "REPLAYGAIN_TRACK_PEAK", track, \.replayGainTrackPeak) {
            ParsedValue.peak($0)
        }
    }

    private mutating func takeAlbum(_ track: CueSheet.Track?) {
        let taggedAlbum = facts.albumTitle
        set("albumTitle", "TITLE", sheet.title, \.albumTitle)
        if facts.albumTitle?.folded != taggedAlbum?.folded { facts.albumSort = nil }
        setNames("artist", "PERFORMER", track?.performer ?? sheet.performer, .artist)
        setNames("albumArtist", "PERFORMER", sheet.performer, .albumArtist)
        setNames("composer", "SONGWRITER", track?.songwriter ?? sheet.songwriter, .composer)
        setRemark("genres", "GENRE", track, \.genres) { [reader] in reader.genres(in: $0) }
        setRemark("releaseDate", "DATE", track, \.releaseDate) { ParsedValue.date($0) }
        setRemark("discNumber", "DISCNUMBER", track, \.discNumber) {
            ParsedValue.numberAndTotal($0).number
        }
        setRemark("discCount", "TOTALDISCS", track, \.discCount) {
            ParsedValue.numberAndTotal($0).number
        }
        let count = sheet.tracks.count { $0.number > 0 }
        if count > 1 {
            set("albumTrackCount", "TRACK", "\(count)", \.albumTrackCount) { Int($0) }
        }
        setRemark("replayGainAlbumGain", "REPLAYGAIN_ALBUM_GAIN", nil, \.replayGainAlbumGain) {
            ParsedValue.gain($0)
        }
        setRemark("replayGainAlbumPeak", "REPLAYGAIN_ALBUM_PEAK", nil, \.replayGainAlbumPeak) {
            ParsedValue.peak($0)
        }
    }
}

// MARK: - One property

extension CueFacts {
    private mutating func note(_ property: String, _ key: String, _ text: String) {
        words[property] = PropertyExplanation.Source(
            tag: "cue sheet", key: key, values: [text])
    }

    private mutating func set<Value>(
        _ property: String, _ key: String, _ text: String?,
        _ path: WritableKeyPath<MediaFacts, Value?>, _ parse: (String) -> Value?
    ) {
        guard isPart || facts[keyPath: path] == nil, let text = text.flatMap(CleanText.text),
            let value = parse(CleanText.line(text))
        else { return }
        facts[keyPath: path] = value
        note(property, key, text)
    }

    private mutating func set(
        _ property: String, _ key: String, _ text: String?,
        _ path: WritableKeyPath<MediaFacts, String?>
    ) {
        set(property, key, text, path) { $0 }
    }

    private mutating func setRemark<Value>(
        _ property: String, _ key: String, _ track: CueSheet.Track?,
        _ path: WritableKeyPath<MediaFacts, Value?>, _ parse: (String) -> Value?
    ) {
        set(property, "REM \(key)", track?.remarks[key] ?? sheet.remarks[key], path, parse)
    }

    private mutating func setRemark(
        _ property: String, _ key: String, _ track: CueSheet.Track?,
        _ path: WritableKeyPath<MediaFacts, [String]>, _ parse: (String) -> [String]
    ) {
        guard isPart || facts[keyPath: path].isEmpty,
            let text = (track?.remarks[key] ?? sheet.remarks[key]).flatMap(CleanText.text)
        else { return }
        let values = parse(text)
        if values.isEmpty { return }
        facts[keyPath: path] = values
        note(property, "REM \(key)", text)
    }

    /// Where names stand, and what belongs to them.
    private struct Names {
        var text: WritableKeyPath<MediaFacts, String?>
        var list: WritableKeyPath<MediaFacts, [String]>
        var sort: WritableKeyPath<MediaFacts, String?>
        var ids: WritableKeyPath<MediaFacts, [String]>?

        static var artist: Names {
            Names(text: \.artist, list: \.artists, sort: \.artistSort, ids: \.musicBrainzArtistIDs)
        }
        static var albumArtist: Names {
            Names(
                text: \.albumArtist, list: \.albumArtists, sort: \.albumArtistSort,
                ids: \.musicBrainzAlbumArtistIDs)
        }
        static var composer: Names {
            Names(text: \.composer, list: \.composers, sort: \.composerSort)
        }
    }

    /// Where the tags name the same, they know more: who they are one by one, their ids, how they are sorted.
    private mutating func setNames(
        _ property: String, _ key: String, _ text: String?, _ names: Names
    ) {
        let old = facts[keyPath: names.text]
        guard isPart || old == nil, let text = text.flatMap(CleanText.text).map(CleanText.line)
        else { return }
        note(property, key, text)
        if old?.folded == text.folded { return }
        facts[keyPath: names.text] = text
        facts[keyPath: names.list] = reader.names(in: text)
        facts[keyPath: names.sort] = nil
        if let ids = names.ids { facts[keyPath: ids] = [] }
        if property != "composer" { note(property + "s", key, text) }
    }
}
