import Foundation
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithTagReading
import Testing

@Suite struct EpisodeNameTests {
    @Test(
        "an episode is known by its name",
        arguments: [
            ("Some Show - S01E02 - A Title.mkv", [1, 2]), ("some.show.s10e112.mkv", [10, 112]),
            ("S00E01.mp4", [0, 1]), ("Show_S01_E02.mkv", [1, 2]), ("show s1 e2.avi", [1, 2]),
            ("Show.S01E02E03.mkv", [1, 2]), ("Show - 1x02 - Title.mkv", [1, 2]),
            ("show.12X103.avi", [12, 103]), ("S00E00.mkv", [0, 0]), ("s03.e04.mp4", [3, 4]),
            ("Show S01 - E02.mkv", [1, 2]), ("show.s01ep02.mkv", [1, 2]),
            ("Show S01E01-E02.mkv", [1, 1]), ("Show.S01E03E04.720p.mkv", [1, 3]),
            ("Show Season 2 Episode 10.mkv", [2, 10]), ("Show Staffel 2 Folge 3.mkv", [2, 3]),
            ("[Group] Show - 03 (1080p).mkv", [1, 3]), ("[Group]_Show_-_03v2_[720p].mkv", [1, 3]),
            ("[Group] Show S2 - 05.mkv", [2, 5]), ("[Group] Show 2nd Season - 05.mkv", [2, 5]),
            ("Narcos.T01E04.Castellano.mkv", [1, 4]), ("Serie T2 E05.avi", [2, 5]),
            ("Show [1x03] Title.mkv", [1, 3]), ("Show - [01x03] - Title.mkv", [1, 3]),
            ("Show [1x3].mkv", [1, 3]), ("Show (2x4) Title.mkv", [2, 4]),
            ("[1x03] Title.mkv", [1, 3]),
            ("[Group] Show [1x03].mkv", [1, 3]), ("Show.[2x04].Title.mkv", [2, 4]),
            ("Avatar Book 1 Chapter 2.mkv", [1, 2]), ("Avatar - Book 2 - Episode 11.mkv", [2, 11]),
            ("24 - 2x05 - 12.00.mkv", [2, 5]), ("1923 S01E04 1080p x265.mkv", [1, 4]),
        ])
    func episode(name: String, numbers: [Int]) {
        let found = EpisodeName(MediaPath("/shows/" + name))
        #expect(found.map { [$0.season, $0.episode] } == numbers)
    }

