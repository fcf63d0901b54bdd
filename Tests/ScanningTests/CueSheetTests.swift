import Foundation
import PhonolithCatalogTestSupport
import PhonolithFixtures
import PhonolithMediaModel
import PhonolithPlaylists
import PhonolithQueries
import PhonolithScanning
import PhonolithScans
import PhonolithStore
import PhonolithTagReading
import PhonolithUsers
import Testing

/// Items that a scan makes of a file and a cue sheet.
@Suite struct CueSheetTests {
    let folder: TemporaryFolder
    let catalog: Catalog

    init() throws {
        folder = try TemporaryFolder()
        catalog = try Catalog.empty()
    }

    @discardableResult
    private func scan() async throws -> ScanReport {
        var report = try await LibraryScanner(catalog: catalog).scan([folder.path])
        report.duration = .zero
        return report
    }

    private func write(_ data: Data, to name: String) throws {
        try folder.write("", to: name)
        try data.write(to: folder.url(name))
    }

    private func items() throws -> [MediaItem] {
        try catalog.items.all(
            matching: MediaQuery(order: [
                MediaOrder(.relativePath), MediaOrder(.startTime), MediaOrder(.title),
            ]))
    }

    /// Each item that is listed: its file, title, and stretch.
    private func parts() throws -> [String] {
        try items().map { item in
            let location = item.location
            let stretch = location.startTime.map {
                " \($0)-\(location.endTime.map { "\($0)" } ?? "")"
            }
            return "\(location.relativePath) \(item.facts.title ?? "?")\(stretch ?? "")"
        }
    }

