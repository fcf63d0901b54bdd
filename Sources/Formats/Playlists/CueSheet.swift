package import PhonolithMediaModel

/// A cue sheet: which tracks of a disc lie where in which files.
///
/// The words are those of CDRWIN's user's guide, appendix A; words unknown there are after `REM`.
package struct CueSheet: Hashable, Sendable {
    package var title: String?
    /// The performer of the disc.
    package var performer: String?
    /// The songwriter of the disc.
    package var songwriter: String?
    /// The text after `REM`, by its first word in upper case: `GENRE`, `DATE`, `DISCNUMBER`…
    package var remarks: [String: String] = [:]
    // In order; only sound.
    package var tracks: [Track] = []
    /// Problems found in the sheet.
    package var problems: [PlaylistProblem] = []

    package struct Track: Hashable, Sendable {
        /// 1...99 on discs; the sheet's number, whatever that is.
        package var number: Int
        /// The file that it begins in, as the sheet names it; `nil` if the sheet names none.
        package var file: MediaPath?
        /// Where it begins in the file, in frames of 1/75 s.
        package var start: Int
        /// Where it ends in the file, in frames of 1/75 s; `nil` for the end of the file.
        package var end: Int?
        /// Where what is before the track begins, in frames of 1/75 s (`INDEX 00`); `nil` if nothing
        /// does, or in another file. It belongs to the track before.
        package var gap: Int?
        package var title: String?
        package var performer: String?
        package var songwriter: String?
        /// Its International Standard Recording Code.
        package var isrc: String?
        /// The text after `REM`, by its first word in upper case.
        package var remarks: [String: String] = [:]

        /// Where it begins, in seconds.
        package var startTime: Double { Double(start) / 75 }
        /// Where it ends, in seconds.
        package var endTime: Double? { end.map { Double($0) / 75 } }
    }

    /// Parses a sheet.
    ///
    /// - Parameters:
    ///   - contents: A file, or what is in a tag.
    ///   - decode: Makes text of a line's bytes; without it they are UTF-8, or else Windows-1252.
    package init(
        parsing contents: [UInt8], decode: (([UInt8]) -> String)? = nil
    ) {
        var parser = CueSheetParser(decode: decode ?? { PlaylistText.text($0) })
        PlaylistText.forEachLine(of: PlaylistText.utf8(contents)) { parser.take($0) }
        self = parser.finish()
    }

    init() {}

    /// The sheet as a list: an entry a track.
    var reading: PlaylistReading {
        var document = PlaylistDocument(title: title, creator: performer)
        document.entries = tracks.map { track in
            PlaylistEntry(
                location: track.file.map(PlaylistLocation.path), title: track.title,
                artist: track.performer ?? performer, album: title, albumArtist: performer,
                genre: track.remarks["GENRE"] ?? remarks["GENRE"],
                duration: track.endTime.map { $0 - track.startTime }, trackNumber: track.number,
                startTime: track.start == 0 ? nil : track.startTime, endTime: track.endTime)
        }
        return PlaylistReading(document: document, problems: problems)
    }
}

/// Takes the lines of a cue sheet one by one.
private struct CueSheetParser {
    let decode: ([UInt8]) -> String
    private var sheet = CueSheet()
    private var file: MediaPath?
    private var track: CueSheet.Track?
    private var hasStart = false
    private var isSound = false
    /// Where what is before the track begins, and in which file.
    private var gap: (file: MediaPath?, start: Int)?
    /// All tracks so far, those with data, too: they end what comes before them.
    private var tracks: [(track: CueSheet.Track, isSound: Bool)] = []

    init(decode: @escaping ([UInt8]) -> String) { self.decode = decode }

    mutating func take(_ line: ArraySlice<UInt8>) {
        var rest = line
        guard let word = Self.word(&rest) else { return }
        switch String(decoding: word, as: UTF8.self).uppercased() {
        case "FILE": takeFile(rest)
        case "TRACK": takeTrack(rest)
        case "INDEX": takeIndex(rest)
        case "TITLE": set(\.title, \.title, Self.word(&rest))
        case "PERFORMER": set(\.performer, \.performer, Self.word(&rest))
        case "SONGWRITER": set(\.songwriter, \.songwriter, Self.word(&rest))
        case "ISRC":
            let isrc = Self.word(&rest).flatMap(text)
            track?.isrc = isrc
        case "REM":
            guard let key = Self.word(&rest), let value = Self.value(rest).flatMap(text) else {
                return
            }
            let name = String(decoding: key, as: UTF8.self).uppercased()
            if track == nil { sheet.remarks[name] = value } else { track?.remarks[name] = value }
        default: break
        }
    }

