package import Foundation
package import PhonolithMediaModel

/// Tracks as no sensible person has them: names in many scripts, of signs, numbers and keywords, several
/// artists or none, values that are absent, the same twice.
package struct RandomLibrary: Sendable {
    /// The facts of one file of the library, and its user data.
    package struct Track: Hashable, Sendable {
        /// Another for each track.
        package var relativePath: MediaPath
        package var facts: MediaFacts
        package var userValues: MediaItem.UserValues
    }

    package let tracks: [Track]

    package init(seed: UInt64, count: Int = 60) {
        var numbers = SeededGenerator(seed: seed)
        var tracks: [Track] = []
        for index in 0..<count {
            var track = Track(
                relativePath: Self.path(index, &numbers), facts: Self.facts(&numbers),
                userValues: Self.userValues(&numbers))
            // Every tenth is a copy of the one before it.
            if index % 10 == 9, let last = tracks.last { track.facts = last.facts }
            tracks.append(track)
        }
        self.tracks = tracks
    }

    /// The tracks as items with IDs from 1, for comparisons that need no database.
    package var items: [MediaItem] {
        tracks.enumerated().map { index, track in
            let number = Int64(index + 1)
            // Some have no album, artist or genre.
            func id<Entity>(_ divisor: Int64) -> PersistentID<Entity>? {
                number % divisor == 0 ? nil : PersistentID(number % divisor)
            }
            return MediaItem(
                persistentID: MediaItemID(number), facts: track.facts,
                location: .init(
                    root: "/music", relativePath: track.relativePath, fileSize: 1000 * index,
                    startTime: index % 7 == 0 ? 0 : nil, endTime: index % 7 == 0 ? 61.5 : nil),
                albumPersistentID: id(5), artistPersistentID: id(4),
                albumArtistPersistentID: id(3), composerPersistentID: id(2),
                genrePersistentID: id(6), podcastPersistentID: id(7),
                artwork: index % 3 == 0 ? [Self.picture] : [], userValues: track.userValues,
                isMissing: index % 11 == 0, isAvailable: index % 13 != 0)
        }
    }

    // MARK: - Values

    /// Texts that are easily mistaken: for one another when folded, or for a part of some language.
    package static let texts = [
        "Björk", "BJORK", "Bjo\u{308}rk", "Mø", "Straße", "strasse", "İstanbul", "ΣΟΦΟΣ", "Кино",
        "Ёлка", "雨宮ひかり", "がく", "かく", "ก่อน", "방탄소년단", "مرحبا", "🎵", "👩‍👩‍👧 family",
        "100%", "100", "%", "_", "a_b", "aXb", "*", "A*", "AC/DC", "acdc", "Don't", "Don’t",
        "Say \"Hi\"", "\"", "'", "back\\slash", "\\", "' OR 1=1 --", "; DROP TABLE items", "NULL",
        "and", "or", "NOT", "true", "missing", "1999", "1999-09", "007", "7", "3:05", "-1", "(a)",
        "a, b", "a=b", "<b>", "!!!", "…", "The The", "Les Ogres", "x", "É", "e\u{301}a",
        "ends with a blank inside of it", "i", "I", "ı", "ﬁ", "Ǆ", "a\u{300}\u{301}",
    ].map(\.normalizedNFC)

    package static let tagNames = ["FOO", "FO", "ÄÖ", "A B"]

    package static let dates = [
        "0001", "1959", "1997", "1997-09", "1997-09-20", "1997-12-31", "1998", "2000-02-29",
        "2026-11", "9999-12-31",
    ].compactMap { PartialDate($0) }

    package static let moments = [
        -62_135_596_800, -86_400, -1, 0, 1, 951_782_400, 1_795_253_399, 1_795_253_400,
        1_795_305_599, 253_402_300_799,
    ].map { Date(secondsSince1970: $0) }

    package static let codes = [
        "flac", "mp3", "FLAC", "GBBBA9700001", "gbbba9700001",
        "6f9cc3d2-5a01-4d8b-9a3f-2b7d0c1e4f50", "6F9CC3D2-5A01-4D8B-9A3F-2B7D0C1E4F50", "ÄÖ",
    ]

    private static let kinds: [MediaType] = [
        .music, .music, .music, .podcast, .audioBook, .movie, [.music, .musicVideo], [],
    ]

    private static let picture = MediaArtwork(
        kind: .front, source: .embedded, mimeType: "image/png", width: 1, height: 1,
        byteCount: 70, sha256: String(repeating: "0", count: 64))

    // MARK: - Making a track

    private static func path(_ index: Int, _ numbers: inout SeededGenerator) -> MediaPath {
        let folder = numbers.one(of: ["", "Björk/", "100%/", "a_b/", "雨宮ひかり/", "It's \"so\"/"])
        let name = numbers.one(of: ["track", "Ünïcödé", "曲", "50%", "a'b"])
        let path = MediaPath("\(folder)\(name) \(index).mp3")
        // One name that is no UTF-8.
        return index == 4 ? MediaPath(bytes: path.bytes.dropLast(4) + [0xFF]) : path
    }

    private static func facts(_ numbers: inout SeededGenerator) -> MediaFacts {
        var facts = MediaFacts()
        facts.mediaType = numbers.one(of: kinds)
        setNames(of: &facts, &numbers)
        setNumbers(of: &facts, &numbers)
        setCodes(of: &facts, &numbers)
        return facts
    }

    private static func setNames(of facts: inout MediaFacts, _ numbers: inout SeededGenerator) {
        func maybe() -> String? { numbers.holds(percent: 60) ? numbers.one(of: texts) : nil }
        func several() -> (shown: String?, names: [String]) {
            guard numbers.holds(percent: 70) else { return (nil, []) }
            let names = numbers.some(of: texts, atMost: 3)
            return (names.joined(separator: " & "), names)
        }
        facts.title = maybe()
        facts.albumTitle = maybe()
        (facts.artist, facts.artists) = several()
        (facts.albumArtist, facts.albumArtists) = several()
        (facts.composer, facts.composers) = several()
        facts.genres = several().names
        for name in [
            \MediaFacts.titleSort, \.albumSort, \.artistSort, \.albumArtistSort, \.composerSort,
            \.discSubtitle, \.comments, \.lyrics, \.userGrouping, \.podcastTitle,
            \.tvShow, \.work, \.movement, \.label, \.mood, \.ensemble, \.opus,
        ] {
            facts[keyPath: name] = maybe()
        }
        for (names, tag) in [
            (facts.artists, \MediaFacts.artistSort), (facts.albumArtists, \.albumArtistSort),
            (facts.composers, \.composerSort),
        ] where names.count == 1 {
            facts[keyPath: tag] = sortTag(of: names[0])
        }
        facts.credits = several().names.map {
            MediaCredit(
                role: numbers.one(of: MediaCredit.Role.allCases), name: $0, instrument: maybe())
        }
        facts.tags = numbers.some(of: tagNames, atMost: 2).map {
            MediaTag(name: $0, values: numbers.some(of: texts, atMost: 2))
        }
        if numbers.holds(percent: 30) { facts.lyrics = "La la\n\(numbers.one(of: texts))\tla" }
    }

    /// The sort tag of a name, the same for each of its roles and spellings, or none: what tags that differ mean for the
    /// order is decided by all items of an artist, which a comparison of two items does not know.
    private static func sortTag(of name: String) -> String? {
        let number = name.folded.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF
        return number % 3 == 0 ? nil : texts[number % texts.count]
    }

    private static func setNumbers(of facts: inout MediaFacts, _ numbers: inout SeededGenerator) {
        for number in [
            \MediaFacts.albumTrackNumber, \.albumTrackCount, \.discNumber, \.discCount,
            \.beatsPerMinute, \.bitRate, \.sampleRate, \.channelCount, \.bitDepth, \.width,
            \.height, \.rotation, \.seasonNumber, \.episodeNumber, \.movementNumber,
            \.movementCount, \.energy,
        ] where numbers.holds(percent: 60) {
            facts[keyPath: number] = numbers.one(of: [1, 2, 3, 10, 90, 320, 44_100])
        }
        for number in [
            \MediaFacts.replayGainTrackGain, \.replayGainTrackPeak, \.replayGainAlbumGain,
            \.replayGainAlbumPeak, \.frameRate, \.playbackDuration,
        ] where numbers.holds(percent: 60) {
            facts[keyPath: number] = numbers.one(of: [-7.5, 0, 0.1, 1, 25, 185, 185.25, 1e9])
        }
        facts.releaseDate = numbers.holds(percent: 70) ? numbers.one(of: dates) : nil
        facts.originalDate = numbers.holds(percent: 40) ? numbers.one(of: dates) : nil
        facts.isCompilation = numbers.one(of: [true, false, nil])
        facts.isExplicit = numbers.one(of: [true, false, nil])
        facts.hasProtectedAsset = numbers.one(of: [true, nil, nil])
        if numbers.holds(percent: 20) {
            facts.chapters = [Chapter(startTime: 0, endTime: 10, title: "One")]
        }
    }

    private static func setCodes(of facts: inout MediaFacts, _ numbers: inout SeededGenerator) {
        for code in [
            \MediaFacts.codec, \.videoCodec, \.episodeID, \.container, \.isrc,
            \.musicBrainzRecordingID,
            \.musicBrainzTrackID, \.musicBrainzAlbumID, \.musicBrainzReleaseGroupID,
            \.catalogNumber, \.barcode, \.media, \.releaseType, \.releaseStatus,
            \.releaseCountry, \.language, \.key, \.encoder,
        ] where numbers.holds(percent: 60) {
            facts[keyPath: code] = numbers.one(of: codes)
        }
        if numbers.holds(percent: 50) {
            facts.musicBrainzArtistIDs = numbers.some(of: codes, atMost: 2)
            facts.musicBrainzAlbumArtistIDs = numbers.some(of: codes, atMost: 2)
        }
    }

    private static func userValues(_ numbers: inout SeededGenerator) -> MediaItem.UserValues {
        MediaItem.UserValues(
            rating: numbers.holds(percent: 60) ? numbers.number(in: 0...5) : nil,
            favoriteDate: numbers.holds(percent: 30) ? numbers.one(of: moments) : nil,
            playCount: numbers.number(in: 0...3), skipCount: numbers.number(in: 0...3),
            lastPlayedDate: numbers.holds(percent: 50) ? numbers.one(of: moments) : nil,
            dateAdded: numbers.one(of: moments),
            bookmarkTime: numbers.holds(percent: 20) ? 12.5 : nil)
    }
}
