import Foundation
import PhonolithMediaModel
import PhonolithQueries
import PhonolithScans
import Testing

@Suite struct ItemTests {
    var world: World
    init() throws { world = try World() }

    @Test("what is written of an item is what is read of it")
    mutating func roundTrip() throws {
        var facts = MediaFacts()
        facts.mediaType = [.music, .podcast]
        facts.isExplicit = true
        facts.title = "Jóga"
        facts.albumTitle = "Homogenic"
        facts.artist = "Björk feat. Raxos"
        facts.artists = ["Björk", "Raxos"]
        facts.albumArtist = "Björk"
        facts.albumArtists = ["Björk"]
        facts.composer = "Björk, Sjón"
        facts.composers = ["Björk", "Sjón"]
        facts.genres = ["Electronic", "Art Pop"]
        (facts.titleSort, facts.albumSort, facts.artistSort) = ("joga", "homo", "bjork")
        (facts.albumArtistSort, facts.composerSort) = ("b", "c")
        (facts.discSubtitle, facts.comments, facts.lyrics) = ("One", "Hm", "La\nla")
        (facts.userGrouping, facts.podcastTitle, facts.isrc) = ("Work", "Cast", "GBBLG9700001")
        (facts.albumTrackNumber, facts.albumTrackCount) = (2, 10)
        (facts.discNumber, facts.discCount, facts.beatsPerMinute) = (1, 2, 87)
        facts.releaseDate = PartialDate("1997-09-22")
        facts.originalDate = PartialDate("1997")
        facts.isCompilation = false
        (facts.musicBrainzRecordingID, facts.musicBrainzTrackID) = ("r", "t")
        (facts.musicBrainzAlbumID, facts.musicBrainzReleaseGroupID) = ("a", "g")
        facts.musicBrainzArtistIDs = ["1", "2"]
        facts.musicBrainzAlbumArtistIDs = ["1"]
        (facts.replayGainTrackGain, facts.replayGainTrackPeak) = (-8.1, 0.99)
        (facts.replayGainAlbumGain, facts.replayGainAlbumPeak) = (-7.9, 1)
        (facts.playbackDuration, facts.bitRate, facts.sampleRate) = (305.04, 940, 44_100)
        (facts.channelCount, facts.bitDepth) = (2, 16)
        (facts.codec, facts.container) = ("flac", "flac")
        (facts.width, facts.height, facts.frameRate, facts.rotation) = (640, 480, 29.97, 90)
        (facts.tvShow, facts.seasonNumber, facts.episodeNumber) = ("Show", 0, 11)
        (facts.episodeID, facts.videoCodec) = ("11A", "h264")
        facts.credits = [
            MediaCredit(role: .conductor, name: "Carlos Kleiber"),
            MediaCredit(role: .performer, name: "Åsa", instrument: "Cello; Voice"),
            MediaCredit(role: .performer, name: "Bo"),
        ]
        (facts.work, facts.movement, facts.mood) = ("Symphony", "Allegro", "Calm")
        (facts.ensemble, facts.opus, facts.energy) = ("Wiener Philharmoniker", "Op. 27", 7)
        (facts.movementNumber, facts.movementCount) = (1, 4)
        (facts.label, facts.catalogNumber, facts.barcode) = ("DG", "447 400-2", "028944740024")
        (facts.media, facts.releaseType, facts.releaseStatus) = ("CD", "album", "official")
        (facts.releaseCountry, facts.language, facts.key) = ("DE", "deu", "Am")
        facts.encoder = "LAME 3.100"
        facts.tags = [
            MediaTag(name: "FOO", values: ["x", "Ünï\ncode"]), MediaTag(name: "ÄÖ", values: ["1"]),
        ]
        facts.chapters = [
            Chapter(startTime: 0, endTime: 10, title: "A"),
            Chapter(startTime: 10, endTime: nil, title: nil),
        ]
        let written = facts
        let item = try world.add("Homogenic/02.flac", added: 77) { $0 = written }
        #expect(item.facts == written)
        #expect(item.location.path == "/music/Homogenic/02.flac")
        #expect(
            item.userValues == .init(dateAdded: Date(secondsSince1970: 77)))
        #expect(try world.catalog.items.item(item.persistentID) == item)
    }

    @Test("reading a file again changes its facts, and neither its id nor what is the user's")
    mutating func change() throws {
        let before = try world.add("a.mp3", added: 5) {
            $0.title = "Old"
            $0.setArtist("A")
            $0.genres = ["Rock"]
        }
        let after = try world.change("a.mp3") {
            $0.title = "New"
            $0.setArtist("B")
            $0.genres = []
        }
        #expect(after.persistentID == before.persistentID)
        #expect(after.userValues == before.userValues)
        #expect(after.facts.title == "New")
        let artists = try world.catalog.collections.all(of: .artists)
        #expect(artists.map(\.title) == ["B"])
        #expect(try world.catalog.collections.all(of: .genres) == [])
    }

    @Test("a picture lies in the library once, however many items show it")
    mutating func artwork() throws {
        let picture = Picture(
            artwork: MediaArtwork(
                kind: .front, source: .embedded, mimeType: "image/png", width: 2, height: 2,
                byteCount: 3, sha256: String(repeating: "ab", count: 32)),
            bytes: [1, 2, 3])
        let first = try world.add("1.mp3", pictures: [picture])
        let second = try world.add("2.mp3", pictures: [picture])
        #expect(first.artwork == [picture.artwork])
        #expect(second.artwork == [picture.artwork])
        #expect(try world.catalog.artworks.picture(of: second.persistentID) == picture)
        #expect(try world.catalog.artworks.picture(of: second.persistentID, kind: .back) == nil)
        #expect(try world.catalog.statistics.values().pictures == 1)
    }

    @Test("items are found by the text of any of their values, folded")
    mutating func filters() throws {
        try world.add("1.mp3") {
            $0.title = "Jóga"
            $0.albumTitle = "Homogenic"
            $0.artist = "Björk feat. Raxos"
            $0.artists = ["Björk", "Raxos"]
            $0.setAlbumArtist("Björk")
            $0.composer = "Sjón"
            $0.composers = ["Sjón"]
            $0.genres = ["Electronic", "Art Pop"]
            $0.releaseDate = PartialDate("1997-09-22")
        }
        try world.add("2.mp3") {
            $0.title = "Other"
            $0.setArtist("Someone")
        }
        func titles(_ predicate: MediaPredicate) throws -> [String?] {
            try world.catalog.items.all(matching: MediaQuery(filterPredicates: [predicate]))
                .map(\.facts.title)
        }
        let found: [MediaPredicate] = [
            .equalTo(.title, "JOGA"), .equalTo(.albumTitle, "homogenic"),
            .equalTo(.artist, "bjork"), .equalTo(.artist, "Raxos"),
            .equalTo(.artist, "björk FEAT. raxos"), .equalTo(.albumArtist, "Bjo\u{308}rk"),
            .equalTo(.composer, "sjon"), .equalTo(.genre, "art pop"), .between(.year, 1990, 1997),
        ]
        for predicate in found { #expect(try titles(predicate) == ["Jóga"], "\(predicate)") }
        let absent: [MediaPredicate] = [
            .equalTo(.title, "Jog"), .equalTo(.artist, "Björk feat."), .between(.year, 1998, 2000),
            .equalTo(.isCompilation, true),
        ]
        for predicate in absent { #expect(try titles(predicate) == [], "\(predicate)") }
        // Without an album artist, the artist is it for those who ask by album artist.
        #expect(try titles(.equalTo(.albumArtist, "someone")) == ["Other"])
    }

    @Test("the order puts what is absent last in both directions, and numbers by their value")
    mutating func order() throws {
        for (index, year) in [nil, 1999, 2001].enumerated() {
            try world.add(MediaPath("\(index).mp3")) {
                $0.title = "Track \([10, 2, 1][index])"
                $0.releaseDate = year.flatMap { PartialDate(year: $0) }
            }
        }
        func titles(_ order: MediaOrder) throws -> [String?] {
            try world.catalog.items.all(matching: MediaQuery(order: [order])).map(\.facts.title)
        }
        #expect(try titles(MediaOrder(.title)) == ["Track 1", "Track 2", "Track 10"])
        #expect(try titles(MediaOrder(.year)) == ["Track 2", "Track 1", "Track 10"])
        #expect(
            try titles(MediaOrder(.year, isDescending: true)) == ["Track 1", "Track 2", "Track 10"])
    }

    @Test("limit and offset cut a stretch out of the order")
    mutating func page() throws {
        for number in 1...5 { try world.add(MediaPath("\(number).mp3")) { $0.title = "\(number)" } }
        let query = MediaQuery(order: [MediaOrder(.title)], limit: 2, offset: 3)
        #expect(try world.catalog.items.all(matching: query).map(\.facts.title) == ["4", "5"])
    }
}