    private mutating func set(
        _ ofSheet: WritableKeyPath<CueSheet, String?>,
        _ ofTrack: WritableKeyPath<CueSheet.Track, String?>, _ word: [UInt8]?
    ) {
        guard let text = word.flatMap(text) else { return }
        if track == nil { sheet[keyPath: ofSheet] = text } else { track?[keyPath: ofTrack] = text }
    }

    private func text(_ bytes: [UInt8]) -> String? {
        let text = decode(bytes).trimmedBlanks
        return text.isEmpty ? nil : text
    }

    /// The name may hold quotes, and is followed by the kind of file.
    private mutating func takeFile(_ rest: ArraySlice<UInt8>) {
        let rest = rest.drop { $0 <= 0x20 }
        if rest.first == 0x22, let end = rest.lastIndex(of: 0x22), end > rest.startIndex {
            file = MediaPath(bytes: Array(rest[(rest.startIndex + 1)..<end]))
        } else {
            let parts = rest.split { $0 == 0x20 || $0 == 0x09 }
            let name = parts.count > 1 ? rest[..<parts[parts.count - 1].startIndex] : rest
            file = MediaPath(
                bytes: Array(name.reversed().drop { $0 <= 0x20 }.reversed()))
        }
    }

    private mutating func takeTrack(_ rest: ArraySlice<UInt8>) {
        endTrack()
        var rest = rest
        let number = Self.word(&rest).flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        let kind = Self.word(&rest).map { String(decoding: $0, as: UTF8.self).uppercased() }
        isSound = kind == nil || kind == "AUDIO" || kind == "CDG"
        (hasStart, gap) = (false, nil)
        track = CueSheet.Track(number: number, file: file, start: 0)
    }

    /// Index 1 is where the track begins; the pause before it (index 0) belongs to the track before.
    private mutating func takeIndex(_ rest: ArraySlice<UInt8>) {
        var rest = rest
        guard track != nil,
            let number = Self.word(&rest).flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
            let frames = Self.word(&rest).flatMap(Self.frames)
        else { return }
        if number == 0 { gap = (file, frames) }
        // A track without index 1 begins where it can.
        guard number == 1 || !hasStart else { return }
        hasStart = true
        track?.file = file
        track?.start = frames
    }

    /// `mm:ss:ff`, 75 frames a second.
    private static func frames(_ word: [UInt8]) -> Int? {
        let parts = String(decoding: word, as: UTF8.self).split(separator: ":").map { Int($0) }
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1],
            let frames = parts[2], (0..<100_000).contains(minutes), (0..<60).contains(seconds),
            (0..<75).contains(frames)
        else { return nil }
        return (minutes * 60 + seconds) * 75 + frames
    }

    private mutating func endTrack() {
        guard var track else { return }
        self.track = nil
        if hasStart {
            if let gap, gap.file == track.file, gap.start < track.start { track.gap = gap.start }
            tracks.append((track, isSound))
        } else if isSound {
            sheet.problems.append(
                PlaylistProblem(entry: nil, "track \(track.number) has no INDEX 01"))
        }
    }

    /// A track ends where the next one in its file begins.
    mutating func finish() -> CueSheet {
        endTrack()
        for index in tracks.indices where tracks[index].isSound {
            var track = tracks[index].track
            if index + 1 < tracks.count, case let next = tracks[index + 1].track,
                next.file == track.file
            {
                if next.start > track.start {
                    track.end = next.start
                } else {
                    sheet.problems.append(
                        PlaylistProblem(
                            entry: sheet.tracks.count,
                            "track \(next.number) begins before the previous track ends"))
                }
            }
            sheet.tracks.append(track)
        }
        return sheet
    }

    /// The next word, or what is in quotes.
    private static func word(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        rest = rest.drop { $0 <= 0x20 }
        guard let first = rest.first else { return nil }
        let isQuoted = first == 0x22
        if isQuoted { rest = rest.dropFirst() }
        let end = rest.firstIndex { isQuoted ? $0 == 0x22 : $0 <= 0x20 } ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return Array(rest[..<end])
    }

    /// All that is left, without quotes round it.
    private static func value(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
        let rest = rest.drop { $0 <= 0x20 }
        guard rest.first == 0x22, let end = rest.lastIndex(of: 0x22), end > rest.startIndex else {
            return rest.isEmpty ? nil : Array(rest)
        }
        return Array(rest[(rest.startIndex + 1)..<end])
    }
}