    @Test("a sheet beside a file makes an item of each track, in the place of the file's")
    func besideFile() async throws {
        try write(Disc.wave(seconds: 40, artist: "Somebody"), to: "A/disc.wav")
        try folder.write(Disc.sheet(), to: "A/disc.cue")
        var report = ScanReport()
        report.added = 3
        #expect(try await scan() == report)
        #expect(
            try parts() == [
                "A/disc.wav One 0.0-10.2", "A/disc.wav Two 10.2-30.0", "A/disc.wav Three 30.0-",
            ])
        let facts = try items().map(\.facts)
        #expect(facts.map(\.artist) == ["The Band", "The Band feat. A Guest", "The Band"])
        #expect(facts[1].artists == ["The Band", "A Guest"])
        #expect(facts.map(\.albumTrackNumber) == [1, 2, 3])
        #expect(facts.map(\.isrc) == [nil, nil, "USSM15900113"])
        #expect(Set(facts.map(\.albumTitle)) == ["The Disc"])
        #expect(Set(facts.map(\.albumArtist)) == ["The Band"])
        #expect(Set(facts.map(\.albumTrackCount)) == [3])
        #expect(Set(facts.map(\.genres)) == [["Jazz"]])
        #expect(Set(facts.map(\.releaseDate)) == [PartialDate(year: 1959)])
        #expect(facts.map(\.playbackDuration) == [10.2, 19.8, 10])
        #expect(Set(facts.map(\.sampleRate)) == [1000])
        report = ScanReport()
        report.unchanged = 1
        #expect(try await scan() == report)
    }

    @Test("the sheet goes and comes back, and with it the ids and what is the user's")
    func goesAndComes() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try await scan()
        let file = try items()[0].persistentID
        try catalog.values.setRating(4, of: file)
        try folder.write(Disc.sheet(), to: "disc.cue")
        #expect(try await scan().added == 3)
        let tracks = try items().map(\.persistentID)
        #expect(!tracks.contains(file))
        try catalog.values.setRating(2, of: tracks[1])
        // The file is there, though it stands in no list.
        #expect(try catalog.items.item(file)?.isMissing == false)
        #expect(try catalog.items.all(matching: MediaQuery(isMissing: true)) == [])
        #expect(try catalog.statistics.values().missingItems == 0)
        try folder.move("disc.cue", to: "elsewhere")
        #expect(try await scan().changed == 1)
        #expect(try items().map(\.persistentID) == [file])
        #expect(try items().map(\.userValues.rating) == [4])
        #expect(try catalog.items.all(matching: MediaQuery(isMissing: true)) == [])
        #expect(try catalog.search.results("two", limit: 5).items == [])
        try folder.move("elsewhere", to: "disc.cue")
        #expect(try await scan().changed == 3)
        #expect(try items().map(\.persistentID) == tracks)
        #expect(try items().map(\.userValues.rating) == [nil, 2, nil])
    }

    @Test("a sheet that changes is read again; tracks that it has no more come back with it")
    func changes() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try items().map(\.persistentID)
        let whole = Disc.sheet(second: "Another")
        let short = whole.components(separatedBy: "  TRACK 03")[0]
        try folder.write(short, to: "disc.cue")
        #expect(try await scan().changed == 2)
        #expect(try parts() == ["disc.wav One 0.0-10.2", "disc.wav Another 10.2-"])
        #expect(try items().map(\.persistentID) == Array(before.prefix(2)))
        // Under another name it is the same.
        try folder.remove("disc.cue")
        try folder.write(whole, to: "other.cue")
        #expect(try await scan().changed == 3)
        #expect(try items().map(\.persistentID) == before)
    }

    @Test("a track that is put before others leaves their ids with them")
    func insertedTrack() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try items().map(\.persistentID)
        for (number, id) in before.enumerated() { try catalog.values.setRating(number + 1, of: id) }
        try folder.write(Disc.sheetWithIntro(last: "Two / Three"), to: "disc.cue")
        try await scan()
        #expect(try items().map(\.facts.title) == ["Intro", "One", "Two / Three"])
        #expect(try items().map(\.userValues.rating) == [nil, 1, nil])
        #expect(try items()[1].persistentID == before[0])
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        #expect(try items().map(\.persistentID) == before)
        #expect(try items().map(\.userValues.rating) == [1, 2, 3])
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "another encoding of an image keeps its tracks, at once or when the old one goes later",
        arguments: [true, false])
    func encodedAgain(isAtOnce: Bool) async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try items().map(\.persistentID)
        try catalog.values.setRating(4, of: before[1])
        let all = try catalog.playlists.create(
            PlaylistCreationMetadata(name: "All"), entries: before.map { .item($0) })
        try write(Disc.wave(seconds: 40, sound: 3), to: "new/disc.wav")
        try folder.write(Disc.sheet(), to: "new/disc.cue")
        if !isAtOnce { try await scan() }
        try folder.remove("disc.wav")
        try folder.remove("disc.cue")
        try await scan()
        #expect(try items().map(\.persistentID) == before)
        #expect(try Set(items().map(\.location.relativePath)) == ["new/disc.wav"])
        #expect(try items().map(\.userValues.rating) == [nil, 4, nil])
        #expect(try catalog.playlists.entries(of: all.persistentID).map(\.item) == before)
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    /// Writes files of ten, five and ten seconds that have the tags of the tracks; the second is shorter than its track.
    private func writeParts(album: String?) throws {
        for (number, (title, seconds)) in [("One", 10), ("Two", 5), ("Three", 10)].enumerated() {
            let samples = (0..<(seconds * 1000)).map {
                UInt8(truncatingIfNeeded: $0 / (number + 2))
            }
            let tags = [("INAM", title), ("IART", "The Band"), ("IPRT", "\(number + 1)")]
            try write(
                Disc.wave(samples: samples, tags: tags + (album.map { [("IPRD", $0)] } ?? [])),
                to: "\(number + 1).wav")
        }
    }

    @Test(
        "files into which an image was split are its tracks, where title, artist and length are theirs",
        arguments: [true, false])
    func split(isAtOnce: Bool) async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try items().map(\.persistentID)
        try catalog.values.setRating(4, of: before[2])
        try writeParts(album: "The Disc")
        if !isAtOnce { #expect(try await scan().added == 3) }
        try folder.remove("disc.wav")
        try folder.remove("disc.cue")
        let report = try await scan()
        #expect(
            (report.added, report.moved, report.missing) == (isAtOnce ? 1 : 0, 2, 1))
        let items = try items()
        #expect(items.map(\.facts.title) == ["One", "Two", "Three"])
        #expect(items.map { before.contains($0.persistentID) } == [true, false, true])
        #expect(items.map(\.userValues.rating) == [nil, nil, 4])
        #expect(items.map(\.location.startTime) == [nil, nil, nil])
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test("an image that comes back after it was split is listed again")
    func imageAgain() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try parts()
        let away = try TemporaryFolder()
        try FileManager.default.moveItem(at: folder.url("disc.wav"), to: away.url("disc.wav"))
        try writeParts(album: "The Disc")
        try await scan()
        #expect(try items().map(\.location.startTime) == [nil, nil, nil])
        for number in 1...3 { try folder.remove("\(number).wav") }
        try FileManager.default.moveItem(at: away.url("disc.wav"), to: folder.url("disc.wav"))
        try await scan()
        #expect(try parts() == before)
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "the same songs of another album, or with values of their own, are no parts of an image that goes"
    )
    func otherSongs() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try items().map(\.persistentID)
        try writeParts(album: "The Best")
        try await scan()
        let parts = try items().prefix(3).map(\.persistentID)
        try folder.remove("disc.wav")
        #expect(try await scan().missing == 3)
        #expect(try Set(items().map(\.persistentID)) == Set(parts))
        #expect(Set(parts).isDisjoint(with: before))
    }

    @Test(
        "another encoding beside an image takes its tracks over when the image goes after a scan",
        arguments: ["disc.cue", "The Disc.cue"])
    func encodedBeside(sheet: String) async throws {
        let ratings = [0, 4, 5]
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: sheet)
        try await scan()
        let before = try items().map(\.persistentID)
        for (rating, id) in zip(ratings, before) { try catalog.values.setRating(rating, of: id) }
        try write(Disc.wave(seconds: 40, sound: 3), to: "disc.flac")
        #expect(try await scan().added == 1)
        try folder.remove("disc.wav")
        var report = ScanReport()
        report.moved = 3
        #expect(try await scan() == report)
        #expect(try items().map(\.persistentID) == before)
        #expect(try Set(items().map(\.location.relativePath)) == ["disc.flac"])
        #expect(try items().map(\.userValues.rating) == ratings)
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test("an image that gets its sheet after another encoding of it went takes the tracks over")
    func sheetAfterwards() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let before = try items().map(\.persistentID)
        try catalog.values.setRating(4, of: before[1])
        try write(Disc.wave(seconds: 40, sound: 3), to: "new/disc.flac")
        try await scan()
        try folder.remove("disc.wav")
        try await scan()
        try folder.move("disc.cue", to: "new/disc.cue")
        try await scan()
        #expect(try items().map(\.persistentID) == before)
        #expect(try items().map(\.userValues.rating) == [nil, 4, nil])
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test("of many pairs in a folder only the one is read again whose sheet changed")
    func onlyOnePair() async throws {
        for name in ["a", "b"] {
            try write(Disc.wave(seconds: 40), to: "\(name).wav")
            try folder.write(Disc.sheet("\(name).wav"), to: "\(name).cue")
        }
        try await scan()
        try folder.write(Disc.sheet("b.wav", second: "Deux"), to: "b.cue")
        var report = ScanReport()
        (report.changed, report.unchanged) = (3, 1)
        #expect(try await scan() == report)
    }

    @Test("a file that moves takes its tracks along, with its sheet or before it")
    func moves() async throws {
        try write(Disc.wave(seconds: 40), to: "A/disc.wav")
        try folder.write(Disc.sheet(), to: "A/disc.cue")
        try await scan()
        let tracks = try items().map(\.persistentID)
        try folder.move("A", to: "B")
        var report = ScanReport()
        report.moved = 3
        #expect(try await scan() == report)
        #expect(try items().map(\.persistentID) == tracks)
        #expect(try items()[0].location.relativePath == "B/disc.wav")
        try folder.move("B/disc.wav", to: "C/new.wav")
        #expect(try await scan().moved == 1)
        #expect(try parts() == ["C/new.wav ?"])
        try folder.move("B/disc.cue", to: "C/new.cue")
        #expect(try await scan().changed == 3)
        #expect(try items().map(\.persistentID) == tracks)
    }

    @Test("a file that is gone takes its tracks with it; they are pruned together")
    func gone() async throws {
        try write(Disc.wave(seconds: 40), to: "A/disc.wav")
        try folder.copy(Fixtures.url(of: "full/full.mp3"), to: "B/b.mp3")
        try folder.write(Disc.sheet(), to: "A/disc.cue")
        try await scan()
        let data = try Data(contentsOf: folder.url("A/disc.wav"))
        try folder.remove("A/disc.wav")
        #expect(try await scan().missing == 3)
        #expect(try catalog.items.all(matching: MediaQuery(isMissing: true)).count == 3)
        try write(data, to: "A/disc.wav")
        #expect(try await scan().moved == 0)
        #expect(try items().count == 4)
        try folder.remove("A/disc.wav")
        try await scan()
        let gone = try Pruning(of: catalog, forces: true).gone
        #expect(try catalog.goneItems.delete(gone.map(\.id)) == 4)
        #expect(try items().map(\.location.relativePath) == ["B/b.mp3"])
        #expect(try catalog.statistics.integrityProblems() == [])
    }

    @Test(
        "a sheet finds its file under the name that it says, or one like it",
        arguments: [
            ("disc.wav", "disc.cue", "disc.wav"),
            ("disc.wav", "other.cue", "disc.wav"),
            ("Disc.WAV", "other.cue", "disc.wav"),
            ("disc.flac", "other.cue", "disc.wav"),
            ("disc.wav", "other.cue", "C:\\Rips\\disc.wav"),
            ("disc.wav", "other.cue", "sub/folder/disc.flac"),
            ("cafe\u{301}.wav", "other.cue", "caf\u{E9}.wav"),
            ("disc.wav", "disc.cue", "CDImage.wav"),
            ("disc.wav", "disc.wav.cue", "CDImage.wav"),
        ])
    func names(file: String, sheet: String, said: String) async throws {
        // The content of the file decides its format.
        try write(Disc.wave(seconds: 40), to: file)
        try folder.write(Disc.sheet(said), to: sheet)
        #expect(try await scan().added == 3)
    }

    @Test(
        "a sheet about something else is passed over",
        arguments: [
            ("other.cue", Disc.sheet("other.wav")),
            (
                "disc.cue",
                Disc.sheet("Track01.wav") + "\nFILE \"Track02.wav\" WAVE\n"
                    + "TRACK 04 AUDIO\nINDEX 01 00:00:00"
            ),
        ])
    func otherSheets(name: String, sheet: String) async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(sheet, to: name)
        var report = ScanReport()
        report.added = 1
        #expect(try await scan() == report)
    }

    @Test("a film is not taken apart")
    func film() async throws {
        try folder.copy(Fixtures.url(of: "full/full.mp4"), to: "disc.mp4")
        try folder.write(Disc.sheet(), to: "disc.cue")
        var report = ScanReport()
        report.added = 1
        #expect(try await scan() == report)
    }

    @Test("the file of the very name is meant, not one that has another extension")
    func exactName() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try write(Disc.wave(seconds: 40), to: "disc.flac")
        try folder.write(Disc.sheet("disc.wav"), to: "disc.cue")
        try await scan()
        #expect(
            try parts() == [
                "disc.flac ?", "disc.wav One 0.0-10.2", "disc.wav Two 10.2-30.0",
                "disc.wav Three 30.0-",
            ])
    }

    @Test(
        "a sheet that cannot be is told, and the file stays whole",
        arguments: [
            ("milk, eggs", "is not a cue sheet: it has no tracks"),
            ("", "is empty, larger than 256 KiB or cannot be read"),
            (
                String(repeating: "REM\n", count: 70_000),
                "is empty, larger than 256 KiB or cannot be read"
            ),
            (
                Disc.sheet().replacing("INDEX 01 00:30:00", with: "INDEX 01 00:05:00"),
                "track 3 begins before the previous track ends"
            ),
            (
                Disc.sheet().replacing("INDEX 01 00:30:00", with: "INDEX 01 01:30:00"),
                "track 3 begins after the end of the file"
            ),
            (
                Disc.sheet().replacing("INDEX 01 00:30:00", with: "INDEX 01 x"),
                "track 3 has no INDEX 01"
            ),
            (
                Disc.sheet().replacing("TRACK 03", with: "TRACK 02"),
                "has two tracks with the number 2"
            ),
            (
                Disc.sheet().replacing("TRACK 03", with: "TRACK 1000"),
                "has a track with the number 1000"
            ),
            (
                "FILE disc.wav WAVE\n"
                    + (1...1001).map { "TRACK \($0) AUDIO\nINDEX 01 00:00:\($0 % 75)\n" }.joined(),
                "track 75 begins before the previous track ends"
            ),
        ])
    func broken(sheet: String, reason: String) async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(sheet, to: "disc.cue")
        let report = try await scan()
        #expect(
            report.problems == [
                ScanProblem(path: folder.path.appending("disc.cue"), reason: "cue sheet: \(reason)")
            ])
        #expect(report.unreadable == 0)
        #expect(try parts() == ["disc.wav ?"])
    }

    @Test("a sheet in the tags is one, too; beside its twin it changes nothing")
    func embedded() async throws {
        let sound = try Data(contentsOf: Fixtures.url(of: "empty/empty.mp3"))
        let sheet = """
            TITLE "Tiny"
            FILE "whatever.wav" WAVE
            TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:00:15
            """
        try write(Disc.tagged(sound, "CUESHEET", sheet), to: "a.mp3")
        #expect(try await scan().added == 2)
        #expect(try parts() == ["a.mp3 One 0.0-0.2", "a.mp3 Two 0.2-"])
        let before = try items().map(\.persistentID)
        try folder.write(sheet.replacing("Two", with: "Deux"), to: "a.cue")
        #expect(try await scan().changed == 2)
        #expect(try parts() == ["a.mp3 One 0.0-0.2", "a.mp3 Deux 0.2-"])
        #expect(try items().map(\.persistentID) == before)
        // A broken one beside it does not stand in its way.
        try folder.write("milk, eggs", to: "a.cue")
        #expect(try await scan().problems.count == 1)
        #expect(try parts() == ["a.mp3 One 0.0-0.2", "a.mp3 Two 0.2-"])
    }

    @Test("the sheet of a whole disc in the tags of one track is passed over")
    func embeddedOfDisc() async throws {
        let sound = try Data(contentsOf: Fixtures.url(of: "empty/empty.mp3"))
        try write(Disc.tagged(sound, "CUESHEET", Disc.sheet()), to: "a.mp3")
        var report = ScanReport()
        report.added = 1
        #expect(try await scan() == report)
    }

    @Test("of files that are a track each the sheet says what their tags do not")
    func filePerTrack() async throws {
        try write(Disc.wave(seconds: 20, sound: 1, artist: "Tagged"), to: "1.wav")
        try write(Disc.wave(seconds: 20, sound: 3), to: "2.wav")
        try folder.write(
            """
            TITLE "The Disc"
            PERFORMER "The Band"
            FILE "1.wav" WAVE
            TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            TITLE "Two"
            INDEX 00 00:19:00
            FILE "2.wav" WAVE
            INDEX 01 00:00:00
            """, to: "The Disc.cue")
        #expect(try await scan().added == 2)
        #expect(try parts() == ["1.wav One", "2.wav Two"])
        let facts = try items().map(\.facts)
        #expect(facts.map(\.artist) == ["Tagged", "The Band"])
        #expect(facts.map(\.albumTitle) == ["The Disc", "The Disc"])
        #expect(facts.map(\.albumTrackNumber) == [1, 2])
        #expect(facts.map(\.albumTrackCount) == [2, 2])
        #expect(facts.map(\.playbackDuration) == [20, 20])
    }

    @Test("a sheet of two files takes each apart, and leaves data out")
    func twoFiles() async throws {
        try write(Disc.wave(seconds: 20), to: "Side A.wav")
        try write(Disc.wave(seconds: 20, sound: 3), to: "Side B.wav")
        try folder.write(
            """
            FILE "Side A.wav" WAVE
            TRACK 01 AUDIO
            TITLE "One"
            INDEX 01 00:00:00
            TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:10:00
            FILE "Side B.wav" WAVE
            TRACK 03 AUDIO
            TITLE "Three"
            INDEX 01 00:00:00
            TRACK 04 AUDIO
            TITLE "Four"
            INDEX 01 00:05:00
            TRACK 05 MODE1/2352
            TITLE "Data"
            INDEX 01 00:15:00
            """, to: "disc.cue")
        try await scan()
        #expect(
            try parts() == [
                "Side A.wav One 0.0-10.0", "Side A.wav Two 10.0-", "Side B.wav Three 0.0-5.0",
                "Side B.wav Four 5.0-15.0",
            ])
        #expect(try items().map(\.facts.albumTrackNumber) == [1, 2, 3, 4])
    }

    @Test(
        "what is hidden before the first track is one, if it is longer than the usual silence",
        arguments: [
            ("00:00:00", "00:12:00", ["disc.wav ? 0.0-12.0", "disc.wav One 12.0-20.0"]),
            ("00:00:00", "00:02:00", ["disc.wav One 2.0-20.0"]),
        ])
    func hidden(gap: String, start: String, expected: [String]) async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(
            """
            FILE "disc.wav" WAVE
            TRACK 01 AUDIO
            TITLE "One"
            INDEX 00 \(gap)
            INDEX 01 \(start)
            TRACK 02 AUDIO
            TITLE "Two"
            INDEX 01 00:20:00
            """, to: "disc.cue")
        try await scan()
        #expect(try parts() == expected + ["disc.wav Two 20.0-"])
        let hidden = try items().first { $0.facts.title == nil }
        #expect(hidden?.facts.albumTrackNumber == nil)
    }

    @Test(
        "sheets are read in the encodings that they have",
        arguments: [
            (String.Encoding.utf8, "Bj\u{F6}rk", [UInt8](arrayLiteral: 0xEF, 0xBB, 0xBF)),
            (.utf16LittleEndian, "東京事変", [0xFF, 0xFE]),
            (.windowsCP1252, "Bj\u{F6}rk", []),
            (.shiftJIS, "東京ソングス", []),
            (.windowsCP1251, "Кино и группа", []),
        ])
    func encodings(encoding: String.Encoding, name: String, mark: [UInt8]) async throws {
        try write(Disc.wave(seconds: 40), to: "\(name).flac")
        let text = Disc.sheet("\(name).wav", second: name)
        let bytes = try #require(text.data(using: encoding))
        try write(Data(mark) + bytes, to: "x.cue")
        #expect(try await scan().added == 3)
        #expect(try items().map(\.facts.title) == ["One", name, "Three"])
    }

    @Test("entries of playlists mean tracks by their times or titles, else the whole file")
    func playlistEntries() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try await scan()
        let file = try items()[0].persistentID
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let tracks = try items().map(\.persistentID)
        let place = PlaylistLocation.path("disc.wav")
        let entries = [
            PlaylistEntry(location: place),
            PlaylistEntry(location: place, startTime: 10.2, endTime: 30),
            PlaylistEntry(location: place, endTime: 10.2),
            PlaylistEntry(location: place, title: "Three", duration: 10),
            PlaylistEntry(location: place, title: "Three", duration: 40),
            PlaylistEntry(title: "Two", artist: "The Band feat. A Guest"),
        ]
        let draft = PlaylistDraft(
            name: "List", entries: entries.map { PlaylistDraft.Entry($0, in: folder.path) })
        let list = try catalog.playlistFiles.save(draft)
        #expect(list.unresolved == [])
        let found = try catalog.playlists.entries(of: list.playlist.persistentID).map(\.item)
        #expect(found == [file, tracks[1], tracks[0], tracks[2], file, tracks[1]])
        #expect(try catalog.playlists.summary(of: list.playlist).unresolvedCount == 0)
        // The entries of a list are played, also where other items of their file replace them.
        let group = MediaGroup(.playlist, list.playlist.persistentID.rawValue)
        let played = try catalog.items.all(matching: MediaQuery(group: group)).map(\.persistentID)
        #expect(played == found)
        let query = MediaQuery(filterPredicates: [.inPlaylist("List")])
        #expect(
            try Set(catalog.items.all(matching: query).map(\.persistentID)) == Set([file] + tracks))
        #expect(try catalog.collections.all(of: .playlists).map(\.count) == [6])
        try folder.remove("disc.cue")
        try await scan()
        #expect(
            try catalog.items.all(matching: MediaQuery(group: group)).map(\.persistentID) == found)
        #expect(try items().map(\.persistentID) == [file])
    }

    @Test(
        "data behind the sound are no part of the last track, and the whole's comment none of any")
    func dataBehind() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        let sheet = Disc.sheet() + "\n  TRACK 04 MODE1/2352\n    INDEX 01 09:00:00\n"
        try folder.write(sheet, to: "disc.cue")
        try await scan()
        let last = try #require(try items().last)
        #expect(last.location.endTime == nil)
        #expect(last.playbackDuration == 10)
        #expect(try items().allSatisfy { $0.facts.comments == nil })
    }

    @Test("what is the user's of tracks is carried to another library")
    func userData() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        for (rating, item) in try items().enumerated() {
            try catalog.values.setRating(rating, of: item.persistentID)
        }
        let data = try catalog.userData.export()
        #expect(data.items.map(\.cueTrack) == [nil, 1, 2, 3])
        let other = try Catalog.empty()
        try folder.move("disc.wav", to: "New/disc.wav")
        try folder.move("disc.cue", to: "New/disc.cue")
        _ = try await LibraryScanner(catalog: other).scan([folder.path])
        let result = try other.userData.importData(data)
        #expect((result.matched, result.unmatched) == (4, []))
        let ratings = try other.items.all(matching: MediaQuery(order: [MediaOrder(.startTime)]))
        #expect(ratings.map(\.userValues.rating) == [0, 1, 2])
    }

    @Test("what is the user's of tracks is carried to the same songs of a sheet that has changed")
    func userDataOfOtherSheet() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        for (place, item) in try items().enumerated() {
            try catalog.values.setRating(place + 1, of: item.persistentID)
        }
        let data = try catalog.userData.export()
        #expect(data.items.map(\.isrc) == [nil, nil, nil, "USSM15900113"])
        try folder.write(
            Disc.sheetWithIntro(last: "The Third", isrc: "USSM15900113"), to: "disc.cue")
        let other = try Catalog.empty()
        _ = try await LibraryScanner(catalog: other).scan([folder.path])
        let result = try other.userData.importData(data)
        #expect(result.matched == 3)
        #expect(result.unmatched.map(\.title) == ["Two"])
        let tracks = try other.items.all(matching: MediaQuery(order: [MediaOrder(.startTime)]))
        #expect(tracks.map(\.userValues.rating) == [nil, 1, 3])
    }

    @Test("it is told of each value whether it comes from the sheet")
    func explanation() async throws {
        try write(Disc.wave(seconds: 40, artist: "Somebody"), to: "disc.wav")
        try folder.write(Disc.sheet(), to: "disc.cue")
        try await scan()
        let item = try items()[1]
        let explanation = try item.location.explanation(by: TagReader())
        let artist = explanation.properties.first { $0.name == "artist" }
        #expect(artist?.value == ["The Band feat. A Guest"])
        #expect(artist?.winners.map { "\($0.tag) \($0.key)" } == ["cue sheet PERFORMER"])
        #expect(artist?.losers.map(\.values) == [["Somebody"]])
        #expect(explanation.facts.title == item.facts.title)
        let genre = explanation.properties.first { $0.name == "genres" }
        #expect(genre?.winners.map(\.key) == ["REM GENRE"])
    }

    @Test("ReplayGain of the sheet is that of its tracks; the whole file's is the album's")
    func loudness() async throws {
        try write(Disc.wave(seconds: 40), to: "disc.wav")
        let gains = "REM REPLAYGAIN_TRACK_GAIN -7.50 dB\nREM REPLAYGAIN_TRACK_PEAK 0.9\n"
        try folder.write(
            "REM REPLAYGAIN_ALBUM_GAIN -6.00 dB\n"
                + Disc.sheet().replacing(
                    "    ISRC USSM15900113\n", with: gains), to: "disc.cue")
        try await scan()
        let facts = try items().map(\.facts)
        #expect(facts.map(\.replayGainTrackGain) == [nil, nil, -7.5])
        #expect(facts.map(\.replayGainTrackPeak) == [nil, nil, 0.9])
        #expect(facts.map(\.replayGainAlbumGain) == [-6, -6, -6])
    }
}
