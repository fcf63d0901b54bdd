import PhonolithPlaylists

/// The tracks that a cue sheet finds in one file: a pure function of what the sheet says of it.
struct CueTracks: Hashable, Sendable {
    /// In order; none where the whole file is one track.
    var parts: [Part]

    /// A part of the file.
    struct Part: Hashable, Sendable {
        /// 1...999; 0 for what is hidden before the first track.
        var number: Int
        /// In frames of 1/75 s.
        var start: Int
        /// In frames of 1/75 s; `nil` for the end of the file.
        var end: Int?
        /// The sheet's values for it; none for hidden tracks.
        var words: CueSheet.Track?

        // In seconds.
        var startTime: Double { Double(start) / 75 }
        // In seconds.
        var endTime: Double? { end.map { Double($0) / 75 } }
    }

    /// More are on no disc; a sheet with more is meant to do harm.
    static let mostTracks = 999
    /// Every disc begins with two seconds of silence; longer sound was hidden there.
    private static let leadIn = 150

    /// Takes a file apart.
    ///
    /// - Parameters:
    ///   - tracks: The sheet's tracks in the file; at least one.
    ///   - duration: Of the file, in seconds, if it is known.
    /// - Throws: The problem of the sheet.
    init(_ tracks: [CueSheet.Track], duration: Double?) throws(CueSheetProblem) {
        guard tracks.count <= Self.mostTracks else { throw .tooManyTracks }
        var seen: Set<Int> = []
        for track in tracks {
            guard (0...Self.mostTracks).contains(track.number) else {
                throw .impossibleNumber(track.number)
            }
            guard seen.insert(track.number).inserted else { throw .repeatedNumber(track.number) }
        }
        for (track, next) in zip(tracks, tracks.dropFirst()) where next.start <= track.start {
            throw .outOfOrder(next.number)
        }
        if let duration, let last = tracks.last(where: { $0.startTime >= duration }) {
            throw .afterTheEnd(last.number)
        }
        parts = tracks.map { track in
            // Data may follow minutes after the sound of the last track; the file ends with the sound.
            let end = track.end.flatMap { end in
                duration.map { Double(end) / 75 >= $0 } == true ? nil : end
            }
            return Part(number: track.number, start: track.start, end: end, words: track)
        }
        if let first = tracks.first, let gap = first.gap, first.start - gap > Self.leadIn,
            !seen.contains(0)
        {
            parts.insert(Part(number: 0, start: gap, end: first.start), at: 0)
        }
        if parts.count == 1 { parts = [] }
    }
}

/// Why a cue sheet cannot be used. For the user.
enum CueSheetProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable
    case noTracks
    case invalid(String)
    case tooManyTracks
    case impossibleNumber(Int)
    case repeatedNumber(Int)
    case outOfOrder(Int)
    case afterTheEnd(Int)

    var description: String {
        switch self {
        case .unreadable: "is empty, larger than 256 KiB or cannot be read"
        case .noTracks: "is not a cue sheet: it has no tracks"
        case .invalid(let reason): reason
        case .tooManyTracks: "has more than \(CueTracks.mostTracks) tracks"
        case .impossibleNumber(let number): "has a track with the number \(number)"
        case .repeatedNumber(let number): "has two tracks with the number \(number)"
        case .outOfOrder(let number): "track \(number) begins before the previous track ends"
        case .afterTheEnd(let number): "track \(number) begins after the end of the file"
        }
    }
}
