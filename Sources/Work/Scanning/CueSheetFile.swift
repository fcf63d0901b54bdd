import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithTagReading

/// A cue sheet as it was read, and which files of its folder it is about.
struct CueSheetFile: Sendable {
    let sheet: CueSheet
    /// The tracks in each file of the folder.
    private let tracks: [MediaPath: [CueSheet.Track]]

    /// Reads a sheet that is next to files.
    ///
    /// - Parameters:
    ///   - bytes: In UTF-8, UTF-16 with its mark, or what is likeliest of the old encodings.
    ///   - name: The sheet's own.
    ///   - media: The names of the files next to it.
    init(_ bytes: [UInt8], name: MediaPath, media: [MediaPath]) throws(CueSheetProblem) {
        // Text between quotation marks is looked at by itself: they are not a part of a foreign word.
        let encoding = LegacyEncoding.guess(
            PlaylistText.utf8(bytes).split { $0 == 0x0A || $0 == 0x0D || $0 == 0x22 }
                .map(Array.init))
        func decode(_ bytes: [UInt8]) -> String {
            encoding.decode(bytes) ?? PlaylistText.text(bytes)
        }
        sheet = CueSheet(parsing: bytes, decode: decode)
        guard !sheet.tracks.isEmpty else { throw .noTracks }
        let files = Dictionary(grouping: sheet.tracks) { $0.file ?? "" }
        let names = Dictionary(
            uniqueKeysWithValues: files.keys.map { ($0, FileName($0, decode: decode)) })
        let meant = MeantFiles(names, sheet: name, media: media)
        var tracks: [MediaPath: [CueSheet.Track]] = [:]
        for (file, media) in meant.media {
            // If two locations are the same file here, it is unknown which is meant.
            for name in media { tracks[name, default: []] += files[file] ?? [] }
        }
        self.tracks = tracks
    }

    /// Reads a sheet that is in a tag: it is about that file, whatever name it had. `nil` if it is about
    /// several files.
    init?(embedded text: String, in media: MediaPath) {
        guard text.utf8.count <= LoadedCueSheets.sizeLimit else { return nil }
        sheet = CueSheet(parsing: Array(text.utf8))
        guard !sheet.tracks.isEmpty, Set(sheet.tracks.map(\.file)).count == 1 else { return nil }
        tracks = [media: sheet.tracks]
    }

    /// The tracks of a file; `nil` if the sheet does not name it.
    func tracks(in media: MediaPath, duration: Double?) throws(CueSheetProblem) -> CueTracks? {
        guard let tracks = tracks[media] else { return nil }
        if let problem = sheet.problems.first { throw .invalid(problem.reason) }
        return try CueTracks(tracks, duration: duration)
    }

    /// The sheet's values for a file that is one track.
    func onlyTrack(in media: MediaPath) -> CueSheet.Track? {
        guard let tracks = tracks[media], tracks.count == 1 else { return nil }
        return tracks[0]
    }
}

/// A file's name as a sheet has it, without folders: they are those of where the sheet was made.
private struct FileName {
    let bytes: MediaPath
    let key: String
    let stem: String

    init(_ path: MediaPath, decode: ([UInt8]) -> String) {
        bytes = path.lastComponent
        let text = decode(path.bytes).replacingBackslashes
        let name = MediaPath(text).lastComponent
        key = name.comparedName
        stem = name.stem.comparedName
    }
}

/// Which files of a folder a sheet means: those of the name it says; else of that name in another case or Unicode
/// form; else with another extension, for most sheets were written before their `.wav` was encoded; else, of a
/// sheet for one file, the one whose name the sheet bears.
private struct MeantFiles {
    private(set) var media: [MediaPath: [MediaPath]] = [:]

    init(_ files: [MediaPath: FileName], sheet: MediaPath, media names: [MediaPath]) {
        let all = Set(names)
        let byKey = Dictionary(grouping: names, by: \.comparedName)
        let byStem = Dictionary(grouping: names, by: \.stem.comparedName)
        for (file, name) in files {
            let exact = all.contains(name.bytes) ? [name.bytes] : []
            let found = [exact, byKey[name.key] ?? [], byStem[name.stem] ?? []]
                .first { !$0.isEmpty }
            media[file] = found
        }
        guard files.count == 1, media.isEmpty, let file = files.keys.first else { return }
        let own = sheet.stem.comparedName
        media[file] = byKey[own] ?? byStem[own]
    }
}

extension String {
    fileprivate var replacingBackslashes: String {
        String(decoding: utf8.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self)
    }
}