    @Test(
        "other names are none",
        arguments: [
            "Film.mkv", "Songs1e2.mkv", "S01.mkv", "S01E.mkv", "sE02.mkv", "S12345E01.mkv",
            "Se7en.1995.mkv", "S01E12345.mkv", "Film 1920x1080.mkv", "Film 640x480.mkv",
            "Film.4x4.mkv", "Film 1x02b.mkv", "a1x02.mkv", "02 - Title.mkv", "1x.mkv", "x02.mkv",
            "Blade Runner - 2049.mkv", "Ocean's - 11.mkv", "[Group] Film (1080p).mkv",
            "Episode.mkv",
            "Film [640x480].mkv", "Film [4:3].mkv",
            "Dune Part 2.mkv", "T2E.mkv", "AT1E04b.mkv", "Bones.101.mkv",
            "[REC] 2.mkv", "District 9.mkv", "S.W.A.T. 2.mkv",
        ])
    func others(name: String) { #expect(EpisodeName(MediaPath("/S01E02/" + name)) == nil) }

    @Test(
        "the show is what stands before the numbers, or the folder above that of the season",
        arguments: [
            ("Some Show - S01E02 - A Title.mkv", "Some Show"),
            ("some.show.s10e112.mkv", "some show"),
            ("Mr. Show 1x02.mkv", "Mr. Show"), ("Ünïcödé_Show_(S01E02).mkv", "Ünïcödé Show"),
            ("Some Show [1x03] Title.mkv", "Some Show"), ("24/24 - 2x05.mkv", "24"),
            ("Serien/24/24 - 2x05.mkv", "24"), ("Show/2/Show 2x05.mkv", "Show"),
            ("S01E02.mkv", nil), ("Show/Season 1/S01E02.mkv", "Show"),
            ("Show F/s03.e04.mp4", "Show F"), ("TV Shows/S01E02.mkv", nil),
            ("[Group] The Show - 03 (1080p).mkv", "The Show"),
            ("One Piece/One Piece - 679.mkv", "One Piece"),
            ("[Group] Show S2 - 05.mkv", "Show"),
            ("One Piece/[G] One Piece - 1071 [x].mkv", "One Piece"),
            ("The Wire (2002)/Season 01/the.wire.s01e02.mkv", "The Wire (2002)"),
            ("Café/Staffel 3/Cafe S03E01.mkv", "Café"), ("Show/Extras/S01E02.mkv", nil),
        ])
    func show(path: String, show: String?) throws {
        let found = try #require(EpisodeName(MediaPath(path)))
        #expect(found.show == show)
    }

    @Test(
        "in the folder of a season a number at the beginning is enough",
        arguments: [
            ("Show/Season 2/02 - A Title.mkv", [2, 2]), ("Show/season.02/E11.mkv", [2, 11]),
            ("Show/S03/Episode 4.mkv", [3, 4]), ("Show/Specials/1.mkv", [0, 1]),
            ("Show/Season 1/S02E03.mkv", [2, 3]), ("Show/Saison 1/007 Title.mkv", [1, 7]),
            ("Show/Season 17/Show - 679 [1080p].mkv", [17, 679]),
            ("Show/Season 01/[SubsPlease] A Longer Name - 03 (1080p) [AA66696D].mkv", [1, 3]),
            ("Show/Season 1 - Foo/03 Bar.mp4", [1, 3]), ("Show/Staffel 4/Folge 3.mp4", [4, 3]),
            ("Show/Season 01 (2005)/Show Ep 12.mkv", [1, 12]), ("Show/1. Staffel/03.mkv", [1, 3]),
            ("Show/2nd Season/Show - 12v2.mkv", [2, 12]),
            ("Show/1ª temporada/Capítulo 5.mkv", [1, 5]),
            ("Show/Temporada 2/Episodio 3 - Title.mkv", [2, 3]),
            ("Show/Saison 3/Épisode 04.mkv", [3, 4]),
            ("Show/Series 2/Ted Lasso 203.mkv", [2, 3]),
            ("Show/Season 1/Bones.101.Pilot.avi", [1, 1]),
            ("Show/Season 10/Show 1012 1080p.mkv", [10, 12]), ("Show/Season 2/203.mkv", [2, 3]),
            ("Show/Season 3/203.mkv", [3, 203]), ("Show/Sæson 1/X Afsnit 3.mkv", [1, 3]),
            ("Show/Sezon 1/X odc. 3.mkv", [1, 3]), ("Show/Sezon 1/X 3. Bölüm.mkv", [1, 3]),
            ("Show/Temporada 1/X Cap. 3.mkv", [1, 3]), ("Show/Sezóna 1/X Díl 3.mkv", [1, 3]),
            ("Show/1. évad/X 3. rész.mkv", [1, 3]), ("Show/Évad 2/X 3. rész.mkv", [2, 3]),
            ("Show/Сезон 1/X 3 серия.mkv", [1, 3]), ("Show/Сезон 1/X серія 3.mkv", [1, 3]),
            ("Show/시즌 1/X 3화.mkv", [1, 3]), ("Show/시즌 1/X 제3화.mkv", [1, 3]),
            ("Show/Σεζόν 1/X Επεισόδιο 3.mkv", [1, 3]), ("Show/Mùa 1/X Tập 3.mkv", [1, 3]),
            ("Show/ซีซั่น 1/X ตอนที่ 3.mkv", [1, 3]), ("Show/Season 1/X Part 3.mkv", [1, 3]),
            ("Show/Season 1/X Chapter 3.mkv", [1, 3]), ("Show/Staffel 1/X Teil 3.mkv", [1, 3]),
            ("Show/Season 1/X #3.mkv", [1, 3]), ("Show/Season One/X E03.mkv", [1, 3]),
            ("Show/第一季/第3集.mp4", [1, 3]), ("Show/第十二季/第3集.mp4", [12, 3]),
            ("Show/עונה 1/X E03.mkv", [1, 3]), ("Show/الموسم 1/X E03.mkv", [1, 3]),
            ("Show/Série 1/X E03.mkv", [1, 3]), ("Show/1. série/X E03.mkv", [1, 3]),
            ("Show/Сезон 1/Серия 5.mkv", [1, 5]), ("Show/第2季/第12集.mp4", [2, 12]),
            ("Show/シーズン1/第3話.mkv", [1, 3]), ("Show/시즌 2/Show E04.mkv", [2, 4]),
            ("Show/Sezon 2/Odcinek 3.mkv", [2, 3]), ("Show/Säsong 1/Avsnitt 2.mkv", [1, 2]),
            ("Show/Show Season 2/03 - Title.mkv", [2, 3]),
            ("Show/Show.S02.1080p/Show.E03.mkv", [2, 3]),
            ("Show/Season 2025/Show S2025E07.mkv", [2025, 7]),
            ("Show/Book 1/02 - Title.mkv", [1, 2]), ("Show/Book 2 - Earth/03.mkv", [2, 3]),
            ("Show/Book One/X E03.mkv", [1, 3]), ("Show/Buch 1/Folge 3.mkv", [1, 3]),
            ("Show/Livre 1/03 X.mkv", [1, 3]), ("Show/1/02 - Title.mkv", [1, 2]),
            ("Show/02/03.mkv", [2, 3]), ("Show/1/Show E04.mkv", [1, 4]),
            ("Show/2/Show 203.mkv", [2, 3]), ("Show/1/X - 05.mkv", [1, 5]),
            ("Show/1/S01E06.mkv", [1, 6]),
        ])
    func seasonFolder(path: String, numbers: [Int]) {
        let found = EpisodeName(MediaPath(path))
        #expect(found.map { [$0.season, $0.episode] } == numbers)
        #expect(found?.show == "Show")
    }

    @Test(
        "elsewhere, and without such a number, it is not",
        arguments: [
            "Show/02 - A Title.mkv", "Show/Season 1/Trailer.mkv", "Show/Season/02.mkv",
            "Show/Season 1b/02.mkv", "Show/Season 1/1080p.mkv", "Show/Season 1/2001 A Title.mkv",
            "Show/Seasonal 1/02.mkv", "Season 1/E.mkv", "", "Show/Bookshelf/02.mkv",
            "Show/1/Trailer.mkv", "1/02.mkv", "Videos/1/02.mkv", "2019/04/12.mp4",
            "Show/123/02.mkv",
            "Films/2/03.mkv", "Camera/1/02.mp4", "Downloads/1/02 - Title.mkv", "Show/Book/02.mkv",
        ])
    func noSeasonFolder(path: String) { #expect(EpisodeName(MediaPath(path)) == nil) }

    @Test(
        "an episode is known by its date, where that is the name of a show",
        arguments: [
            // Behind the name of its folder.
            ("Show/Show 2019-04-12.mkv", [2019, 412]),
            ("Show/Show - 2019-04-12 - Title.mkv", [2019, 412]),
            ("Show/Show.2019.04.12.Title.mkv", [2019, 412]),
            ("Show/show_2019_04_12.mkv", [2019, 412]),
            ("Show/Show 2019 04 12.mkv", [2019, 412]),
            ("Show (1996)/Show 2019-12-01.mkv", [2019, 1201]),
            ("Show/Show (2019-04-12).mkv", [2019, 412]),
            ("Show/Show [2019.04.12].mkv", [2019, 412]),
            // The day first, or the month, where that is the only way.
            ("Show/Show - 27.04.2019.mkv", [2019, 427]),
            ("Show/Show - 27-04-2019.mkv", [2019, 427]),
            ("Show/Show - 04-27-2019.mkv", [2019, 427]), ("Show/Show 4.4.2019.mkv", [2019, 404]),
            ("Show/Show - 12.04.2019.mkv", nil), ("Show/Show 04-12-2019.mkv", nil),
            // In the folder of a season.
            ("Show/Season 24/Show 2019-04-12.mkv", [24, 412]),
            ("Show/Season 2019/2019-04-12.mkv", [2019, 412]),
            ("Show/2019/2019-04-12.mkv", nil), ("Show/Season 1/Show - 12.04.2019.mkv", nil),
            ("Show/Season 1/12.04.2019 Title.mkv", nil),
            ("Show/Season 1/03 - 2019-04-12 Title.mkv", [1, 3]),
            ("Show/Season 1/2019-04-12 - 03 - Title.mkv", [1, 3]),
            // In a folder of shows.
            ("TV/Show 2019-04-12.mkv", [2019, 412]), ("TV Shows/Show/2019-04-12.mkv", [2019, 412]),
            ("TV Shows/Show/Other Name 2019-04-12.mkv", [2019, 412]),
            // As releases are named.
            ("Downloads/The.Show.2019.04.12.Guest.720p.WEB.x264-GRP.mkv", [2019, 412]),
            ("Downloads/The.Show.2019.04.12.mkv", nil),
            // A number wins.
            ("Show/Show S02E03 2019-04-12.mkv", [2, 3]),
            ("Show/Show 2019-04-12 S02E03.mkv", [2, 3]),
            ("[G] Show - 03 2019-04-12.mkv", [1, 3]),
            // Other films with dates, and dates that are none.
            ("Videos/Holiday 2019-04-12.mp4", nil), ("Holiday/2019-04-12.mp4", nil),
            ("Show/Show 2019-13-12.mkv", nil), ("Show/Show 2019-02-31.mkv", nil),
            ("Show/Show 1234-04-12.mkv", nil), ("Show/Show 2019-04.mkv", nil),
            ("Show/Show 2019-04-123.mkv", nil), ("Show/Show 20190412.mkv", nil),
        ] as [(String, [Int]?)])
    func dated(path: String, numbers: [Int]?) {
        let found = EpisodeName(MediaPath(path))
        #expect(found.map { [$0.season, $0.episode] } == numbers)
        if let found, found.episode > 400 {
            #expect(found.date?.year == 2019 && found.date?.day != nil)
            #expect(found.show?.isEmpty == false)
        }
    }

    @Test("what the tags say of an episode wins over its name, property by property")
    func tagsWin() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-episode-\(UUID().uuidString)")
        let season = folder.appendingPathComponent("Other Show/Season 7")
        try FileManager.default.createDirectory(at: season, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func series(_ fixture: String, as name: String) throws -> [String?] {
            let file = season.appendingPathComponent(name)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
            let facts = try TagReader().read(MediaPath(file.path)).facts
            return [
                facts.tvShow, facts.seasonNumber?.description, facts.episodeNumber?.description,
            ]
        }
        #expect(try series("empty/empty.mkv", as: "08.mkv") == ["Other Show", "7", "8"])
        #expect(try series("odd/episode.mp4", as: "09.mp4") == ["The Bridge", "2", "11"])
        #expect(try series("odd/tv-show.mp4", as: "10.mp4") == ["Other Show", "7", "10"])
        // This one says that it is a music video; and sound is no television.
        #expect(try series("odd/music-video.mp4", as: "11.mp4") == [nil, nil, nil])
        #expect(try series("empty/empty.mp3", as: "12.mp3") == [nil, nil, nil])
        let explanation = try TagReader().explain(
            MediaPath(season.appendingPathComponent("09.mp4").path))
        #expect(!explanation.properties.contains { $0.name == "podcastTitle" })
        let show = try #require(explanation.properties.first { $0.name == "tvShow" })
        #expect(show.value == ["The Bridge"])
        #expect(show.winners.map(\.key) == ["tvsh"])
        #expect(show.losers.map(\.tag) == ["file name"])
        #expect(show.losers.map(\.values) == [["Other Show"]])
    }

    @Test("a video that is named as an episode is one, unless it says what it is")
    func mediaType() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("phonolith-episode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func mediaType(_ fixture: String, as name: String) throws -> MediaType {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.copyItem(at: Fixtures.url(of: fixture), to: file)
            return try TagReader().read(MediaPath(file.path)).facts.mediaType
        }
        #expect(try mediaType("empty/empty.mkv", as: "Show S01E02.mkv") == .tvShow)
        #expect(try mediaType("empty/empty.mkv", as: "Film.mkv") == .movie)
        #expect(try mediaType("odd/music-video.mp4", as: "Show S01E02.mp4") == .musicVideo)
        #expect(try mediaType("odd/tv-show.mp4", as: "Film.mp4") == .tvShow)
        #expect(try mediaType("empty/empty.mp3", as: "Show S01E02.mp3") == .music)
    }
}
