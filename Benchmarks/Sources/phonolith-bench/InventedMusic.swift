/// Albums that nobody has recorded, each made from the seed and its number alone, so that a library of any
/// size is made in little memory.
struct InventedMusic {
    let seed: UInt64
    /// How many tracks there are in all.
    let trackCount: Int
    /// The format of all albums; `nil` for a mixture like people's.
    var onlyFormat: Format?

    struct Album {
        /// Below the library's folder.
        var folder: String
        var format: Format
        var tracks: [Track]
    }

    struct Track {
        var fileName: String
        /// By TagLib's names for them.
        var tags: [(key: String, value: String)]
    }

    enum Format: String, CaseIterable {
        case mp3, flac, m4a, ogg, opus

        /// Of two hundred albums.
        var share: Int {
            switch self {
            case .mp3: 100
            case .flac: 45
            case .m4a: 27
            case .ogg, .opus: 14
            }
        }
    }

    /// The number of tracks on each album: 6 to 18, and what is left on the last.
    func albumSizes() -> [Int] {
        var random = SeededNumbers(seed: seed, stream: 1)
        var sizes: [Int] = []
        var left = trackCount
        while left > 0 {
            sizes.append(min(left, random.number(in: 6...18)))
            left -= sizes[sizes.count - 1]
        }
        return sizes
    }

    func album(_ number: Int, size: Int) -> Album {
        var random = SeededNumbers(seed: seed, stream: 1_000_000 + UInt64(number))
        let isCompilation = random.holds(percent: 6)
        let artist = artist(random.number(in: 0...artistCount - 1))
        let title = Words.albumTitle(&random)
        let year = random.number(in: 1958...2024)
        let share = random.number(in: 0...199)
        let format = onlyFormat ?? format(share)
        let albumArtist =
            isCompilation
            ? Artist(name: "Various Artists", id: "89ad4ac3-39f7-470e-963a-56509c546377") : artist
        let genre = random.one(of: Words.genres)
        // Of other music it is seldom tagged.
        let composer = Words.composedGenres.contains(genre) ? Words.composerName(&random) : nil
        let common =
            [
                ("ALBUM", title), ("ALBUMARTIST", albumArtist.name),
                ("MUSICBRAINZ_ALBUMARTISTID", albumArtist.id),
                ("MUSICBRAINZ_ALBUMID", random.uuid()),
                ("MUSICBRAINZ_RELEASEGROUPID", random.uuid()),
                ("DATE", "\(year)-\(Self.padded(random.number(in: 1...12)))"),
                ("GENRE", genre), ("COMPILATION", isCompilation ? "1" : "0"),
            ] + (composer.map { [("COMPOSER", $0)] } ?? [])
        let tracks = (1...size).map { number in
            let performer =
                isCompilation ? self.artist(random.number(in: 0...artistCount - 1)) : artist
            let title = Words.trackTitle(&random)
            let own = [
                ("TITLE", title), ("ARTIST", performer.name),
                ("MUSICBRAINZ_ARTISTID", performer.id), ("TRACKNUMBER", "\(number)/\(size)"),
                ("DISCNUMBER", "1/1"), ("MUSICBRAINZ_TRACKID", random.uuid()),
                ("MUSICBRAINZ_RELEASETRACKID", random.uuid()),
            ]
            return Track(
                fileName: "\(Self.padded(number)) \(title).\(format.rawValue)", tags: common + own)
        }
        let folder = "\(albumArtist.name)/\(year) \(title) (\(number))"
        return Album(folder: folder, format: format, tracks: tracks)
    }

    /// Twenty tags, most of them without a property, and six credits.
    static func moreTags(_ random: inout SeededNumbers) -> [(key: String, value: String)] {
        let roles = ["CONDUCTOR", "LYRICIST", "ARRANGER", "REMIXER", "PRODUCER", "ENGINEER"]
        let known = ["LABEL", "CATALOGNUMBER", "BARCODE", "MEDIA", "RELEASETYPE", "MOOD"]
        return roles.map { ($0, Words.artistName(&random)) }
            + known.map { ($0, Words.artistName(&random)) }
            + (1...14).map { ("BENCHMARK TAG \($0)", Words.artistName(&random)) }
    }

    private struct Artist {
        var name: String
        var id: String
    }

    /// About three albums an artist, as in shelves of real music.
    private var artistCount: Int { max(1, trackCount / 36) }

    private func artist(_ number: Int) -> Artist {
        var random = SeededNumbers(seed: seed, stream: 2_000_000_000 + UInt64(number))
        return Artist(name: Words.artistName(&random), id: random.uuid())
    }

    private func format(_ share: Int) -> Format {
        var below = 0
        return Format.allCases.first { format in
            below += format.share
            return share < below
        } ?? .mp3
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
