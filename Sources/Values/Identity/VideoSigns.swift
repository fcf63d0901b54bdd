import PhonolithMediaModel

/// The same episode of a show: another release of it.
struct EpisodePlace: Hashable {
    let show: String
    let season, episode: Int

    init?(_ file: FileTrace) {
        guard let video = file.video, let show = video.show, let season = video.season,
            let episode = video.episode
        else { return nil }
        (self.show, self.season, self.episode) = (show, season, episode)
    }
}

/// The same film by title and year: another release of it.
struct FilmTitle: Hashable {
    let title: String
    let year: Int

    init?(_ file: FileTrace) {
        guard let video = file.video, video.show == nil, let name = Self.name(file, video) else {
            return nil
        }
        (title, year) = name
    }

    /// From the tags, else from the name of the file, else from that of its folder.
    private static func name(
        _ file: FileTrace, _ video: FileTrace.Video
    ) -> (title: String, year: Int)? {
        if let title = file.title, let year = video.year { return (title, year) }
        return name(in: file.path.lastComponent.description)
            ?? name(in: file.path.parent.lastComponent.description)
    }

    /// The name before a year, and the year: `Some Film (2010) 720p.mkv`, `Some.Film.2010.1080p.mkv`.
    private static func name(in text: String) -> (title: String, year: Int)? {
        let letters = Array(text.unicodeScalars)
        var end = letters.count
        // The last year counts: a film may have one in its title.
        while end >= 4 {
            let start = end - 4
            defer { end -= 1 }
            let digits = letters[start..<end]
            guard digits.allSatisfy({ ("0"..."9").contains($0) }),
                end == letters.count || !("0"..."9").contains(letters[end]),
                start > 0, !("0"..."9").contains(letters[start - 1]),
                let year = Int(String(String.UnicodeScalarView(digits))),
                (1888...2100).contains(year)
            else { continue }
            var title = String(
                String.UnicodeScalarView(
                    letters[..<start].map { "._([".unicodeScalars.contains($0) ? " " : $0 }))
            title = title.folded
            while let last = title.last, " -".contains(last) { title.removeLast() }
            return title.isEmpty ? nil : (title, year)
        }
        return nil
    }
}
