import MediaModel

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
        let alike = Dictionary(grouping: tracks) { $0.description.lowercased() }
        func track(named name: MediaPath) -> MediaPath? {
            if tracks.contains(name) { return name }
            guard let found = alike[name.description.lowercased()], found.count == 1 else {
                return nil
            }
            return chosen[found[0]] == nil ? found[0] : nil
        }
        for (stem, file) in chosen {
            let language = file.lyricsLanguage
            guard
                let track = track(named: stem) ?? language.flatMap({ _ in track(named: stem.stem) })
            else { continue }
            files[track, default: []].append(file)
        }
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
