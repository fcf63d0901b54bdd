import MediaModel

/// Which lyrics files of a folder are about which of its tracks: `Song.lrc` is about `Song.mp3`, and so is `Song.en.lrc` in
/// another language, unless there is a track `Song.en.mp3`.
struct LyricsOfFolder {
    /// The files of each track, by its name without extension.
    private var files: [MediaPath: [SeenFile]] = [:]

    init(_ lyrics: [SeenFile], media: [SeenFile]) {
        let tracks = Set(media.map(\.name.stem))
        // Of `a.lrc`, `a.LRC` and `a.ttml` always the last, whatever order the disk gives them in: TTML has times of words
        // and other languages.
        let chosen = Dictionary(lyrics.map { ($0.name.stem, $0) }) { $0.name > $1.name ? $0 : $1 }
        for (stem, file) in chosen {
            let isTrack = tracks.contains(stem) || file.name.lyricsLanguage == nil
            files[isTrack ? stem : stem.stem, default: []].append(file)
        }
        for track in files.keys {
            files[track]?.sort { Self.order($0, track) < Self.order($1, track) }
        }
    }

    /// Sets the lyrics of tracks, and the state of these in their stamps.
    func join(to media: inout [SeenFile]) {
        for index in media.indices {
            guard let lyrics = files[media[index].name.stem] else { continue }
            media[index].lyrics = lyrics.map(\.name)
            media[index].stamp.lyricsModified = lyrics.reduce(0) { $0 &* 31 &+ $1.stamp.modified }
        }
    }

    /// The file that bears just the track's name comes first.
    private static func order(_ file: SeenFile, _ track: MediaPath) -> (Int, MediaPath) {
        (file.name.stem == track ? 0 : 1, file.name)
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
