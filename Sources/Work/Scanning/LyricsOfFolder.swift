import PhonolithMediaModel

/// Which lyrics files of a folder are about which of its tracks: `Song.lrc` is about `Song.mp3`, and so is `Song.en.lrc` in
/// another language, unless there is a track `Song.en.mp3`. Where no file has a track's exact name, one is about it that has the
/// same letters in another case, `song.LRC`, unless there is a second such track.
struct LyricsOfFolder {
    /// The files of each track, by its name without extension.
    private var files: [MediaPath: [MediaPath]] = [:]

    /// - Parameters:
    ///   - lyrics: The names of lyrics files.
    ///   - media: Those of tracks.
    init(_ lyrics: [MediaPath], of media: [MediaPath]) {
        let tracks = Set(media.map(\.stem))
        // Of `a.lrc`, `a.LRC` and `a.ttml` always the last, whatever order the disk gives them in: TTML has times of words
        // and other languages.
        let chosen = Dictionary(lyrics.map { ($0.stem, $0) }, uniquingKeysWith: max)
        // Names that are not UTF-8 look alike where they are not.
        let alike = Dictionary(grouping: tracks.filter(\.isUTF8)) { $0.description.lowercased() }
        func track(named name: MediaPath) -> MediaPath? {
            if tracks.contains(name) { return name }
            guard name.isUTF8, let found = alike[name.description.lowercased()], found.count == 1
            else { return nil }
            return found[0]
        }
        /// The files of a track by their languages, the one that is named exactly as the track first.
        var byLanguage: [MediaPath: [String: MediaPath]] = [:]
        for (stem, file) in chosen.sorted(by: { $0.value > $1.value }) {
            let language = track(named: stem) == nil ? file.lyricsLanguage : ""
            guard let language, let track = track(named: language.isEmpty ? stem : stem.stem) else {
                continue
            }
            let isExact = stem.bytes.starts(with: track.bytes)
            if isExact || byLanguage[track]?[language] == nil {
                byLanguage[track, default: [:]][language] = file
            }
        }
        files = byLanguage.mapValues { Array($0.values) }
        for track in files.keys {
            files[track]?.sort { Self.order($0, track) < Self.order($1, track) }
        }
    }

    /// The names of the files about a track, that without a language first.
    func names(of track: MediaPath) -> [MediaPath] { files[track.stem] ?? [] }

    /// The file that bears just the track's name comes first.
    private static func order(_ file: MediaPath, _ track: MediaPath) -> (Int, MediaPath) {
        (file.stem.bytes.count == track.bytes.count ? 0 : 1, file)
    }
}

extension [SeenFile] {
    /// Sets the lyrics of tracks, and the state of these in their stamps.
    mutating func join(_ lyrics: [SeenFile]) {
        if lyrics.isEmpty { return }
        let ofFolder = LyricsOfFolder(lyrics.map(\.name), of: map(\.name))
        let times = Dictionary(lyrics.map { ($0.name, $0.stamp.modified) }) { $1 }
        for index in indices {
            let names = ofFolder.names(of: self[index].name)
            if names.isEmpty { continue }
            self[index].lyrics = names
            self[index].stamp.lyricsModified = names.reduce(0) { $0 &* 31 &+ (times[$1] ?? 0) }
        }
    }
}

extension MediaPath {
    /// The language that is before the extension of a lyrics file: `en` of `Song.en.lrc`, `pt-br` of `Song.pt-BR.ttml`
    /// (BCP 47: two or three letters, and what narrows them); `nil` if none does.
    var lyricsLanguage: String? {
        let language = stem.pathExtension
        return language.wholeMatch(of: #/[a-z]{2,3}(-[a-z0-9]{2,8})*/#) == nil ? nil : language
    }
}
